"""A station of its own: accounts are private, it serves, is killed and serves again at the same port."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from scripts import own_station
from scripts.children import Children
from scripts.own_station import ROOT, OwnStation, StationFailed


@pytest.mark.broker
def test_it_serves_and_after_a_restart_at_the_same_port(tmp_path: Path) -> None:
    (tmp_path / "demo").mkdir()
    said: list[str] = []
    with Children(tmp_path / "demo", cwd=ROOT) as children:
        station = OwnStation(tmp_path, children, "embedded", said.append)
        station.add_account("ann", ["subscriber"])
        password = station.password("ann")
        station.add_account("ann", ["subscriber"])
        assert station.password("ann") == password
        assert station.password_file("ann").stat().st_mode & 0o077 == 0
        with pytest.raises(StationFailed, match="expected a station that runs"):
            station.restart()
        station.start()
        port = station.port
        station.restart()
        station.nothing_may_end()
    assert station.port == port
    assert said.count(f"ready at 127.0.0.1:{port}") == 2


def test_an_account_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "demo").mkdir()
    station = OwnStation(tmp_path, Children(tmp_path / "demo", cwd=ROOT), "embedded", print)
    with pytest.raises(StationFailed, match="the account 'ann' could not be made"):
        station.add_account("ann", ["king"])
    assert station.last_words("service") == "  service: said nothing"


def test_a_start_that_takes_long_is_told_of_and_given_up_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    never_ready = [sys.executable, "-c", "import time; time.sleep(60)"]
    monkeypatch.setattr(own_station, "_RFERS_BROKER", never_ready)
    monkeypatch.setattr(own_station, "READY_S", 0.6)
    monkeypatch.setattr(own_station, "_TELL_EVERY_S", 0.2)
    (tmp_path / "demo").mkdir()
    said: list[str] = []
    with Children(tmp_path / "demo", cwd=ROOT) as children, pytest.raises(StationFailed, match="not ready within"):
        OwnStation(tmp_path, children, "embedded", said.append).start()
    assert [words.split(",")[0] for words in said[2:]] == ["still starting"] * len(said[2:])
    assert len(said) > 2
