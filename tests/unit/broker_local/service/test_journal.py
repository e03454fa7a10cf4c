"""The journal: one transaction a batch, numbered inboxes, history of subscriptions."""

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from broker_local.service.journal import EventRow, Journal, MatchedHandle, RejectedRow

NOW = datetime(2026, 7, 1, 12, 0, 0, 123_456, tzinfo=UTC)


@pytest.fixture
def journal(tmp_path: Path):
    opened = Journal(tmp_path / "journal.sqlite")
    yield opened
    opened.close()


def a_row(event_id: str = "e1") -> EventRow:
    return EventRow("EALocation", "", event_id, "digest", NOW, b"{}")


def test_numbers_go_up_by_one_for_each_user(journal: Journal) -> None:
    first = journal.record([a_row("a"), a_row("b")], [], [("ann", 0, ()), ("bob", 0, ()), ("ann", 1, ())], NOW)
    second = journal.record([a_row("c")], [], [("ann", 0, ())], NOW)
    assert [(row.user, row.number) for row in first + second] == [("ann", 1), ("bob", 1), ("ann", 2), ("ann", 3)]
    assert journal.last_number("ann") == 3
    assert journal.last_number("nobody") == 0


def test_a_batch_is_written_whole_or_not_at_all(journal: Journal) -> None:
    journal.record([a_row("a")], [], [("ann", 0, ())], NOW)
    with pytest.raises(sqlite3.IntegrityError):
        journal.record([a_row("b"), a_row("a")], [], [("ann", 0, ())], NOW)
    assert (journal.count("events"), journal.count("inbox")) == (1, 1)
    assert journal.record([a_row("b")], [], [("ann", 0, ())], NOW)[0].number == 2


def test_an_inbox_is_read_again_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    matched = (MatchedHandle(7, None), MatchedHandle(9, NOW + timedelta(hours=1)))
    journal = Journal(path)
    written = journal.record([a_row("a"), a_row("b")], [], [("ann", 0, matched), ("ann", 1, matched)], NOW)
    journal.close()
    again = Journal(path)
    assert again.inbox_after("ann", 0, 10) == written
    assert again.inbox_after("ann", 1, 10) == written[1:]
    assert again.inbox_after("ann", 0, 1) == written[:1]
    again.close()


def test_known_events_are_found_by_topic_publisher_and_id(journal: Journal) -> None:
    journal.record([a_row("a")], [], [], NOW)
    keys = [("EALocation", "", "a"), ("EALocation", "truck", "a"), ("WSObservation", "", "a")]
    assert journal.digests_of(keys) == {keys[0]: "digest"}


def test_a_replaced_subscription_keeps_its_history(journal: Journal) -> None:
    first, replaced = journal.begin_subscription("ann", "z", b'{"id":"z","name":"old"}', NOW)
    assert replaced is None
    second, replaced = journal.begin_subscription("ann", "z", b'{"id":"z","name":"new"}', NOW)
    assert replaced == first
    assert [row.handle for row in journal.live_subscriptions()] == [second]
    assert journal.names_of([first, second, 99]) == {first: ("z", "old"), second: ("z", "new")}
    assert journal.count("subscriptions") == 2


def test_an_ended_subscription_is_not_live(journal: Journal) -> None:
    handle, _ = journal.begin_subscription("ann", "z", b"{}", NOW)
    assert journal.end_subscription("bob", "z", NOW) is None
    assert journal.end_subscription("ann", "z", NOW) == handle
    assert journal.end_subscription("ann", "z", NOW) is None
    assert journal.live_subscriptions() == []


def test_refusals_are_kept_newest_first(journal: Journal) -> None:
    rows = [RejectedRow(NOW, "publish/X", "f", "e", "g", f"m{i}", b"\xff") for i in range(3)]
    journal.record([], rows, [], NOW)
    assert journal.rejected(2) == [rows[2], rows[1]]
    assert journal.count("rejected") == 3


def test_a_journal_of_a_later_version_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(RuntimeError, match="expected schema 1 or older, got 99"):
        Journal(path)


def test_only_tables_are_counted(journal: Journal) -> None:
    with pytest.raises(ValueError, match="the name of a table"):
        journal.count("events; DROP TABLE events")
