"""Dry runs: what a subscription would have matched, and advice on it, found out beside the service's own work."""

from __future__ import annotations

import queue
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from broker_local.matching.matcher import Matcher, Matches
from broker_local.protocol.addresses import reply
from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.event import Event
from broker_local.protocol.event_codec import decode_event
from broker_local.protocol.reply_codec import encode_reply
from broker_local.protocol.requests import MOST_PAST_MATCHES, Acknowledgement, DryRun, PastMatch, WouldMatch
from broker_local.protocol.subscription import Subscription
from broker_local.protocol.topic import Topic

from .advising import advice_for
from .journal_file import moment, open_for_reading

MOST_EVENTS = 20_000
WITHIN_S = 5.0  # a desk waits for ten
_AT_ONCE = 500  # events looked at in one go
_MOST_WAITING = 16
_HOUR = timedelta(hours=1)
_BRIEFEST = timedelta(minutes=1)  # less says nothing of an hour


@dataclass(frozen=True, slots=True)
class _Asked:
    user: str
    request: DryRun
    topic: Topic
    now: datetime


class DryRuns:
    """One thread with a connection of its own, which only reads; replies go out by `send`, from that thread."""

    def __init__(self, journal: Path, send: Callable[[str, bytes], object]) -> None:
        self._journal = journal
        self._send = send
        self._asked: queue.Queue[_Asked | None] = queue.Queue(_MOST_WAITING)
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()

    def ask(self, user: str, request: DryRun, topic: Topic, now: datetime) -> None:
        """Have a dry run done and answered; refused while too many wait."""
        try:
            self._asked.put_nowait(_Asked(user, request, topic, now))
        except queue.Full:
            expected = f"at most {_MOST_WAITING} dry runs to wait"
            raise ProtocolError("request", expected=expected, got=Given("one more"), hint="try again soon") from None
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="rfers-dry-runs", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """End the thread after the events at hand; those that wait get no answer."""
        self._stopping.set()
        if self._thread is not None:
            while self._thread.is_alive():
                try:
                    self._asked.put(None, timeout=0.1)
                except queue.Full:
                    continue
                self._thread.join()

    def _run(self) -> None:
        db = open_for_reading(self._journal)
        try:
            while (asked := self._asked.get()) is not None and not self._stopping.is_set():
                self._send(reply(asked.user), encode_reply(self._answer(db, asked)))
        finally:
            db.close()

    def _answer(self, db: sqlite3.Connection, asked: _Asked) -> Acknowledgement:
        request, topic = asked.request, asked.topic
        found = would_match(db, request.subscription, topic, asked.now, request.hours, self._stopping.is_set)
        advice = advice_for(db, request.subscription, topic)
        return Acknowledgement(request.request_id, would_match=replace(found, advice=advice))


def would_match(
    db: sqlite3.Connection,
    subscription: Subscription,
    topic: Topic,
    now: datetime,
    hours: float,
    is_stopped: Callable[[], bool] = lambda: False,
    clock: Callable[[], float] = time.monotonic,
) -> WouldMatch:
    """Match the journal's events of the last hours, newest first, until all are done or it has been enough."""
    matcher = Matcher({topic.name: topic})
    matcher.add([0], [subscription])
    since = now - timedelta(hours=hours)
    enough_at = clock() + WITHIN_S
    tally = _Tally(now)
    first, end = _first_since(db, since), _end(db)
    while first < end:
        if tally.compared >= MOST_EVENTS or clock() >= enough_at or is_stopped():
            return tally.told(_accepted_at(db, end), is_complete=False)
        begin = max(first, end - _AT_ONCE)
        rows = db.execute(  # by seq alone: the index on topics would look at all of the topic's events
            "SELECT accepted_at, body FROM events NOT INDEXED WHERE seq >= ? AND seq < ? AND topic = ?",
            (begin, end, topic.name),
        )
        read = [(at, event) for at, body in rows if (event := _read(body, topic, moment(at))) is not None]
        tally.compared += len(read)
        tally.add(_matched(matcher.match([event for _, event in read]), read))
        end = begin
    return tally.told(since, is_complete=True)


@dataclass(frozen=True, slots=True)
class _Matched:
    """An event that matched, when it was accepted, and how sure that is."""

    accepted_at: datetime
    event: Event
    possibility: float
    necessity: float


@dataclass(slots=True)
class _Tally:
    """What a dry run has found so far, newest first."""

    now: datetime
    compared: int = 0
    newest: list[PastMatch] = field(default_factory=list)
    of_hour: Counter[int] = field(default_factory=Counter)  # by how many whole hours ago

    def add(self, matched: list[_Matched]) -> None:
        self.of_hour.update(int((self.now - found.accepted_at) / _HOUR) for found in matched)
        self.newest += [_past(found) for found in matched[: MOST_PAST_MATCHES - len(self.newest)]]

    def told(self, since: datetime, *, is_complete: bool) -> WouldMatch:
        matched = self.of_hour.total()
        busiest = max(self.of_hour.values(), default=0)
        looked_at = self.now - since
        per_hour = float(busiest) if looked_at >= _HOUR else matched * (_HOUR / max(looked_at, _BRIEFEST))
        return WouldMatch(
            matched, self.compared, since, is_complete, per_hour=round(per_hour, 1), newest=tuple(self.newest)
        )


def _matched(matches: Matches, read: list[tuple[int, Event]]) -> list[_Matched]:
    """What matched of one subscription, newest first; events were read oldest first."""
    columns = (matches.event_rows, matches.possibility, matches.necessity)
    pairs = sorted(zip(*(column.tolist() for column in columns), strict=True), reverse=True)
    return [_Matched(moment(read[row][0]), read[row][1], *degrees) for row, *degrees in pairs]


def _past(found: _Matched) -> PastMatch:
    event, degrees = found.event, (found.possibility, found.necessity)
    if event.geometry is None:
        return PastMatch(event.id, event.time, None, *degrees)
    inside = event.geometry.representative_point()
    return PastMatch(event.id, event.time, (round(inside.x, 6), round(inside.y, 6)), *degrees)


def _first_since(db: sqlite3.Connection, since: datetime) -> int:
    """Where the events that were accepted since a moment begin: events are numbered in the order of acceptance."""
    (low,) = db.execute("SELECT COALESCE(MIN(seq), 1) FROM events").fetchone()
    high = _end(db)
    while low < high:
        middle = (low + high) // 2
        if _accepted_at(db, middle) < since:
            low = middle + 1
        else:
            high = middle
    return int(low)


def _end(db: sqlite3.Connection) -> int:
    (end,) = db.execute("SELECT COALESCE(MAX(seq), 0) + 1 FROM events").fetchone()
    return int(end)


def _accepted_at(db: sqlite3.Connection, seq: int) -> datetime:
    """When the event with this number, or the next that is kept, was accepted."""
    (at,) = db.execute("SELECT accepted_at FROM events WHERE seq >= ? ORDER BY seq LIMIT 1", (seq,)).fetchone()
    return moment(at)


def _read(body: bytes, topic: Topic, accepted_at: datetime) -> Event | None:
    """A kept event, unless it was of an earlier topic of this name."""
    try:
        return decode_event(body, {topic.name: topic}, accepted_at)
    except ProtocolError:
        return None
