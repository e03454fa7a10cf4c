"""Matcher, broker and subscriber are killed with -9 again and again under load, and every promise is kept.

What must reach the desk is what the oracle says of all events: none lost, none twice, none out of order, none after
its expiry. The same with more kills is in scripts/bench/service.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from broker_local.broker.choose import EMBEDDED, MOSQUITTO
from broker_local.broker.mosquitto import find_mosquitto
from scripts.bench.chaos import run_chaos

pytestmark = pytest.mark.broker


@pytest.mark.parametrize(("broker", "kills"), [(MOSQUITTO, 30), (EMBEDDED, 12)])
def test_nothing_is_lost_or_shown_twice_or_out_of_order_or_after_expiry(
    tmp_path: Path, broker: str, kills: int
) -> None:
    if broker == MOSQUITTO and find_mosquitto() is None:
        pytest.skip("mosquitto is not installed")
    report = run_chaos(tmp_path, kills, seed=1971, broker=broker)
    assert set(report.kills.values()) == {kills // 3}
    assert report.shown > 100
    broken = (report.lost, report.unexpected, report.twice, report.out_of_order, report.after_expiry, report.refused)
    assert broken == ([], [], [], [], [], []), report
    assert "Traceback" not in (tmp_path / "serve.log").read_text()
