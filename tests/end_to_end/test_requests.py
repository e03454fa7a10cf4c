"""Everything a desk or a publisher can ask of the service, over a real broker, each answered in one round trip."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from broker_local.protocol import addresses
from broker_local.protocol.publisher import PublisherOutbox
from broker_local.protocol.reply_codec import decode_reply
from broker_local.protocol.request_codec import encode_request
from broker_local.protocol.requests import Acknowledgement, Advertise, AskState, Refusal, Reply, Request, Withdraw
from broker_local.protocol.subscription import Subscription, SubscriptionOptions
from broker_local.protocol.topic import TimeSource
from rfers_desktop.session.items import LinkState, NotificationReceived, ReplyReceived, TopicsReceived
from tests.builders import EA_LOCATION, TOPICS, a_feature, a_subscription, a_zone, an_event
from tests.end_to_end.companion import DEADLINE_S, PASSWORD, Companion, Desk, Publisher

pytestmark = pytest.mark.broker

BOATS = replace(EA_LOCATION, name="Boats")


class Gateway:
    """A publisher that asks, and that hears its replies and receipts."""

    def __init__(self, companion: Companion) -> None:
        self.outbox = PublisherOutbox("gateway", resend_after_s=0.5)
        self._heard = threading.Condition()
        self._replies: list[Reply] = []
        self._listens = threading.Event()
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2)
        self._client.username_pw_set("gateway", PASSWORD)
        self._client.on_connect = self._on_connect
        self._client.on_subscribe = lambda *_: self._listens.set()
        self._client.on_message = self._on_message
        self._client.connect(companion.host, companion.port)
        self._client.loop_start()
        assert self._listens.wait(DEADLINE_S)

    def ask(self, request: Request) -> Reply:
        self._client.publish(addresses.request("gateway"), encode_request(request), qos=1)
        with self._heard:
            assert self._heard.wait_for(lambda: bool(self._replies), DEADLINE_S)
            return self._replies.pop()

    def send_until_journaled(self) -> None:
        """Send what is due until receipts have come for all."""
        now = 0.0
        with self._heard:
            while self.outbox.waiting:
                for message in self.outbox.due(now):
                    self._client.publish(addresses.publish(message.topic), message.payload, qos=1)
                assert now < DEADLINE_S
                self._heard.wait(0.1)
                now += 0.1

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def _on_connect(self, client: mqtt.Client, *_: object) -> None:
        client.subscribe([(addresses.reply("gateway"), 1), (addresses.receipt("gateway"), 1)])

    def _on_message(self, _client: object, _data: object, message: mqtt.MQTTMessage) -> None:
        with self._heard:
            if message.topic == addresses.receipt("gateway"):
                self.outbox.take(bytes(message.payload))
            else:
                self._replies.append(decode_reply(bytes(message.payload), TOPICS))
            self._heard.notify_all()


@pytest.fixture
def gateway(companion: Companion) -> Iterator[Gateway]:
    made = Gateway(companion)
    yield made
    made.close()


def answer(desk: Desk, request_id: str) -> Acknowledgement:
    """The service's acknowledgement of a desk's request."""
    found: list[Reply] = []

    def is_answered() -> bool:
        found[:] = [i.reply for i in desk.told if isinstance(i, ReplyReceived) and i.reply.request_id == request_id]
        return bool(found)

    desk.wait_for(is_answered)
    assert isinstance(found[0], Acknowledgement), found[0]
    return found[0]


def begin(desk: Desk, subscription: Subscription) -> None:
    answer(desk, desk.session.subscribe(subscription))


def test_a_desk_tries_pauses_renames_and_asks_why(
    publisher: Publisher, desk: Callable[[str], Desk], companion: Companion
) -> None:
    ann = desk("ann")
    fast = a_subscription(id="fast", owner="ann", zone=a_zone(), filter="Speed > 80")
    begin(ann, a_subscription(id="all", owner="ann"))
    slow, quick = an_event(id="slow", speed=63), an_event(id="quick", speed=95)
    publisher.publish(slow, quick)
    ann.wait_for(lambda: ann.event_ids() == ["slow", "quick"])

    tried = answer(ann, ann.session.dry_run(fast)).would_match
    assert tried is not None
    assert (tried.matched, tried.compared, tried.is_complete) == (1, 2, True)
    begin(ann, fast)
    told = answer(ann, ann.session.explain("fast", slow)).explanation
    assert told is not None
    assert not told.matches
    assert told.sentences[0] == "Speed > 80: Speed is 63 km/h, 17 km/h too low"

    paused = answer(ann, ann.session.pause("all")).subscriptions
    assert [s.is_paused for s in paused] == [True]
    publisher.publish(an_event(id="unheard", speed=10), an_event(id="heard", speed=120))
    ann.wait_for(lambda: ann.event_ids()[-1] == "heard")
    assert "unheard" not in ann.event_ids()
    answer(ann, ann.session.unpause("all"))
    assert answer(ann, ann.session.rename("all", "Everything")).subscriptions[0].name == "Everything"
    publisher.publish(an_event(id="last", speed=10))
    ann.wait_for(lambda: ann.event_ids()[-1] == "last")
    notified = [item for item in ann.told if isinstance(item, NotificationReceived)]
    assert [matched.name for matched in notified[-1].notification.matched] == ["Everything"]


def test_a_topic_is_advertised_published_subscribed_to_and_withdrawn(
    gateway: Gateway, desk: Callable[[str], Desk], companion: Companion
) -> None:
    ann = desk("ann")
    assert gateway.ask(Advertise("q1", BOATS)) == Acknowledgement("q1")
    ann.wait_for(lambda: any(isinstance(i, TopicsReceived) and "Boats" in i.topics for i in ann.told))
    begin(ann, a_subscription(BOATS, id="boats", owner="ann", filter="Speed > 80"))
    feature = a_feature(an_event(id="boat 1", speed=90))
    gateway.outbox.add("Boats", feature | {"properties": feature["properties"] | {"Topic": "Boats"}})
    gateway.send_until_journaled()
    ann.wait_for(lambda: ann.event_ids() == ["boat 1"])

    changed = replace(BOATS, version=2, attributes=BOATS.attributes[:-1], happened=TimeSource())
    refused = gateway.ask(Advertise("q2", changed))
    assert isinstance(refused, Refusal)
    assert "attribute PosTime removed" in refused.message
    refused = gateway.ask(Withdraw("q3", "Boats"))
    assert isinstance(refused, Refusal)
    assert refused.got == "1 subscriptions"
    answer(ann, ann.session.unsubscribe("boats"))
    assert gateway.ask(Withdraw("q4", "Boats")) == Acknowledgement("q4")
    state = gateway.ask(AskState("q5"))
    assert isinstance(state, Acknowledgement)
    assert state.status is not None
    assert state.status.counters["requests"] >= 5


def test_a_subscriber_may_not_advertise(companion: Companion) -> None:
    replies: list[bytes] = []
    heard, listens = threading.Event(), threading.Event()
    client = mqtt.Client(CallbackAPIVersion.VERSION2)
    client.username_pw_set("ann", PASSWORD)
    client.on_connect = lambda *_: client.subscribe(addresses.reply("ann"), 1)
    client.on_subscribe = lambda *_: listens.set()
    client.on_message = lambda _client, _data, message: (replies.append(bytes(message.payload)), heard.set())
    client.connect(companion.host, companion.port)
    client.loop_start()
    try:
        assert listens.wait(DEADLINE_S)
        client.publish(addresses.request("ann"), encode_request(Advertise("q1", BOATS)), qos=1)
        assert heard.wait(DEADLINE_S)
    finally:
        client.disconnect()
        client.loop_stop()
    error = json.loads(replies[0])["error"]
    assert error["message"] == "topic.name: expected a topic that ann may publish, got 'Boats'"


def test_events_are_journaled_once_though_broker_and_matcher_die_before_the_receipts(
    companion: Companion, desk: Callable[[str], Desk]
) -> None:
    ann = desk("ann")
    begin(ann, a_subscription(id="all", owner="ann"))
    gateway = Gateway(companion)
    for number in range(50):
        gateway.outbox.add("EALocation", a_feature(an_event(id=f"e{number}", speed=float(number))))
    for message in gateway.outbox.due(0.0)[:1]:
        gateway._client.publish(addresses.publish(message.topic), message.payload, qos=1)
    companion.kill()
    gateway.close()
    companion.start()
    again = Gateway(companion)
    again.outbox = gateway.outbox
    again.outbox.connected(0.0)
    try:
        again.send_until_journaled()
    finally:
        again.close()
    ann.wait_for(lambda: len(ann.event_ids()) == 50)
    assert ann.event_ids() == [f"e{number}" for number in range(50)]


def test_two_desks_of_one_user_see_everything_in_order_though_one_was_away(
    companion: Companion, publisher: Publisher, desk: Callable[[str], Desk]
) -> None:
    first = desk("ann")
    begin(first, a_subscription(id="all", owner="ann"))
    brief = SubscriptionOptions(expire_after_s=0.05)
    begin(first, a_subscription("WSObservation", id="brief", owner="ann", options=brief))
    publisher.publish(*(an_event(id=f"a{number}", speed=float(number)) for number in range(20)))
    publisher.publish(an_event("WSObservation", id="soon gone"))
    first.wait_for(lambda: len(first.event_ids()) == 21)
    gone_at = datetime.now(UTC) + timedelta(seconds=0.05)
    first.wait_for(lambda: datetime.now(UTC) > gone_at)
    second = desk("ann")
    publisher.publish(*(an_event(id=f"b{number}", speed=float(number)) for number in range(20)))
    expected = [f"a{number}" for number in range(20)] + [f"b{number}" for number in range(20)]
    second.wait_for(lambda: second.event_ids() == expected)
    first.wait_for(lambda: len(first.event_ids()) == 41)
    assert first.event_ids() == [*expected[:20], "soon gone", *expected[20:]]
    for each in (first, second):
        numbers = [i.notification.number for i in each.told if isinstance(i, NotificationReceived)]
        assert numbers == sorted(set(numbers))
        assert each.session.state is LinkState.ONLINE
