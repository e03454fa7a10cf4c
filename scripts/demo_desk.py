"""The demo's officer: what they subscribe to, and a desk without a window that tells what reaches it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from time import monotonic

import shapely

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.notification import Notification
from broker_local.protocol.operators import Operator
from broker_local.protocol.requests import Refusal
from broker_local.protocol.subscription import SpatialPredicate, Subscription
from rfers_desktop.attribute_text import value_text
from rfers_desktop.session.items import (
    LinkState,
    NotificationReceived,
    ReplyReceived,
    RequestFailed,
    SessionItem,
    StateChanged,
)
from rfers_desktop.session.session import Session

OFFICER = "officer"
# Both zones are around the centre of Calgary; lon, lat.
_CENTRE = shapely.Polygon(
    [(-114.18, 51.02), (-114.14, 51.10), (-114.05, 51.12), (-113.96, 51.08), (-113.97, 51.00), (-114.08, 50.97)]
)
_WEST = shapely.Polygon([(-114.26, 50.95), (-114.26, 51.15), (-114.07, 51.15), (-114.07, 50.95)])


class DeskFailed(Exception):
    """The desk did not get what it asked for, and why."""


def officer_subscriptions() -> list[Subscription]:
    """What the officer of the demo wants to be told: fast assets in the centre, sensors in the west."""
    topics = builtin_topics()
    fast = parse_filter("Speed > 80", topics["EALocation"])
    centre, west = (SpatialPredicate(zone, Operator.CONTAIN) for zone in (_CENTRE, _WEST))
    return [
        Subscription("demo-fast-centre", OFFICER, "Fast assets in the centre", "EALocation", centre, fast),
        Subscription("demo-sensors-west", OFFICER, "Sensors in the west", "WSObservation", west),
    ]


def subscribe_all(
    session: Session, subscriptions: Sequence[Subscription], deadline_s: float, look: Callable[[], None]
) -> None:
    """Come online, subscribe, and wait for every acknowledgement."""
    waiting: dict[str, Subscription] = {}
    asked = False
    for item in _items(session, deadline_s, look):
        match item:
            case StateChanged(LinkState.REFUSED | LinkState.OTHER_VERSION, detail):
                raise DeskFailed(f"{session.user} cannot log in: {detail}")
            case StateChanged(LinkState.ONLINE, _) if not asked:
                waiting = {session.subscribe(subscription): subscription for subscription in subscriptions}
                asked = True
            case ReplyReceived(_, Refusal() as refusal) if refusal.request_id in waiting:
                raise DeskFailed(f"'{waiting[refusal.request_id].name}' was refused: {refusal.message}")
            case ReplyReceived(_, reply) if reply.request_id in waiting:
                del waiting[reply.request_id]
            case RequestFailed(request, reason) if request.request_id in waiting:
                raise DeskFailed(f"'{waiting[request.request_id].name}' was not answered: {reason}")
        if asked and not waiting:
            return
    raise DeskFailed(f"the subscriptions were not acknowledged within {deadline_s:.0f} s; the link is: {session.state}")


def notifications(
    session: Session, since: datetime, deadline_s: float, look: Callable[[], None]
) -> Iterator[Notification]:
    """What reached the desk and was accepted `since` then; a kept inbox also sends what came in earlier demos."""
    for item in _items(session, deadline_s, look):
        if isinstance(item, NotificationReceived) and item.notification.accepted_at >= since:
            yield item.notification


def told(notification: Notification) -> str:
    """A notification in one line."""
    event = notification.event
    topic = builtin_topics()[event.topic]
    when = (topic.happened.timestamp, topic.happened.date, topic.happened.time)  # said by the event's own time
    facts = [f"{name} {value_text(name, value, topic)}" for name, value in event.attributes.items() if name not in when]
    place = [] if event.geometry is None else [event.geometry.wkt]
    asked_for = " and ".join(f"'{subscription.name}'" for subscription in notification.matched)
    return f"no. {notification.number}, {asked_for}: {event.topic} {event.time:%H:%M:%S}, {', '.join(facts + place)}"


def _items(session: Session, deadline_s: float, look: Callable[[], None]) -> Iterator[SessionItem]:
    """What the session tells until `deadline_s` have passed; `look` may raise when waiting longer is in vain."""
    until = monotonic() + deadline_s
    while (left_s := until - monotonic()) > 0:
        yield from session.drain(min(left_s, 0.5))
        look()
