"""Stage 5, deliver: matches go into the journal first, then into the inboxes."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from broker_local.matching.matcher import Matches
from broker_local.protocol.notification import MatchedSubscription
from broker_local.protocol.notification_codec import compose_notification

from .intake import Intake, key_of
from .journal import EventRow, InboxRow, Journal, MatchedHandle
from .subscriptions import Subscriptions


@dataclass(frozen=True, slots=True)
class Delivery:
    """One notification on its way to a user's inbox."""

    user: str
    number: int
    payload: bytes


def deliver(
    intake: Intake, matches: Matches, subscriptions: Subscriptions, journal: Journal, now: datetime
) -> list[Delivery]:
    """Journal a batch with its matches; gives what is to be sent, once it is safe."""
    entries = _entries(matches, subscriptions, now)
    rows = [EventRow(*key_of(item.event), item.digest, item.event.time, item.body) for item in intake.accepted]
    deliveries = []
    for row in journal.record(rows, intake.rejected, entries, now):
        named = subscriptions.by_handles(m.handle for m in row.matched)
        told = (_told(m, s.id, s.name) for m, s in zip(row.matched, named, strict=True))
        deliveries.append(_delivery(row, tuple(told)))
    return deliveries


def redeliver(rows: Sequence[InboxRow], topics: Container[str], journal: Journal, now: datetime) -> list[Delivery]:
    """Inbox entries again, less what has expired and what is of a topic that was withdrawn."""
    names = journal.subscriptions.names_of(m.handle for row in rows for m in row.matched)
    deliveries = []
    for row in rows:
        live = [m for m in row.matched if m.expires_at is None or m.expires_at > now]
        if live and row.topic in topics:
            deliveries.append(_delivery(row, tuple(_told(m, *names[m.handle]) for m in live)))
    return deliveries


def _told(matched: MatchedHandle, subscription_id: str, name: str) -> MatchedSubscription:
    return MatchedSubscription(subscription_id, name, matched.possibility, matched.necessity)


def _delivery(row: InboxRow, matched: tuple[MatchedSubscription, ...]) -> Delivery:
    return Delivery(row.user, row.number, compose_notification(row.number, row.accepted_at, matched, row.event_body))


def _entries(
    matches: Matches, subscriptions: Subscriptions, now: datetime
) -> list[tuple[str, int, tuple[MatchedHandle, ...]]]:
    """One entry for each event and user, in order of events, with all of the user's subscriptions that it matched."""
    by_row_and_user: dict[tuple[int, str], list[MatchedHandle]] = {}
    for row, subscription, possibility, necessity in subscriptions.matched(matches, now):
        lasts = subscription.expire_after_s
        expires_at = None if lasts is None else now + timedelta(seconds=lasts)
        matched = MatchedHandle(subscription.handle, expires_at, possibility, necessity)
        by_row_and_user.setdefault((row, subscription.owner), []).append(matched)
    return [
        (user, row, tuple(sorted(matched, key=lambda m: m.handle)))  # the oldest subscription first
        for (row, user), matched in by_row_and_user.items()
    ]
