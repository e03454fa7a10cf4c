"""The journal as the archive reads it: in order, and only what it understands."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from broker_local.protocol.errors import ProtocolError
from broker_local.replay.journal_source import JournalSource, micros, moment
from broker_local.service.journal import EventRow, Journal, MatchedHandle
from tests.recorded_traffic import Traffic


def test_moments_are_kept_to_the_microsecond() -> None:
    at = datetime(2026, 7, 1, 12, 0, 0, 123_457, tzinfo=UTC)
    assert moment(micros(at)) == at
    assert micros(datetime(1, 1, 1, tzinfo=UTC)) == -62_135_596_800_000_000
    assert moment(-62_135_596_800_000_000) == datetime(1, 1, 1, tzinfo=UTC)


def test_events_come_in_order_and_in_parts(hour: Traffic) -> None:
    source = JournalSource(hour.path)
    assert source.newest_seq() == 480
    assert [row.seq for row in source.events(3, 6, 10)] == [4, 5, 6]
    assert [row.seq for row in source.events(3, 480, 2)] == [4, 5]
    assert source.digest_of(480) == source.events(479, 480, 1)[0].digest
    assert source.digest_of(481) is None
    source.close()


def test_deliveries_are_those_of_the_events_asked_for(hour: Traffic) -> None:
    source = JournalSource(hour.path)
    rows = source.deliveries(100, 300)
    assert rows
    assert {row.event_seq for row in rows} <= set(range(100, 301))
    assert all(row.matched for row in rows)
    whole = source.deliveries(1, 480)
    assert len(whole) == len({(row.user, row.number) for row in whole})
    source.close()


def test_deliveries_say_how_sure_each_match_was(tmp_path: Path) -> None:
    at = datetime(2026, 7, 1, tzinfo=UTC)
    journal = Journal(tmp_path / "journal.sqlite")
    matched = (MatchedHandle(3, at, 1.0, 0.25), MatchedHandle(4, None))
    journal.record([EventRow("EALocation", "", "e", "d", at, b"{}")], [], [("ann", 0, matched)], at)
    journal.close()
    source = JournalSource(tmp_path / "journal.sqlite")
    (row,) = source.deliveries(1, 1)
    assert row.matched == [(3, micros(at), 1.0, 0.25), (4, None, 1.0, 1.0)]
    source.close()


def test_topics_and_subscriptions_come_with_their_moments(hour: Traffic) -> None:
    source = JournalSource(hour.path)
    first, second = source.topics()
    assert (first.name, first.ended_at, second.ended_at) == ("Floods", second.begun_at, None)
    assert [row.handle for row in source.subscriptions()] == sorted(row.handle for row in source.subscriptions())
    assert source.subscriptions_state() == source.subscriptions_state()
    assert len(source.rejected(0, 0)) == 6
    assert source.rejected(6, 2**62) == []
    source.close()


def test_what_is_no_journal_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match="a folder with a journal"):
        JournalSource(tmp_path / "journal.sqlite")
    path = tmp_path / "other.sqlite"
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(ProtocolError, match="a journal of schema 2, 3, got 99"):
        JournalSource(path)
