"""The demo's officer: subscriptions that can match, and a desk that says why when it gets nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import shapely

from broker_local.protocol.notification import MatchedSubscription, Notification
from broker_local.protocol.requests import Acknowledgement, Refusal, Subscribe
from broker_local.protocol.subscription import Subscription
from rfers_desktop.session.items import (
    LinkState,
    NotificationReceived,
    ReplyReceived,
    RequestFailed,
    SessionItem,
    StateChanged,
)
from rfers_desktop.session.session import Session
from scripts.demo_desk import DeskFailed, notifications, officer_subscriptions, subscribe_all, told
from scripts.simulation.world import CALGARY
from tests.builders import A_MOMENT, an_event

ONLINE = StateChanged(LinkState.ONLINE, "online")


class ScriptedSession(Session):
    """A session whose items are written in advance; `answer` makes one for each subscription asked for."""

    def __init__(self, items: list[SessionItem], answer: Callable[[Subscribe], SessionItem] | None = None) -> None:
        self.user = "officer"
        self.state = LinkState.CONNECTING
        self._items = items
        self._answer = answer

    def subscribe(self, subscription: Subscription) -> str:
        request = Subscribe(f"request of {subscription.id}", subscription)
        if self._answer:
            self._items.append(self._answer(request))
        return request.request_id

    def drain(self, timeout_s: float = 0.0) -> list[SessionItem]:
        items, self._items = self._items, []
        return items


def nothing_to_see() -> None:
    """All children are well."""


def acknowledged(request: Subscribe) -> SessionItem:
    return ReplyReceived(request, Acknowledgement(request.request_id, (request.subscription,)))


def refused(request: Subscribe) -> SessionItem:
    return ReplyReceived(
        request, Refusal(request.request_id, "zone", "a polygon", "a wish", "zone: expected a polygon")
    )


def a_notification(number: int = 1, late_s: float = 0.0) -> Notification:
    event = an_event(speed=92.0, geometry=(-114.07, 51.05))
    matched = (MatchedSubscription("s", "Fast assets"),)
    return Notification(number, event, matched, A_MOMENT + timedelta(seconds=late_s))


def test_the_officers_zones_are_valid_and_hold_the_centre_of_the_simulated_world() -> None:
    fast, sensors = officer_subscriptions()
    for subscription in (fast, sensors):
        assert subscription.spatial is not None
        assert subscription.spatial.zone.is_valid
        assert subscription.spatial.zone.covers(shapely.Point(CALGARY))
    assert fast.filter is not None
    assert fast.filter.text == "Speed > 80"


def test_subscribing_ends_when_all_are_acknowledged() -> None:
    subscribe_all(ScriptedSession([ONLINE], acknowledged), officer_subscriptions(), 5.0, nothing_to_see)


@pytest.mark.parametrize(
    ("session", "reason"),
    [
        (ScriptedSession([ONLINE], refused), "'Fast assets in the centre' was refused: zone: expected a polygon"),
        (ScriptedSession([ONLINE], lambda r: RequestFailed(r, "no answer")), "was not answered: no answer"),
        (ScriptedSession([StateChanged(LinkState.REFUSED, "wrong password")]), "officer cannot log in: wrong password"),
        (ScriptedSession([]), "not acknowledged within 0 s; the link is: connecting"),
    ],
)
def test_a_desk_that_cannot_subscribe_says_why(session: Session, reason: str) -> None:
    with pytest.raises(DeskFailed, match=reason):
        subscribe_all(session, officer_subscriptions(), 0.2, nothing_to_see)


def test_waiting_ends_when_a_look_shows_that_it_is_in_vain() -> None:
    def look() -> None:
        raise RuntimeError("the service ended")

    with pytest.raises(RuntimeError, match="the service ended"):
        subscribe_all(ScriptedSession([]), officer_subscriptions(), 60.0, look)


def test_notifications_of_earlier_demos_do_not_count() -> None:
    items: list[SessionItem] = [
        NotificationReceived(a_notification(1, late_s=-1), A_MOMENT),
        ONLINE,
        NotificationReceived(a_notification(2, late_s=1), A_MOMENT),
    ]
    reached = notifications(ScriptedSession(items), A_MOMENT, 0.2, nothing_to_see)
    assert [notification.number for notification in reached] == [2]


def test_a_notification_is_told_in_one_line() -> None:
    assert told(a_notification(7)) == (
        "no. 7, 'Fast assets': EALocation 14:15:21, AssetID A1, Speed 92 km/h, POINT (-114.07 51.05)"
    )
