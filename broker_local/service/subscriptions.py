"""The live subscriptions of all users: whole in the journal, matched by the matcher, and here what delivery needs."""

from __future__ import annotations

import heapq
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice

from broker_local.matching.matcher import Matcher, Matches
from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.json_text import write_json
from broker_local.protocol.subscription import Subscription
from broker_local.protocol.subscription_codec import subscription_from_object, subscription_to_object
from broker_local.protocol.topic import Topic

from .journal import Journal
from .journal_file import micros, moment
from .subscription_book import SubscriptionRow

MAX_PER_USER = 10_000
MAX_BYTES_PER_USER = 32 * 1024 * 1024  # a list of them all fits into one reply
_RESTORED_AT_ONCE = 10_000


@dataclass(frozen=True, slots=True)
class LiveSubscription:
    """What is needed of a subscription at every match; a million of these are in memory, and no geometries."""

    handle: int  # in the journal, where numbers are never used again
    slot: int  # in the matcher, where they are, so that they stay dense
    owner: str
    id: str
    name: str
    topic: str
    expire_after_s: float | None
    ends_at: int | None  # in the journal's microseconds
    size: int  # bytes in the journal


@dataclass(slots=True)
class _Owned:
    """One user's subscriptions."""

    handles: dict[str, int] = field(default_factory=dict)  # by subscription id
    size: int = 0


class Subscriptions:
    """Begin, change and end interests; what is journaled is what is matched, unless it is paused."""

    def __init__(self, journal: Journal, matcher: Matcher, topics: Mapping[str, Topic]) -> None:
        self._journal = journal
        self._book = journal.subscriptions
        self._matcher = matcher
        self._topics = topics
        self._live: dict[int, LiveSubscription] = {}  # by handle
        self._slots: list[LiveSubscription | None] = []
        self._free_slots: list[int] = []
        self._owned: dict[str, _Owned] = {}
        self._of_topic: Counter[str] = Counter()
        self._endings: list[tuple[int, int]] = []  # a heap of moments and handles; also of some that ended before
        rows = self._book.live()
        while some := list(islice(rows, _RESTORED_AT_ONCE)):
            self._restore(some)

    def __len__(self) -> int:
        return len(self._live)

    @property
    def newest_handle(self) -> int:
        """The greatest handle of those that live; 0 if there are none."""
        return max(self._live, default=0)

    def begin(self, subscription: Subscription, at: datetime) -> None:
        """Begin an interest, in place of its owner's one with the same id; refused as a whole or done as a whole."""
        ends_at = subscription.options.ends_at
        if ends_at is not None and ends_at <= at:
            raise ProtocolError("subscription.options.ends_at", expected="a moment to come", got=ends_at.isoformat())
        self._matcher.check(subscription)
        body = write_json(subscription_to_object(subscription))
        self._check_room(subscription, len(body))
        handle, replaced = self._book.begin(subscription.owner, subscription.id, body, at)
        if replaced is not None:
            self._forget(replaced)
        slot = self._keep(handle, subscription, len(body))
        if not subscription.is_paused:
            self._matcher.add([slot], [subscription])

    def end(self, owner: str, subscription_id: str, at: datetime) -> None:
        """End an interest."""
        handle = self._book.end(owner, subscription_id, at)
        if handle is None:
            raise _unknown(owner, subscription_id)
        self._forget(handle)

    def end_due(self, now: datetime) -> list[LiveSubscription]:
        """End the interests whose time is up; gives them."""
        due: list[LiveSubscription] = []
        while self._endings and self._endings[0][0] <= micros(now):
            ends_at, handle = heapq.heappop(self._endings)
            if (live := self._live.get(handle)) is not None:
                self.end(live.owner, live.id, moment(ends_at))
                due.append(live)
        return due

    def pause(self, owner: str, subscription_id: str, at: datetime) -> Subscription:
        """Keep an interest and match nothing with it; gives it as it now is."""
        return self._changed(replace(self.find(owner, subscription_id), is_paused=True), at)

    def unpause(self, owner: str, subscription_id: str, at: datetime) -> Subscription:
        """Match with an interest again; gives it as it now is."""
        return self._changed(replace(self.find(owner, subscription_id), is_paused=False), at)

    def rename(self, owner: str, subscription_id: str, name: str, at: datetime) -> Subscription:
        """Call an interest otherwise; gives it as it now is."""
        return self._changed(replace(self.find(owner, subscription_id), name=name), at)

    def find(self, owner: str, subscription_id: str) -> Subscription:
        """A user's subscription, whole; refused if there is none."""
        return self._read(self.row(owner, subscription_id))

    def row(self, owner: str, subscription_id: str) -> SubscriptionRow:
        """A user's subscription as the journal has it, with when it began; refused if there is none."""
        row = self._book.find(owner, subscription_id)
        if row is None:
            raise _unknown(owner, subscription_id)
        return row

    def bodies_of(self, owner: str) -> list[bytes]:
        """A user's subscriptions as JSON, oldest first."""
        return self._book.live_bodies(owner)

    def count_of_topic(self, topic: str) -> int:
        """How many subscriptions of all users are to a topic."""
        return self._of_topic[topic]

    def by_handles(self, handles: Iterable[int]) -> list[LiveSubscription]:
        """The subscriptions that the journal has under these numbers."""
        return [self._live[handle] for handle in handles]

    def matched(self, matches: Matches, now: datetime) -> list[tuple[int, LiveSubscription, float, float]]:
        """Event row, subscription and degrees of each match, less those of subscriptions whose time is up."""
        at = micros(now)
        pairs = (matches.event_rows, matches.handles, matches.possibility, matches.necessity)
        return [
            (row, live, possibility, necessity)
            for row, slot, possibility, necessity in zip(*(column.tolist() for column in pairs), strict=True)
            if (live := self._slots[slot]) is not None and (live.ends_at is None or at < live.ends_at)
        ]

    def follow(self, begun: list[SubscriptionRow], ended: Iterable[int]) -> None:
        """Do in memory what another process has done in the journal."""
        for handle in ended:
            if handle in self._live:
                self._forget(handle)
        self._restore([row for row in begun if row.handle not in self._live])

    def _restore(self, rows: list[SubscriptionRow]) -> None:
        matched: dict[int, Subscription] = {}
        for row in rows:
            subscription = self._read(row)
            slot = self._keep(row.handle, subscription, len(row.body))
            if not subscription.is_paused:
                matched[slot] = subscription
        self._matcher.add(list(matched), matched.values())

    def _read(self, row: SubscriptionRow) -> Subscription:
        return subscription_from_object(json.loads(row.body), self._topics, row.owner)

    def _changed(self, subscription: Subscription, at: datetime) -> Subscription:
        self.begin(subscription, at)
        return subscription

    def _check_room(self, subscription: Subscription, size: int) -> None:
        owner, owned = subscription.owner, self._owned.get(subscription.owner, _Owned())
        replaced = owned.handles.get(subscription.id)
        if replaced is None and len(owned.handles) >= MAX_PER_USER:
            expected = f"at most {MAX_PER_USER} of one user"
            raise ProtocolError("subscription", expected=expected, got=Given(f"one more for {owner}"))
        total = owned.size + size - (0 if replaced is None else self._live[replaced].size)
        if total > MAX_BYTES_PER_USER:
            expected = f"at most {MAX_BYTES_PER_USER} bytes for all of one user's together"
            raise ProtocolError("subscription", expected=expected, got=Given(f"{total} bytes for {owner}"))

    def _keep(self, handle: int, subscription: Subscription, size: int) -> int:
        owner, topic = sys.intern(subscription.owner), sys.intern(subscription.topic)
        expiry = subscription.options.expire_after_s
        if not self._free_slots:
            self._free_slots.append(len(self._slots))
            self._slots.append(None)
        slot = self._free_slots.pop()
        ends_at = None if subscription.options.ends_at is None else micros(subscription.options.ends_at)
        if ends_at is not None:
            heapq.heappush(self._endings, (ends_at, handle))
        live = LiveSubscription(handle, slot, owner, subscription.id, subscription.name, topic, expiry, ends_at, size)
        self._live[handle] = self._slots[slot] = live
        owned = self._owned.setdefault(owner, _Owned())
        owned.handles[subscription.id] = handle
        owned.size += size
        self._of_topic[topic] += 1
        return slot

    def _forget(self, handle: int) -> None:
        live = self._live.pop(handle)
        owned = self._owned[live.owner]
        del owned.handles[live.id]
        owned.size -= live.size
        self._of_topic[live.topic] -= 1
        self._matcher.remove([live.slot])
        self._slots[live.slot] = None
        self._free_slots.append(live.slot)


def _unknown(owner: str, subscription_id: str) -> ProtocolError:
    return ProtocolError("subscription_id", expected=f"a subscription of {owner}", got=subscription_id)
