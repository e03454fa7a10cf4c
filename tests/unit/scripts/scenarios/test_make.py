"""The maker of scenarios writes all of them, with what must be delivered."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.scenarios import make
from scripts.scenarios.hot_and_dry import make as hot_and_dry
from scripts.scenarios.scenario import read_scenario


def test_what_is_made_is_on_disk_with_what_must_be_delivered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(make, "RECORDED", (hot_and_dry,))
    assert make.main(tmp_path) == 0
    assert read_scenario(tmp_path / "hot_and_dry").expected["officer"]
    assert capsys.readouterr().out.startswith("hot_and_dry: 198 events in 181 s; told: officer 26")
