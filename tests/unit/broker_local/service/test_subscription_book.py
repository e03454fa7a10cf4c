"""The journal's subscriptions: those that live, and the history of all."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from broker_local.service.journal_file import JournalFile
from broker_local.service.subscription_book import SubscriptionBook, SubscriptionRow

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)


@pytest.fixture
def book(tmp_path: Path):
    file = JournalFile(tmp_path / "journal.sqlite")
    yield SubscriptionBook(file)
    file.close()


def test_a_replaced_subscription_keeps_its_history(book: SubscriptionBook) -> None:
    old, new = b'{"id":"z","name":"old"}', b'{"id":"z","name":"new"}'
    first, replaced = book.begin("ann", "z", old, NOW)
    assert replaced is None
    second, replaced = book.begin("ann", "z", new, LATER)
    assert replaced == first
    assert [row.handle for row in book.live()] == [second]
    assert book.history("ann") == [
        SubscriptionRow(second, "ann", "z", new, LATER, None),
        SubscriptionRow(first, "ann", "z", old, NOW, LATER),
    ]
    assert book.names_of([first, second, first, 99]) == {first: ("z", "old"), second: ("z", "new")}


def test_an_ended_subscription_is_not_live(book: SubscriptionBook) -> None:
    handle, _ = book.begin("ann", "z", b"{}", NOW)
    assert book.end("bob", "z", NOW) is None
    assert book.end("ann", "z", NOW) == handle
    assert book.end("ann", "z", NOW) is None
    assert list(book.live()) == book.live_bodies("ann") == []
    assert book.find("ann", "z") is None


def test_a_users_subscriptions_are_read_as_they_were_written_oldest_first(book: SubscriptionBook) -> None:
    for subscription_id in ("z", "a", "m"):
        book.begin("ann", subscription_id, subscription_id.encode(), NOW)
    book.begin("bob", "b", b"b", NOW)
    assert book.live_bodies("ann") == [b"z", b"a", b"m"]
    found = book.find("ann", "a")
    assert found is not None
    assert (found.body, found.begun_at) == (b"a", NOW)


def test_the_live_are_found_without_looking_at_the_ended(book: SubscriptionBook) -> None:
    plan = book._db.execute(
        "EXPLAIN QUERY PLAN SELECT * FROM subscriptions INDEXED BY live_subscription WHERE ended_at IS NULL"
    ).fetchall()
    assert "live_subscription" in str(plan)
