"""A station of its own: accounts are private, it serves, is killed and serves again at the same port."""

from __future__ import annotations

from pathlib import Path

import pytest

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
