"""Alerts go from new to acknowledged to resolved, come back with new events alone, and none is lost in a flood."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from broker_local.protocol.subscription import Priority, Sound
from rfers_desktop.store import alerts as room
from rfers_desktop.store.alert_file import AlertFile
from rfers_desktop.store.alert_groups import grouped
from rfers_desktop.store.alerts import AlertAction, AlertBook, AlertsChanged, AlertState, merged_alerts
from rfers_desktop.store.object_key import ObjectKey
from tests.unit.rfers_desktop.alerting import NOON, a_cause, key_of

HOUR = timedelta(hours=1)


def test_an_alert_goes_from_new_to_acknowledged_to_resolved_and_who_did_it_is_logged() -> None:
    book = AlertBook()
    raised = book.take_in([a_cause("fire", "e1")], NOON)
    assert [alert.state for alert in raised.ringing] == [AlertState.NEW]
    seen = book.acknowledge([key_of("fire")], "ann", NOON + HOUR)
    assert [alert.state for alert in seen.changed] == [AlertState.ACKNOWLEDGED]
    over = book.resolve([key_of("fire")], "bob", NOON + 2 * HOUR)
    assert [alert.state for alert in over.changed] == [AlertState.RESOLVED]
    told = [(entry.who, entry.action, entry.at) for entry in (*seen.log, *over.log)]
    assert told == [("ann", AlertAction.ACKNOWLEDGE, NOON + HOUR), ("bob", AlertAction.RESOLVE, NOON + 2 * HOUR)]


@pytest.mark.parametrize("done", [AlertBook.acknowledge, AlertBook.resolve])
def test_what_was_dealt_with_comes_back_with_a_new_event_and_not_with_an_old_one(
    done: Callable[[AlertBook, list[ObjectKey], str, datetime], AlertsChanged],
) -> None:
    book = AlertBook()
    book.take_in([a_cause("fire", "e1")], NOON)
    done(book, [key_of("fire")], "ann", NOON)
    assert book.take_in([a_cause("fire", "e1")], NOON) == AlertsChanged()
    assert book.calling(NOON) == []
    (back,) = book.take_in([a_cause("fire", "e2")], NOON).ringing
    assert (back.state, back.events, back.unseen) == (AlertState.NEW, 2, 1)


def test_more_events_about_what_is_new_are_counted_and_do_not_ring_again() -> None:
    book = AlertBook()
    rung = [book.take_in([a_cause("engine", f"e{i}")], NOON).ringing for i in range(5)]
    assert [len(alerts) for alerts in rung] == [1, 0, 0, 0, 0]
    (alert,) = book.calling(NOON)
    assert (alert.events, alert.unseen) == (5, 5)


def test_it_rings_again_when_it_becomes_more_important() -> None:
    book = AlertBook()
    book.take_in([a_cause("fire", "e1", priority=Priority.LOW)], NOON)
    (risen,) = book.take_in([a_cause("fire", "e2", priority=Priority.CRITICAL, sound=Sound.SIREN)], NOON).ringing
    assert (risen.priority, risen.sound) == (Priority.CRITICAL, Sound.SIREN)
    assert book.take_in([a_cause("fire", "e3", priority=Priority.LOW)], NOON).ringing == ()
    assert book.calling(NOON)[0].priority is Priority.CRITICAL
    book.acknowledge([key_of("fire")], "ann", NOON)
    (back,) = book.take_in([a_cause("fire", "e4", priority=Priority.LOW)], NOON).ringing
    assert back.priority is Priority.LOW


def test_what_is_shelved_does_not_call_and_comes_back_when_its_time_is_up_unless_somebody_saw_it() -> None:
    book = AlertBook()
    book.take_in([a_cause("one", "e1"), a_cause("two", "e2")], NOON)
    book.acknowledge([key_of("two")], "ann", NOON)
    shelved = book.shelve([key_of("one"), key_of("two")], NOON + HOUR, "ann", NOON)
    assert {entry.detail for entry in shelved.log} == {"until 2026-07-01 13:00 UTC"}
    assert book.take_in([a_cause("one", "e3")], NOON + HOUR / 2).ringing == ()
    assert book.calling(NOON + HOUR / 2) == []
    assert book.look_at_the_clock(NOON + HOUR / 2) == AlertsChanged()
    back = book.look_at_the_clock(NOON + HOUR)
    assert [alert.key for alert in back.ringing] == [key_of("one")]
    assert len(back.changed) == 2
    assert book.calling(NOON + HOUR)[0].unseen == 2


def test_what_is_taken_from_the_shelf_calls_again() -> None:
    book = AlertBook()
    book.take_in([a_cause("one", "e1")], NOON)
    book.shelve([key_of("one")], NOON + HOUR, "ann", NOON)
    book.unshelve([key_of("one")], "ann", NOON)
    assert len(book.calling(NOON)) == 1


def test_what_was_put_aside_or_silenced_is_back_when_it_matters_more() -> None:
    book = AlertBook()
    book.take_in([a_cause("one", "e1", priority=Priority.HIGH)], NOON)
    book.shelve([key_of("one")], NOON + HOUR, "ann", NOON)
    book.silence([key_of("one")], True, "ann", NOON)
    assert book.take_in([a_cause("one", "e2", priority=Priority.HIGH)], NOON).ringing == ()
    (back,) = book.take_in([a_cause("one", "e3", priority=Priority.CRITICAL)], NOON).ringing
    assert (back.shelved_until, back.is_silenced) == (None, False)


def test_what_is_resolved_is_not_silenced_when_it_begins_again() -> None:
    book = AlertBook()
    book.take_in([a_cause("one", "e1")], NOON)
    book.silence([key_of("one")], True, "ann", NOON)
    book.acknowledge([key_of("one")], "ann", NOON)
    assert book.take_in([a_cause("one", "e2")], NOON).ringing[0].is_silenced
    book.resolve([key_of("one")], "ann", NOON)
    assert not book.take_in([a_cause("one", "e3")], NOON).ringing[0].is_silenced


def test_what_is_resolved_is_not_shelved() -> None:
    book = AlertBook()
    book.take_in([a_cause("one", "e1")], NOON)
    book.resolve([key_of("one")], "ann", NOON)
    assert book.shelve([key_of("one")], NOON + HOUR, "ann", NOON) == AlertsChanged()


def test_a_silenced_alert_is_still_counted() -> None:
    book = AlertBook()
    book.take_in([a_cause("one", "e1")], NOON)
    (silent,) = book.silence([key_of("one")], True, "ann", NOON).changed
    assert silent.is_silenced
    assert book.calling(NOON) == [silent]
    (loud,) = book.silence([key_of("one")], False, "ann", NOON).changed
    assert not loud.is_silenced


def test_nothing_done_is_nothing_logged() -> None:
    book = AlertBook()
    book.take_in([a_cause("one", "e1")], NOON)
    book.acknowledge([key_of("one")], "ann", NOON)
    assert book.acknowledge([key_of("one"), key_of("unknown")], "ann", NOON) == AlertsChanged()


def test_the_most_important_and_then_the_oldest_is_first() -> None:
    book = AlertBook()
    causes = [
        a_cause("late", "e1", priority=Priority.HIGH, at=NOON + HOUR),
        a_cause("low", "e2", priority=Priority.LOW),
        a_cause("early", "e3", priority=Priority.HIGH),
    ]
    book.take_in(causes, NOON)
    assert [alert.title for alert in book.calling(NOON)] == ["early", "late", "low"]


def test_only_so_many_of_those_that_are_over_are_kept_and_their_events_stay_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(room, "MOST_RESOLVED", 2)
    book = AlertBook()
    book.take_in([a_cause(f"t{i}", f"e{i}", at=NOON + i * HOUR) for i in range(5)], NOON)
    change = book.resolve([key_of(f"t{i}") for i in range(4)], "ann", NOON)
    assert change.forgotten == (key_of("t0"), key_of("t1"))
    assert {alert.title for alert in book.alerts.values()} == {"t2", "t3", "t4"}
    assert book.take_in([a_cause("t0", "e0")], NOON) == AlertsChanged()


def test_of_changes_in_a_row_the_last_state_is_told_and_only_what_still_calls_rings() -> None:
    book = AlertBook()
    raised = book.take_in([a_cause("one", "e1"), a_cause("two", "e2")], NOON)
    seen = book.acknowledge([key_of("one")], "ann", NOON)
    both = merged_alerts([raised, seen])
    assert [(a.title, a.state) for a in both.changed] == [("one", AlertState.ACKNOWLEDGED), ("two", AlertState.NEW)]
    assert [alert.title for alert in both.ringing] == ["two"]


THINGS = st.sampled_from(("a", "b", "c"))


class Desk(RuleBasedStateMachine):
    """Events, deeds, time and restarts in any order, beside a plain account of what must be so."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "alerts.sqlite"
        self.file = AlertFile(self.path)
        self.book = self.file.read()
        self.now = NOON
        self.told: set[str] = set()
        self.events = dict.fromkeys("abc", 0)
        self.is_open = dict.fromkeys("abc", False)  # somebody must still acknowledge
        self.shelved: dict[str, datetime] = {}
        self.rank = dict.fromkeys("abc", -1)  # how important each is
        self.silenced: set[str] = set()
        self.deeds = 0

    def save(self, change: AlertsChanged) -> None:
        self.deeds += len(change.log)
        self.file.save(change)

    @rule(thing=THINGS, number=st.integers(0, 9), priority=st.sampled_from(Priority))
    def event_comes(self, thing: str, number: int, priority: Priority) -> None:
        name = f"{thing}{number}"
        change = self.book.take_in([a_cause(thing, name, priority=priority, at=self.now)], self.now)
        self.save(change)
        if name in self.told:
            assert change == AlertsChanged()
            return
        self.told.add(name)
        self.events[thing] += 1
        is_worse = priority.rank > self.rank[thing]
        if is_worse:
            self.shelved.pop(thing, None)
            self.silenced.discard(thing)
        is_aside = self.shelved.get(thing, self.now) > self.now
        assert bool(change.ringing) is ((is_worse or not self.is_open[thing]) and not is_aside)
        self.rank[thing] = max(self.rank[thing], priority.rank) if self.is_open[thing] else priority.rank
        self.is_open[thing] = True

    @rule(thing=THINGS)
    def is_acknowledged(self, thing: str) -> None:
        self.save(self.book.acknowledge([key_of(thing)], "ann", self.now))
        self.is_open[thing] = False

    @rule(thing=THINGS)
    def is_resolved(self, thing: str) -> None:
        self.save(self.book.resolve([key_of(thing)], "ann", self.now))
        self.is_open[thing] = False
        self.shelved.pop(thing, None)
        self.silenced.discard(thing)

    @rule(thing=THINGS, minutes=st.integers(1, 90))
    def is_shelved(self, thing: str, minutes: int) -> None:
        until = self.now + timedelta(minutes=minutes)
        if self.book.shelve([key_of(thing)], until, "ann", self.now).changed:
            self.shelved[thing] = until
            self.deeds += 1
            self.file.save(AlertsChanged(tuple(self.book.alerts.values())))

    @rule(thing=THINGS, is_silenced=st.booleans())
    def is_silenced(self, thing: str, is_silenced: bool) -> None:
        self.save(self.book.silence([key_of(thing)], is_silenced, "ann", self.now))
        if key_of(thing) in self.book.alerts:
            self.silenced = self.silenced | {thing} if is_silenced else self.silenced - {thing}

    @rule(minutes=st.integers(1, 60))
    def time_goes_by(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)
        change = self.book.look_at_the_clock(self.now)
        self.save(change)
        due = {thing for thing, until in self.shelved.items() if until <= self.now}
        assert {alert.title for alert in change.ringing} == {thing for thing in due if self.is_open[thing]}
        for thing in due:
            del self.shelved[thing]

    @rule()
    def program_is_killed_and_started_again(self) -> None:
        before = self.book
        self.file = AlertFile(self.path)  # the other is left open, as a program that was killed leaves it
        self.book = self.file.read()
        assert self.book == before

    @invariant()
    def those_that_call_are_those_that_nobody_saw(self) -> None:
        calling = {alert.title for alert in self.book.calling(self.now)}
        aside = {thing for thing, until in self.shelved.items() if until > self.now}
        assert calling == {thing for thing, is_open in self.is_open.items() if is_open} - aside

    @invariant()
    def those_that_are_silenced_are_those_that_somebody_silenced(self) -> None:
        assert {alert.title for alert in self.book.alerts.values() if alert.is_silenced} == self.silenced

    @invariant()
    def no_event_is_lost_or_counted_twice(self) -> None:
        assert sum(alert.events for alert in self.book.alerts.values()) == sum(self.events.values()) == len(self.told)
        assert sum(group.events for group in grouped(self.book.alerts.values(), flood=1)) == len(self.told)

    def teardown(self) -> None:
        self.file.close()
        self.folder.cleanup()


Desk.TestCase.settings = settings(deadline=None, derandomize=True, max_examples=30, stateful_step_count=25)
test_in_whatever_order_things_happen_none_is_lost_and_none_comes_back_by_itself = Desk.TestCase


def test_moments_are_kept_to_the_microsecond(tmp_path: Path) -> None:
    book, at = AlertBook(), datetime(2026, 7, 1, 12, 0, 0, 123457, tzinfo=UTC)
    file = AlertFile(tmp_path / "alerts.sqlite")
    file.save(book.take_in([replace(a_cause("one", "e1"), received_at=at)], at))
    assert file.read().alerts[key_of("one")].first_at == at
    file.close()


def test_what_was_forgotten_and_is_raised_again_is_not_forgotten() -> None:
    (raised,) = AlertBook().take_in([a_cause("one", "e1")], NOON).changed
    forgotten = AlertsChanged(forgotten=(raised.key,))
    assert merged_alerts([forgotten, AlertsChanged((raised,))]) == AlertsChanged((raised,))
    assert merged_alerts([AlertsChanged((raised,)), forgotten]) == forgotten
