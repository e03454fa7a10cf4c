"""A desk and the service over a real broker: requests and their answers, and a power cut in between."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from broker_local.protocol.requests import Acknowledgement, ListSubscriptions, Refusal
from broker_local.protocol.subscription import Subscription
from rfers_desktop.session.items import LinkState, ReplyReceived
from tests.builders import a_subscription, a_zone, an_event
from tests.end_to_end.companion import Companion, Desk, Publisher

pytestmark = pytest.mark.broker


def reply_to(desk: Desk, request_id: str) -> Acknowledgement | Refusal:
    found: list[Acknowledgement | Refusal] = []

    def is_answered() -> bool:
        found[:] = [i.reply for i in desk.told if isinstance(i, ReplyReceived) and i.reply.request_id == request_id]
        return bool(found)

    desk.wait_for(is_answered)
    return found[0]


def listed(desk: Desk) -> tuple[Subscription, ...]:
    """What the service says the user is subscribed to, asked by a desk that has just come."""
    desk.wait_for(lambda: any(isinstance(i, ReplyReceived) and _is_list(i) for i in desk.told))
    replies = [i.reply for i in desk.told if isinstance(i, ReplyReceived) and _is_list(i)]
    assert isinstance(replies[-1], Acknowledgement)
    return replies[-1].subscriptions


def _is_list(item: ReplyReceived) -> bool:
    return isinstance(item.request, ListSubscriptions)


def test_subscribe_list_unsubscribe_and_their_refusals(companion: Companion, desk: Callable[[str], Desk]) -> None:
    ann = desk("ann")
    zone = a_subscription(id="z", owner="ann", zone=a_zone(), filter="Speed > 80", buffer_m=500)
    asked = ann.session.subscribe(zone)
    assert reply_to(ann, asked) == Acknowledgement(asked, (zone,))
    assert listed(desk("ann")) == (zone,)
    assert listed(desk("bob")) == ()

    refused = reply_to(ann, ann.session.unsubscribe("none-such"))
    assert isinstance(refused, Refusal)
    assert refused.message == "subscription_id: expected a subscription of ann, got 'none-such'"
    shrunk = a_subscription(id="gone", owner="ann", zone=a_zone(side_deg=0.01), buffer_m=-5000)
    refused = reply_to(ann, ann.session.subscribe(shrunk))
    assert isinstance(refused, Refusal)
    assert refused.field == "subscription.spatial.buffer_m"

    assert isinstance(reply_to(ann, ann.session.unsubscribe("z")), Acknowledgement)
    assert listed(desk("ann")) == ()


def test_each_desk_is_told_exactly_what_it_asked_for(
    companion: Companion, publisher: Publisher, desk: Callable[[str], Desk]
) -> None:
    ann, bob = desk("ann"), desk("bob")
    reply_to(ann, ann.session.subscribe(a_subscription(id="n", owner="ann", zone=a_zone(lat=51.2))))
    reply_to(ann, ann.session.subscribe(a_subscription(id="fast", owner="ann", filter="Speed > 100")))
    reply_to(bob, bob.session.subscribe(a_subscription(id="s", owner="bob", zone=a_zone(lat=50.9))))
    publisher.publish(
        an_event(id="north", geometry=(-114.07, 51.2)),
        an_event(id="south, fast", geometry=(-114.07, 50.9), speed=120),
        an_event(id="far away", geometry=(0.0, 0.0)),
        an_event("WSObservation", id="other topic", geometry=(-114.07, 51.2)),
        an_event(id="north", geometry=(-114.07, 51.2)),  # sent twice, as publishers do after a lost connection
        an_event(id="north, fast", geometry=(-114.07, 51.2), speed=120),
    )
    ann.wait_for(lambda: ann.counter("accepted") == 5)
    assert ann.counter("duplicates") == 1
    ann.wait_for(lambda: len(ann.event_ids()) == 3)
    bob.wait_for(lambda: len(bob.event_ids()) == 1)
    assert ann.event_ids() == ["north", "south, fast", "north, fast"]
    assert bob.event_ids() == ["south, fast"]


def test_after_a_power_cut_subscriptions_and_inbox_are_as_they_were_and_the_desk_goes_on(
    companion: Companion, publisher: Publisher, desk: Callable[[str], Desk]
) -> None:
    ann = desk("ann")
    reply_to(ann, ann.session.subscribe(a_subscription(id="all", owner="ann")))
    publisher.publish(an_event(id="before"))
    ann.wait_for(lambda: ann.event_ids() == ["before"])
    publisher.close()

    companion.kill()
    ann.wait_for(lambda: ann.session.state is not LinkState.ONLINE)
    companion.start()
    ann.wait_for(lambda: ann.session.state is LinkState.ONLINE)

    again = Publisher(companion)
    try:
        again.publish(an_event(id="after"))
        ann.wait_for(lambda: "after" in ann.event_ids())
    finally:
        again.close()
    assert ann.event_ids() == ["before", "after"]
    latecomer = desk("ann")
    latecomer.wait_for(lambda: len(latecomer.event_ids()) == 2)
    assert sorted(latecomer.event_ids()) == ["after", "before"]  # the first desk's catching up may come in between
    assert [s.id for s in listed(latecomer)] == ["all"]
