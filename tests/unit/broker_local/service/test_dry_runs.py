"""A dry run counts what a subscription would have matched, and says when it was cut short."""

import threading
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
import shapely

from broker_local.protocol.addresses import reply
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.event_codec import encode_event
from broker_local.protocol.reply_codec import decode_reply
from broker_local.protocol.requests import Acknowledgement, DryRun, WouldMatch
from broker_local.service import dry_runs
from broker_local.service.dry_runs import DryRuns, would_match
from broker_local.service.journal import EventRow, Journal
from broker_local.service.journal_file import open_for_reading
from tests.builders import EA_LOCATION, a_subscription, a_zone, an_event

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
FAST = a_subscription(id="fast", filter="Speed > 80")


@pytest.fixture
def journal(tmp_path: Path):
    opened = Journal(tmp_path / "journal.sqlite")
    yield opened
    opened.close()


def accept(journal: Journal, hours_ago: float, *speeds: float, topic: str = "EALocation") -> None:
    """Events that were accepted some time ago."""
    at = NOW - timedelta(hours=hours_ago)
    events = [an_event(speed=s) if topic == "EALocation" else an_event(topic) for s in speeds]
    rows = [EventRow(event.topic, "", event.id, "d", event.time, encode_event(event)) for event in events]
    journal.record(rows, [], [], at)


def found(journal: Journal, hours: float = 6.0, clock=lambda: 0.0) -> WouldMatch:
    reader = open_for_reading(journal.file.path)
    try:
        return would_match(reader, FAST, EA_LOCATION, NOW, hours, clock=clock)
    finally:
        reader.close()


def counts(found: WouldMatch) -> tuple[int, int, datetime, bool]:
    return found.matched, found.compared, found.since, found.is_complete


def test_only_matching_events_of_the_topic_and_of_the_last_hours_count(journal: Journal) -> None:
    accept(journal, 30, 90, 90)
    accept(journal, 5, 90, 70, 100)
    accept(journal, 4, 0, 0, topic="WSObservation")
    accept(journal, 1, 81, 80)
    assert counts(found(journal)) == (3, 5, NOW - timedelta(hours=6), True)
    assert counts(found(journal, hours=2)) == (1, 2, NOW - timedelta(hours=2), True)
    assert found(journal, hours=48).matched == 5


def test_an_empty_journal_has_matched_nothing(journal: Journal) -> None:
    assert counts(found(journal)) == (0, 0, NOW - timedelta(hours=6), True)


def test_the_newest_are_compared_first_and_it_says_how_far_it_came(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    for hours_ago in (5, 4, 3, 2, 1):
        accept(journal, hours_ago, 90, 10)
    monkeypatch.setattr(dry_runs, "_AT_ONCE", 2)
    monkeypatch.setattr(dry_runs, "MOST_EVENTS", 4)
    assert counts(found(journal)) == (2, 4, NOW - timedelta(hours=2), False)


def test_it_does_not_take_longer_than_a_desk_waits(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    for hours_ago in (5, 4, 3):
        accept(journal, hours_ago, 90)
    monkeypatch.setattr(dry_runs, "_AT_ONCE", 1)
    moments = iter((0.0, 1.0, dry_runs.WITHIN_S))
    assert counts(found(journal, clock=lambda: next(moments))) == (1, 1, NOW - timedelta(hours=3), False)


def test_what_is_no_longer_of_its_topic_is_passed_over(journal: Journal) -> None:
    accept(journal, 1, 90)
    journal.record([EventRow("EALocation", "", "old", "d", NOW, b'{"type":"Feature","properties":{}}')], [], [], NOW)
    assert counts(found(journal)) == (1, 1, NOW - timedelta(hours=6), True)


def test_the_newest_matches_are_told_with_their_places_newest_first(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dry_runs, "MOST_PAST_MATCHES", 3)
    monkeypatch.setattr(dry_runs, "_AT_ONCE", 2)
    events = [an_event(id=f"e{i}", speed=90.0, geometry=(-114 + i / 10, 51)) for i in range(5)]
    for event in events:
        row = EventRow(event.topic, "", event.id, "d", event.time, encode_event(event))
        journal.record([row], [], [], NOW - timedelta(minutes=1))
    dry = found(journal)
    assert dry.matched == 5
    assert [(past.event_id, past.place) for past in dry.newest] == [
        ("e4", (-113.6, 51.0)),
        ("e3", (-113.7, 51.0)),
        ("e2", (-113.8, 51.0)),
    ]
    assert dry.newest[0].time == events[4].time


def test_of_an_area_a_point_within_is_told(journal: Journal) -> None:
    event = an_event("WFireRSImage", geometry=a_zone(-114, 51, side_deg=1.0))
    row = EventRow(event.topic, "", event.id, "d", event.time, encode_event(event))
    journal.record([row], [], [], NOW)
    reader = open_for_reading(journal.file.path)
    topic = builtin_topics()["WFireRSImage"]
    (past,) = would_match(reader, a_subscription("WFireRSImage"), topic, NOW, 6.0).newest
    reader.close()
    assert event.geometry is not None
    assert past.place is not None
    assert event.geometry.contains(shapely.Point(past.place))


def test_the_rate_is_that_of_the_busiest_hour(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    accept(journal, 4.5, 90)
    accept(journal, 3.9, *[90] * 4)
    accept(journal, 3.1, *[90] * 3)
    accept(journal, 0.5, *[90] * 2)
    assert found(journal).per_hour == 7
    assert found(journal, hours=0.75).per_hour == pytest.approx(2.7, abs=0.05)  # two in three quarters of an hour
    monkeypatch.setattr(dry_runs, "_AT_ONCE", 2)
    monkeypatch.setattr(dry_runs, "MOST_EVENTS", 2)
    assert found(journal).per_hour == 4  # cut short after half an hour


def test_the_answer_comes_from_a_thread_of_its_own(journal: Journal) -> None:
    accept(journal, 1, 90, 10)
    answered = threading.Event()
    sent: list[tuple[str, bytes, str]] = []

    def send(address: str, payload: bytes) -> None:
        sent.append((address, payload, threading.current_thread().name))
        answered.set()

    runs = DryRuns(journal.file.path, send)
    try:
        runs.ask("ann", DryRun("q1", FAST), builtin_topics()["EALocation"], NOW)
        assert answered.wait(10)
    finally:
        runs.stop()
    ((address, payload, thread),) = sent
    assert (address, thread) == (reply("ann"), "rfers-dry-runs")
    answer = decode_reply(payload, builtin_topics())
    assert isinstance(answer, Acknowledgement)
    assert answer.would_match is not None
    assert counts(answer.would_match) == (1, 2, NOW - timedelta(hours=6), True)
    assert len(answer.would_match.newest) == 1


def test_too_many_at_once_are_refused_and_stopping_does_not_wait_for_them(journal: Journal) -> None:
    goes_on = threading.Event()
    runs = DryRuns(journal.file.path, lambda address, payload: goes_on.wait(10))
    ask_many = partial(map, lambda number: runs.ask("ann", DryRun(f"q{number}", FAST), EA_LOCATION, NOW))
    with pytest.raises(ProtocolError, match="at most 16 dry runs to wait, got one more; try again soon"):
        list(ask_many(range(20)))
    goes_on.set()
    runs.stop()


def test_stopping_what_never_began_is_nothing(journal: Journal) -> None:
    DryRuns(journal.file.path, lambda *_: None).stop()
