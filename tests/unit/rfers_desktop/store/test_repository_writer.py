"""Tests of rfers_desktop/store/repository_writer.py."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from rfers_desktop.store import repository_writer
from rfers_desktop.store.notifications import StoredNotification
from rfers_desktop.store.repository import Position, Repository, RepositorySearch
from rfers_desktop.store.repository_writer import RepositoryWriter
from rfers_desktop.store.retention import Retention
from tests.builders import TOPICS, a_subscription
from tests.unit.rfers_desktop.kept_notifications import a_stored

FOREVER = Retention(None, None, None)
WITHIN_S = 20.0


class StubbornRepository(Repository):
    """A disk that refuses until it is told otherwise."""

    def __init__(self, file: Path) -> None:
        super().__init__(file)
        self.refuses = True

    def append(self, notifications: Sequence[StoredNotification], position: Position) -> None:
        if self.refuses:
            raise sqlite3.OperationalError("database or disk is full")
        super().append(notifications, position)


def read(file: Path) -> tuple[Position, list[int]]:
    repository = Repository(file)
    found = repository.search(RepositorySearch(), TOPICS)
    position = repository.position()
    repository.close()
    return position, sorted(stored.notification.number for stored in found)


def test_what_is_handed_over_is_written_in_order(tmp_path: Path) -> None:
    file = tmp_path / "desk.gpkg"
    writer = RepositoryWriter(Repository(file), FOREVER, pytest.fail)
    for number in range(1, 3_001):
        writer.keep([a_stored(number)])
    assert writer.settle(WITHIN_S)
    assert read(file) == (Position(0, 3_000), list(range(1, 3_001)))
    writer.close()


def test_closing_writes_what_waits(tmp_path: Path) -> None:
    file = tmp_path / "desk.gpkg"
    writer = RepositoryWriter(Repository(file), FOREVER, pytest.fail)
    writer.keep([a_stored(1)])
    writer.keep_topics(TOPICS)
    writer.keep_subscriptions([a_subscription(id="s1")], [])
    writer.keep_blob("ab", b"photo")
    writer.close()
    repository = Repository(file)
    assert repository.position() == Position(0, 1)
    assert [subscription.id for subscription in repository.subscriptions(TOPICS)] == ["s1"]
    assert repository.blob("ab") == b"photo"
    repository.close()


def test_an_inbox_that_begins_anew_is_remembered_in_its_place(tmp_path: Path) -> None:
    file = tmp_path / "desk.gpkg"
    writer = RepositoryWriter(Repository(file), FOREVER, pytest.fail)
    writer.keep([a_stored(9)])
    writer.begin_era(1)
    writer.close()
    assert read(file)[0] == Position(1, 0)
    writer = RepositoryWriter(Repository(file), FOREVER, pytest.fail)
    writer.begin_era(2)
    writer.keep([a_stored(1, era=2)])
    writer.close()
    assert read(file)[0] == Position(2, 1)


def test_a_disk_that_refuses_is_tried_again_and_nothing_is_lost(tmp_path: Path) -> None:
    told = threading.Event()
    repository = StubbornRepository(tmp_path / "desk.gpkg")
    writer = RepositoryWriter(repository, FOREVER, lambda _: told.set(), try_again_s=0.01)
    writer.keep([a_stored(1)])
    assert told.wait(WITHIN_S)
    writer.keep([a_stored(2)])
    repository.refuses = False
    assert writer.settle(WITHIN_S)
    writer.close()
    assert read(tmp_path / "desk.gpkg") == (Position(0, 2), [1, 2])


def test_what_is_too_much_is_not_kept_and_leaves_no_gap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repository_writer, "MOST_WAITING", 2)
    problems: list[str] = []
    repository = StubbornRepository(tmp_path / "desk.gpkg")
    writer = RepositoryWriter(repository, FOREVER, problems.append, try_again_s=0.01)
    writer.keep([a_stored(1), a_stored(2), a_stored(3)])  # too many at once: none of them
    writer.keep([a_stored(4)])  # and none after them
    repository.refuses = False
    assert writer.settle(WITHIN_S)
    writer.close()
    assert read(tmp_path / "desk.gpkg") == (Position(0, 0), [])
    assert "not kept" in problems[0]


def test_other_limits_hold_at_once(tmp_path: Path) -> None:
    file = tmp_path / "desk.gpkg"
    writer = RepositoryWriter(Repository(file), FOREVER, pytest.fail)
    writer.keep([a_stored(number) for number in range(1, 11)])
    writer.retain(Retention(None, 3, None))
    assert writer.settle(WITHIN_S)
    writer.close()
    assert read(file) == (Position(0, 10), [8, 9, 10])


BURST = """
import sys
from pathlib import Path
from rfers_desktop.store.repository import Repository
from rfers_desktop.store.repository_writer import RepositoryWriter
from rfers_desktop.store.retention import Retention
from tests.unit.rfers_desktop.kept_notifications import a_stored

writer = RepositoryWriter(Repository(Path(sys.argv[1])), Retention(None, None, None), print)
for number in range(1, 1_000_000):
    writer.keep([a_stored(number)])
    if number % 100 == 0:
        if number % 500 == 0:
            writer.settle(60)
        print(number if number % 500 == 0 else 0, flush=True)
"""


def test_a_desk_that_is_killed_in_a_burst_has_all_it_knew_to_be_kept_and_no_gap(tmp_path: Path) -> None:
    file = tmp_path / "desk.gpkg"
    burst = subprocess.Popen([sys.executable, "-c", BURST, str(file)], stdout=subprocess.PIPE, text=True)
    assert burst.stdout is not None
    acknowledged = 0
    for line in burst.stdout:
        acknowledged = max(acknowledged, int(line))
        if acknowledged >= 1_000 and int(line) == 0:  # in the middle of the next batch
            break
    burst.kill()
    rest = [int(line) for line in burst.stdout.read().split()]
    burst.wait(WITHIN_S)
    burst.stdout.close()
    position, numbers = read(file)
    assert position.number >= max(acknowledged, *rest, 0)
    assert numbers == list(range(1, position.number + 1))
