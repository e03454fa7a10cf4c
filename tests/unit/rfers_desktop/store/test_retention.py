"""Tests of rfers_desktop/store/retention.py."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.store.repository import Position, Repository, RepositorySearch
from rfers_desktop.store.retention import Retention, checked_retention, read_retention, trim, write_retention
from tests.builders import TOPICS
from tests.unit.rfers_desktop.kept_notifications import a_stored

NOW = datetime(2026, 8, 5, tzinfo=UTC)
WITHOUT_LIMITS = Retention(None, None, None)


def a_repository(file: Path, count: int) -> Repository:
    """One notification a day, the last of them now."""
    repository = Repository(file)
    kept = [a_stored(n, received_at=NOW - timedelta(days=count - n)) for n in range(1, count + 1)]
    repository.append(kept, Position(0, count))
    return repository


@pytest.mark.parametrize(
    ("kept", "left"),
    [
        (WITHOUT_LIMITS, [1, 2, 3, 4, 5]),
        (Retention(days=2, rows=None, megabytes=None), [3, 4, 5]),
        (Retention(days=None, rows=2, megabytes=None), [4, 5]),
        (Retention(days=2, rows=4, megabytes=None), [3, 4, 5]),
    ],
    ids=str,
)
def test_what_is_too_old_or_too_much_goes(tmp_path: Path, kept: Retention, left: list[int]) -> None:
    repository = a_repository(tmp_path / "desk.gpkg", 5)
    assert trim(repository, kept, NOW) == 5 - len(left)
    found = repository.search(RepositorySearch(), TOPICS)
    assert sorted(stored.notification.number for stored in found) == left
    repository.close()


def test_a_file_that_is_too_large_becomes_smaller(tmp_path: Path) -> None:
    repository = a_repository(tmp_path / "desk.gpkg", 6_000)
    assert repository.size_bytes() > 1_000_000
    trim(repository, Retention(days=None, rows=None, megabytes=1), NOW)
    assert repository.size_bytes() <= 1_000_000
    assert 0 < repository.size().rows < 6_000
    repository.close()


def test_trimming_stops_when_it_is_told_to(tmp_path: Path) -> None:
    repository = a_repository(tmp_path / "desk.gpkg", 5)
    assert trim(repository, Retention(rows=1), NOW, lambda: True) == 0
    repository.close()


def test_limits_are_remembered(tmp_path: Path) -> None:
    file = tmp_path / "retention.json"
    assert read_retention(file) == Retention()
    write_retention(file, Retention(days=7, rows=None, megabytes=50))
    assert read_retention(file) == Retention(days=7, rows=None, megabytes=50)


def test_limits_that_cannot_be_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "retention.json"
    file.write_text('{"days": 0}')
    with pytest.raises(ProtocolError, match="days"):
        read_retention(file)
    with pytest.raises(ProtocolError, match="rows"):
        checked_retention(1, -5, None)
    assert checked_retention(1, 2, None) == Retention(1, 2, None)
