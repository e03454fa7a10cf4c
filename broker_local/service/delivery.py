"""Stage 5, deliver: matches go into the journal first, then into the inboxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from broker_local.matching.matcher import Matches
from broker_local.protocol.event import Event
from broker_local.protocol.event_codec import decode_event, encode_event
from broker_local.protocol.notification import MatchedSubscription, Notification
from broker_local.protocol.notification_codec import encode_notification
from broker_local.protocol.topic import Topic

from .intake import Intake, key_of
from .journal import EventRow, InboxRow, Journal, MatchedHandle
from .subscriptions import Subscriptions


@dataclass(frozen=True, slots=True)
class Delivery:
    """One notification on its way to a user's inbox."""

    user: str
    payload: bytes


def deliver(
    intake: Intake, matches: Matches, subscriptions: Subscriptions, journal: Journal, now: datetime
) -> list[Delivery]:
    """Journal a batch with its matches; gives what is to be sent, once it is safe."""
    events = [item.event for item in intake.accepted]
    entries = _entries(matches, subscriptions, now)
    rows = [_row(item.event, item.digest) for item in intake.accepted]
    written = journal.record(rows, intake.rejected, entries, now)
    deliveries = []
    for (user, event_row, matched), inbox_row in zip(entries, written, strict=True):
        named = subscriptions.by_handles(m.handle for m in matched)
        told = tuple(MatchedSubscription(s.id, s.name) for s in named)
        notification = Notification(inbox_row.number, events[event_row], told, now)
        deliveries.append(Delivery(user, encode_notification(notification)))
    return deliveries


def redeliver(rows: Sequence[InboxRow], topics: Mapping[str, Topic], journal: Journal, now: datetime) -> list[Delivery]:
    """Inbox entries again, less what has expired."""
    names = journal.names_of(m.handle for row in rows for m in row.matched)
    deliveries = []
    for row in rows:
        live = [m.handle for m in row.matched if m.expires_at is None or m.expires_at > now]
        if live:
            told = tuple(MatchedSubscription(*names[handle]) for handle in live)
            event = decode_event(row.event_body, topics, row.accepted_at)
            notification = Notification(row.number, event, told, row.accepted_at)
            deliveries.append(Delivery(row.user, encode_notification(notification)))
    return deliveries


def _entries(
    matches: Matches, subscriptions: Subscriptions, now: datetime
) -> list[tuple[str, int, tuple[MatchedHandle, ...]]]:
    """One entry for each event and user, in order of events, with all of the user's subscriptions that it matched."""
    handles = matches.handles.tolist()
    by_row_and_user: dict[tuple[int, str], list[MatchedHandle]] = {}
    for row, handle, subscription in zip(
        matches.event_rows.tolist(), handles, subscriptions.by_handles(handles), strict=True
    ):
        lasts = subscription.options.expire_after_s
        expires_at = None if lasts is None else now + timedelta(seconds=lasts)
        by_row_and_user.setdefault((row, subscription.owner), []).append(MatchedHandle(handle, expires_at))
    return [(user, row, tuple(matched)) for (row, user), matched in by_row_and_user.items()]


def _row(event: Event, digest: str) -> EventRow:
    topic, publisher, event_id = key_of(event)
    return EventRow(topic, publisher, event_id, digest, event.time, encode_event(event))
