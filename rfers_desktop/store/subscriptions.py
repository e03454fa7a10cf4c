"""The subscriptions of a desk's user: asked for, live, ending, or not accepted and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from broker_local.protocol.subscription import Subscription


class SubscriptionState(StrEnum):
    """How far a subscription is."""

    PENDING = "pending"  # asked for, not answered yet
    LIVE = "live"
    ENDING = "ending"  # its end is asked for
    REFUSED = "refused"
    UNANSWERED = "unanswered"  # asked for, and nobody answered in time
    KEPT = "kept"  # as it was when the desk last heard of it; the service has not told of it since


@dataclass(frozen=True, slots=True)
class SubscriptionRecord:
    """A subscription with its state; `reason` says what went wrong last, if anything did."""

    subscription: Subscription
    state: SubscriptionState
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class SubscriptionsChanged:
    """Records that are new or different, and ids of those that are no more."""

    changed: tuple[SubscriptionRecord, ...] = ()
    removed: tuple[str, ...] = ()


def merged_subscriptions(changes: Iterable[SubscriptionsChanged]) -> SubscriptionsChanged:
    """Changes in a row as one: of each subscription the last state."""
    records: dict[str, SubscriptionRecord | None] = {}
    for change in changes:
        records.update((record.subscription.id, record) for record in change.changed)
        records.update((subscription_id, None) for subscription_id in change.removed)
    return SubscriptionsChanged(
        tuple(record for record in records.values() if record is not None),
        tuple(subscription_id for subscription_id, record in records.items() if record is None),
    )


class SubscriptionBook:
    """What was asked for is kept beside what was true before, to go back to when it is refused."""

    def __init__(self) -> None:
        self._records: dict[str, SubscriptionRecord] = {}
        self._before: dict[str, SubscriptionRecord] = {}

    def records(self) -> tuple[SubscriptionRecord, ...]:
        """All of them, in the order they were first known."""
        return tuple(self._records.values())

    def find(self, subscription_id: str) -> SubscriptionRecord | None:
        """The record of a subscription."""
        return self._records.get(subscription_id)

    def restore(self, subscriptions: Iterable[Subscription]) -> SubscriptionsChanged:
        """Show what an earlier life of the desk had, until the service tells what holds."""
        return merged_subscriptions(
            self._put(SubscriptionRecord(subscription, SubscriptionState.KEPT)) for subscription in subscriptions
        )

    def ask(self, subscription: Subscription) -> SubscriptionsChanged:
        """A subscription, or its replacement, is asked for."""
        self._remember(subscription.id)
        return self._put(SubscriptionRecord(subscription, SubscriptionState.PENDING))

    def ask_end(self, subscription_id: str) -> SubscriptionsChanged:
        """The end of a subscription is asked for."""
        record = self._records.get(subscription_id)
        if record is None:
            return SubscriptionsChanged()
        self._remember(subscription_id)
        return self._put(replace(record, state=SubscriptionState.ENDING, reason=None))

    def confirm(self, subscription: Subscription) -> SubscriptionsChanged:
        """The service says that this subscription is live."""
        self._before.pop(subscription.id, None)
        return self._put(SubscriptionRecord(subscription, SubscriptionState.LIVE))

    def ended(self, subscription_id: str) -> SubscriptionsChanged:
        """A subscription is no more."""
        self._before.pop(subscription_id, None)
        if self._records.pop(subscription_id, None) is None:
            return SubscriptionsChanged()
        return SubscriptionsChanged(removed=(subscription_id,))

    def fail(self, subscription_id: str, state: SubscriptionState, reason: str) -> SubscriptionsChanged:
        """What was asked for did not come about: back to what was live before, else `state`; with the reason."""
        record = self._records.get(subscription_id)
        if record is None:
            return SubscriptionsChanged()
        before = self._before.pop(subscription_id, None)
        if before is not None and before.state is SubscriptionState.LIVE:
            return self._put(replace(before, reason=reason))
        return self._put(replace(record, state=state, reason=reason))

    def replace_all(self, live: Iterable[Subscription]) -> SubscriptionsChanged:
        """The service lists all that is live; what is not listed has ended, unless it is only just asked for."""
        listed = {subscription.id: subscription for subscription in live}
        is_over = (SubscriptionState.LIVE, SubscriptionState.ENDING, SubscriptionState.KEPT)
        over = [i for i, record in self._records.items() if i not in listed and record.state in is_over]
        changed = [
            self.confirm(subscription).changed
            for subscription in listed.values()
            if not self._awaits_answer(subscription.id)
        ]
        for subscription_id in over:
            self.ended(subscription_id)
        return SubscriptionsChanged(tuple(record for records in changed for record in records), tuple(over))

    def _awaits_answer(self, subscription_id: str) -> bool:
        record = self._records.get(subscription_id)
        return record is not None and record.state in (SubscriptionState.PENDING, SubscriptionState.ENDING)

    def _remember(self, subscription_id: str) -> None:
        record = self._records.get(subscription_id)
        if record is not None and record.state is SubscriptionState.LIVE:
            self._before[subscription_id] = record

    def _put(self, record: SubscriptionRecord) -> SubscriptionsChanged:
        if self._records.get(record.subscription.id) == record:
            return SubscriptionsChanged()
        self._records[record.subscription.id] = record
        return SubscriptionsChanged(changed=(record,))
