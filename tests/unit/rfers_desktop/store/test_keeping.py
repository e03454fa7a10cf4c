"""Tests of rfers_desktop/store/keeping.py."""

from __future__ import annotations

import os
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.store import geopackage, repository
from rfers_desktop.store.keeping import Keeping, Kept, file_name
from rfers_desktop.store.notifications import NotificationsChanged
from rfers_desktop.store.repository import Position, RepositorySearch
from rfers_desktop.store.retention import Retention
from rfers_desktop.store.subscriptions import SubscriptionRecord, SubscriptionsChanged, SubscriptionState
from tests.builders import a_subscription
from tests.unit.rfers_desktop.kept_notifications import a_stored

OFFICER = "officer@station:1883"
WITHIN_S = 20.0


def loaded(keeping: Keeping) -> list[int]:
    """The numbers of all that is brought back, in the order it comes."""
    deadline, numbers = time.monotonic() + WITHIN_S, []
    while keeping.is_loading and time.monotonic() < deadline:
        piece = keeping.take_loaded()
        numbers += [] if piece is None else [stored.notification.number for stored in piece.notifications]
    return numbers


def test_what_is_kept_of_an_account_comes_back_to_it_alone(tmp_path: Path) -> None:
    keeping = Keeping(tmp_path)
    assert keeping.open(OFFICER) == Kept(account=OFFICER)
    keeping.keep(NotificationsChanged(added=(a_stored(1), a_stored(2))))
    subscription = a_subscription(id="s1")
    live = SubscriptionRecord(subscription, SubscriptionState.LIVE)
    asked = SubscriptionRecord(a_subscription(id="s2"), SubscriptionState.PENDING)
    keeping.keep_subscriptions(SubscriptionsChanged((live, asked)))
    assert keeping.open("dispatcher@station:1883").position == Position()
    assert loaded(keeping) == []
    kept = keeping.open(OFFICER)
    assert (kept.position, kept.subscriptions) == (Position(0, 2), (subscription,))
    assert loaded(keeping) == [1, 2]
    keeping.close()


def test_without_a_folder_nothing_is_kept() -> None:
    keeping = Keeping(None)
    assert keeping.open(OFFICER) == Kept()
    keeping.keep(NotificationsChanged(added=(a_stored(1),)))
    assert keeping.search_for(RepositorySearch())() == []
    assert (keeping.size().rows, keeping.file, keeping.repositories()) == (0, None, [])


def test_a_file_that_is_broken_is_put_aside_and_told_of(tmp_path: Path) -> None:
    (tmp_path / f"{file_name(OFFICER)}.gpkg").write_text("not a database " * 100)
    keeping = Keeping(tmp_path)
    assert keeping.open(OFFICER).position == Position()
    (problem,) = keeping.take_problems()
    assert "broken-1" in problem
    assert [file.suffix for file in sorted(tmp_path.iterdir()) if "broken" in file.name] == [".broken-1"]
    keeping.close()


def test_a_folder_that_cannot_be_written_to_leaves_the_desk_working(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    keeping = Keeping(tmp_path / "file")
    assert keeping.open(OFFICER) == Kept()
    assert "not kept" in keeping.take_problems()[0]


def test_a_repository_is_opened_without_a_link_and_stays_as_it_is(tmp_path: Path) -> None:
    keeping = Keeping(tmp_path)
    keeping.open(OFFICER)
    keeping.keep(NotificationsChanged(added=(a_stored(1),)))
    keeping.close()
    (file,) = keeping.repositories()
    assert keeping.open_to_read(file).account == OFFICER
    keeping.keep(NotificationsChanged(added=(a_stored(2),)))  # there is nobody to tell it, but if there were
    assert loaded(keeping) == [1]
    assert keeping.size().rows == 1
    keeping.close()
    with pytest.raises(ProtocolError):
        keeping.open_to_read(tmp_path / "none.gpkg")


def test_the_repository_used_last_is_listed_first(tmp_path: Path) -> None:
    for age, name in enumerate(("new.gpkg", "old.gpkg")):
        (tmp_path / name).write_text("")
        os.utime(tmp_path / name, (1_000 - age, 1_000 - age))
    assert [file.name for file in Keeping(tmp_path).repositories()] == ["new.gpkg", "old.gpkg"]


def test_limits_are_saved_for_all_accounts(tmp_path: Path) -> None:
    Keeping(tmp_path).retain(Retention(days=3))
    assert Keeping(tmp_path).retention() == Retention(days=3)
    (tmp_path / "retention.json").write_text("[]")
    keeping = Keeping(tmp_path)
    assert keeping.retention() == Retention()
    assert "usual limits" in keeping.take_problems()[0]


def test_photos_are_kept_and_found(tmp_path: Path) -> None:
    keeping = Keeping(tmp_path)
    keeping.open(OFFICER)
    keeping.keep_blob("ab", b"photo")
    keeping.open(OFFICER)
    assert keeping.blob("ab") == b"photo"
    assert keeping.blob("cd") is None
    keeping.close()


@pytest.mark.parametrize(
    ("one", "other"), [("a@b:1", "a@b_1"), ("A@b:1", "a@b:1"), ("a@[::1]:1", "a@[::2]:1"), ("a@" + "x" * 300, "a@y")]
)
def test_no_two_accounts_share_a_file(one: str, other: str) -> None:
    assert file_name(one).lower() != file_name(other).lower()
    assert len(file_name(one)) < 120


def test_a_search_is_done_on_another_thread(tmp_path: Path) -> None:
    keeping = Keeping(tmp_path)
    keeping.open(OFFICER)
    keeping.keep(NotificationsChanged(added=(a_stored(1), a_stored(2))))
    keeping.open(OFFICER)
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(keeping.search_for(RepositorySearch(text="A1"))).result(WITHIN_S)
    assert [stored.notification.number for stored in found] == [2, 1]
    keeping.close()


def _spoilt(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute(statement)
        db.commit()


def test_a_file_whose_state_is_spoilt_is_put_aside(tmp_path: Path) -> None:
    keeping = Keeping(tmp_path)
    keeping.open(OFFICER)
    keeping.keep(NotificationsChanged(added=(a_stored(1),)))
    keeping.close()
    _spoilt(keeping.repositories()[0], "UPDATE desk_state SET value = 'many' WHERE name = 'number'")
    assert keeping.open(OFFICER).position == Position()
    assert "broken-1" in keeping.take_problems()[0]
    keeping.close()


def test_a_disk_that_refuses_leaves_the_file_where_it_is_and_shows_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeping = Keeping(tmp_path)
    keeping.open(OFFICER)
    keeping.keep(NotificationsChanged(added=(a_stored(1), a_stored(2))))
    keeping.close()

    def only_read(file: Path) -> sqlite3.Connection:
        connection = geopackage.connect(file)
        connection.execute("PRAGMA query_only = ON")
        return connection

    monkeypatch.setattr(repository, "connect", only_read)
    assert keeping.open(OFFICER).position == Position(0, 2)
    assert loaded(keeping) == [1, 2]
    keeping.keep(NotificationsChanged(added=(a_stored(3),)))
    (problem,) = keeping.take_problems()
    assert problem.startswith("what comes is not kept on this desk")
    assert [file.name for file in tmp_path.iterdir() if "broken" in file.name] == []
    keeping.close()


def test_a_file_that_is_spoilt_while_it_is_open_leaves_the_desk_working(tmp_path: Path) -> None:
    keeping = Keeping(tmp_path)
    keeping.open(OFFICER)
    assert keeping.file is not None
    _spoilt(keeping.file, "DROP TABLE blobs")
    assert keeping.blob("0" * 64) is None
    _spoilt(keeping.file, "DROP TABLE notifications")
    assert keeping.size().rows == 0
    assert "cannot be read" in keeping.take_problems()[0]
    with pytest.raises(ProtocolError, match="no such table"):
        keeping.search_for(RepositorySearch())()
    keeping.close()


def test_an_account_that_was_never_let_in_leaves_nothing_to_work_on_offline(tmp_path: Path) -> None:
    keeping = Keeping(tmp_path)
    keeping.open("offcier@station:1883")
    keeping.open(OFFICER)
    live = SubscriptionRecord(a_subscription(id="s1"), SubscriptionState.LIVE)
    keeping.keep_subscriptions(SubscriptionsChanged((live,)))
    keeping.close()
    assert [file.stem for file in keeping.repositories()] == [file_name(OFFICER)]
