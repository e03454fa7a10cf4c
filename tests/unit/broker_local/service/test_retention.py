"""What is too old or too much goes, a little at a time, and numbers go on where they were."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from broker_local.protocol.errors import ProtocolError
from broker_local.service import retention as room
from broker_local.service.answered_requests import Answered
from broker_local.service.journal import EventRow, Journal, RejectedRow
from broker_local.service.journal_file import micros
from broker_local.service.retention import Retention, Trimming

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def journal(tmp_path: Path):
    opened = Journal(tmp_path / "journal.sqlite")
    yield opened
    opened.close()


def fill(journal: Journal, count: int, at: datetime, size: int = 2) -> None:
    """Events of one moment, each in ann's inbox."""
    first = journal.total("events")
    rows = [EventRow("EALocation", "", f"e{first + i}", "d", at, b"x" * size) for i in range(count)]
    journal.record(rows, [], [("ann", i, ()) for i in range(count)], at)


def numbers(journal: Journal) -> list[int]:
    return [row.number for row in journal.inbox_after("ann", 0, 10_000)]


def test_old_events_go_with_their_inbox_entries_and_numbers_go_on(journal: Journal) -> None:
    fill(journal, 3, NOW - timedelta(days=31))
    fill(journal, 2, NOW - timedelta(days=29))
    assert Trimming(journal, Retention(days=30)).step(NOW) == 3
    assert numbers(journal) == [4, 5]
    assert Trimming(journal, Retention(days=1)).step(NOW) == 2
    assert (numbers(journal), journal.last_number("ann"), journal.total("events")) == ([], 5, 5)
    fill(journal, 1, NOW)
    assert numbers(journal) == [6]


def test_no_more_events_than_wanted_are_kept(journal: Journal) -> None:
    fill(journal, 10, NOW)
    trimming = Trimming(journal, Retention(max_events=4))
    assert (trimming.step(NOW), trimming.step(NOW)) == (6, 0)
    assert numbers(journal) == [7, 8, 9, 10]


def note_archived(journal: Journal, **values: int) -> None:
    """What an archiver tells the journal."""
    for name, value in values.items():
        journal.file.db.execute("INSERT OR REPLACE INTO totals VALUES (?, ?)", (f"archived_{name}", value))


def test_what_the_archive_does_not_have_yet_is_kept_whatever_its_age_and_number(journal: Journal) -> None:
    fill(journal, 10, NOW - timedelta(days=40))
    note_archived(journal, events=4)
    trimming = Trimming(journal, Retention(max_events=2))
    assert (trimming.step(NOW), trimming.step(NOW)) == (4, 0)
    assert numbers(journal) == [5, 6, 7, 8, 9, 10]
    note_archived(journal, events=10)
    assert trimming.step(NOW) == 10 - 4


def test_a_disk_that_is_full_is_stronger_than_an_archive_that_is_behind(journal: Journal) -> None:
    fill(journal, 20, NOW, size=100_000)
    note_archived(journal, events=4)
    assert Trimming(journal, Retention(max_bytes=100_000)).step(NOW) == 20


def test_refusals_and_ended_subscriptions_wait_for_the_archive_too(journal: Journal) -> None:
    at = NOW - timedelta(days=40)
    journal.record([], [RejectedRow(at, "a", "f", "e", "g", "old", b"")] * 3, [], at)
    journal.subscriptions.begin("ann", "z", b"{}", at)
    journal.subscriptions.end("ann", "z", at)
    note_archived(journal, rejected_at=micros(at) - 1, subscriptions_at=micros(at))
    trimming = Trimming(journal, Retention(history_days=30))
    trimming.step(NOW)
    assert (journal.count("rejected"), journal.count("subscriptions")) == (3, 1)
    note_archived(journal, rejected_at=micros(at), subscriptions_at=micros(at) + 1)
    trimming.step(NOW)
    assert (journal.count("rejected"), journal.count("subscriptions")) == (0, 0)


def test_a_file_that_is_too_large_loses_its_oldest_events_and_grows_no_more(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "_FEWEST", 5)
    trimming = Trimming(journal, Retention(max_bytes=2_000_000))
    pages = []
    for _ in range(60):
        fill(journal, 10, NOW, size=10_000)
        trimming.step(NOW, just_accepted=10)
        pages.append(journal.file.db.execute("PRAGMA page_count").fetchone()[0])
    assert pages[-1] <= pages[30] + 50
    assert journal.file.used_bytes < 2_500_000
    assert numbers(journal)[-1] == 600


def test_it_goes_in_small_steps_but_never_falls_behind(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "_FEWEST", 2)
    fill(journal, 10, NOW - timedelta(days=40))
    trimming = Trimming(journal, Retention())
    assert [trimming.step(NOW), trimming.step(NOW, just_accepted=2), trimming.step(NOW)] == [2, 6, 2]


def test_refusals_go_when_they_are_old_or_too_many(journal: Journal) -> None:
    for days, count in ((40, 2), (1, 5)):
        at = NOW - timedelta(days=days)
        journal.record([], [RejectedRow(at, "a", "f", "e", "g", f"{days}", b"")] * count, [], at)
    Trimming(journal, Retention()).step(NOW)
    assert [row.message for row in journal.rejected()] == ["1"] * 5
    Trimming(journal, Retention(max_rejected=3)).step(NOW)
    assert (len(journal.rejected()), journal.total("rejected")) == (3, 7)


def test_answers_are_kept_for_a_day_and_history_for_years(journal: Journal) -> None:
    yesterday = NOW - timedelta(hours=25)
    journal.answered.remember("ann", "old", Answered("d", b""), yesterday)
    journal.answered.remember("ann", "new", Answered("d", b""), NOW)
    for subscription_id, at in (("ancient", NOW - timedelta(days=4000)), ("past", yesterday)):
        journal.subscriptions.begin("ann", subscription_id, b"{}", at)
        journal.subscriptions.end("ann", subscription_id, at)
    journal.subscriptions.begin("ann", "live", b"{}", NOW - timedelta(days=5000))
    Trimming(journal, Retention()).step(NOW)
    assert journal.answered.recall("ann", "old") is None
    assert journal.answered.recall("ann", "new") is not None
    assert {row.id for row in journal.subscriptions.history("ann")} == {"past", "live"}


def test_a_journal_in_good_order_is_left_alone(journal: Journal) -> None:
    Trimming(journal, Retention()).step(NOW)
    fill(journal, 3, NOW)
    before = journal.file.db.total_changes
    assert Trimming(journal, Retention()).step(NOW) == 0
    assert journal.file.db.total_changes == before


@pytest.mark.parametrize("limit", ["days", "max_events", "max_rejected", "max_bytes", "history_days"])
def test_to_keep_nothing_at_all_is_refused(limit: str) -> None:
    with pytest.raises(ProtocolError, match=f"retention.{limit}: expected more than 0, got 0"):
        Retention(**{limit: 0})
