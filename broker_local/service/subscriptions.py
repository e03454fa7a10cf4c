"""The live subscriptions of all users: in the journal, in the matcher, and by owner."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime

from broker_local.matching.matcher import Matcher
from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.json_text import write_json
from broker_local.protocol.subscription import Subscription
from broker_local.protocol.subscription_codec import subscription_from_object, subscription_to_object
from broker_local.protocol.topic import Topic

from .journal import Journal

MAX_PER_USER = 10_000


class Subscriptions:
    """Begin and end interests; what is journaled is what is matched."""

    def __init__(self, journal: Journal, matcher: Matcher, topics: Mapping[str, Topic]) -> None:
        self._journal = journal
        self._matcher = matcher
        self._by_handle: dict[int, Subscription] = {}
        self._handles_of: dict[str, dict[str, int]] = {}  # owner, then subscription id
        restored = journal.live_subscriptions()
        for row in restored:
            self._keep(row.handle, subscription_from_object(json.loads(row.body), topics, row.owner))
        matcher.add(list(self._by_handle), self._by_handle.values())

    def __len__(self) -> int:
        return len(self._by_handle)

    def begin(self, subscription: Subscription, at: datetime) -> None:
        """Begin an interest, in place of its owner's one with the same id; refused as a whole or done as a whole."""
        owned = self._handles_of.get(subscription.owner, {})
        if subscription.id not in owned and len(owned) >= MAX_PER_USER:
            raise ProtocolError(
                "subscription",
                expected=f"at most {MAX_PER_USER} of one user",
                got=Given(f"one more for {subscription.owner}"),
            )
        self._matcher.check(subscription)
        body = write_json(subscription_to_object(subscription))
        handle, replaced = self._journal.begin_subscription(subscription.owner, subscription.id, body, at)
        if replaced is not None:
            self._forget(replaced)
        self._keep(handle, subscription)
        self._matcher.add([handle], [subscription])

    def end(self, owner: str, subscription_id: str, at: datetime) -> None:
        """End an interest."""
        handle = self._journal.end_subscription(owner, subscription_id, at)
        if handle is None:
            raise ProtocolError("subscription_id", expected=f"a subscription of {owner}", got=subscription_id)
        self._forget(handle)

    def of(self, owner: str) -> tuple[Subscription, ...]:
        """A user's subscriptions, oldest first."""
        return tuple(self._by_handle[handle] for handle in sorted(self._handles_of.get(owner, {}).values()))

    def by_handles(self, handles: Iterable[int]) -> list[Subscription]:
        """The subscriptions that the matcher speaks of."""
        return [self._by_handle[handle] for handle in handles]

    def _keep(self, handle: int, subscription: Subscription) -> None:
        self._by_handle[handle] = subscription
        self._handles_of.setdefault(subscription.owner, {})[subscription.id] = handle

    def _forget(self, handle: int) -> None:
        subscription = self._by_handle.pop(handle)
        del self._handles_of[subscription.owner][subscription.id]
        self._matcher.remove([handle])
