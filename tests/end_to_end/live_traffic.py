"""Traffic over a real broker: publishers, desks that ask and are told, and what they were told."""

from __future__ import annotations

import queue

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from broker_local.protocol import addresses
from broker_local.protocol.event import Event
from broker_local.protocol.event_codec import encode_events
from broker_local.protocol.json_text import parse_json
from broker_local.protocol.limits import MAX_MESSAGE_BYTES
from broker_local.protocol.request_codec import encode_request
from broker_local.protocol.requests import Request
from rfers_desktop.session.items import NotificationReceived
from tests.end_to_end.companion import DEADLINE_S, PASSWORD, Companion, Desk, Publisher
from tests.recorded_traffic import USERS, Delivered, deliveries_in


class Asker:
    """A second client of a user, which sends any request and waits for the answer to it."""

    def __init__(self, companion: Companion, user: str) -> None:
        self._user = user
        self._answers: queue.Queue[object] = queue.Queue()
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2)
        self._client.username_pw_set(user, PASSWORD)
        self._client.on_message = lambda client, data, message: self._answers.put(_request_id(message.payload))
        self._client.on_subscribe = lambda *told: self._answers.put(None)
        self._client.connect(companion.host, companion.port)
        self._client.subscribe(addresses.reply(user), qos=1)
        self._client.loop_start()
        assert self._answers.get(timeout=DEADLINE_S) is None

    def ask(self, asked: Request) -> None:
        self._client.publish(addresses.request(self._user), encode_request(asked), qos=1)
        while self._answers.get(timeout=DEADLINE_S) != asked.request_id:
            continue  # an answer to the desk

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def _request_id(payload: bytes) -> object:
    reply = parse_json(payload, "reply", MAX_MESSAGE_BYTES)
    return reply.get("request_id") if isinstance(reply, dict) else None


class LiveTraffic:
    """A publisher and three users at a companion that serves."""

    def __init__(self, companion: Companion) -> None:
        self._publisher = Publisher(companion)
        self._desks = {user: Desk(companion, user) for user in USERS}
        self._askers = {user: Asker(companion, user) for user in USERS}
        self._asked = 0
        self._sent = 0

    def publish(self, *events: Event) -> None:
        self._publisher.send(encode_events(events), events[0].topic)
        self._sent += len(events)

    def publish_broken(self) -> None:
        self._publisher.send(b"{]")

    def ask(self, user: str, asked: Request) -> None:
        self._askers[user].ask(asked)

    def request_id(self) -> str:
        self._asked += 1
        return f"q{self._asked}"

    def settle(self, told: dict[str, int]) -> None:
        """Wait until every desk has been told so many events."""
        for user, desk in self._desks.items():
            desk.wait_for(lambda desk=desk, user=user: len(desk.event_ids()) >= told[user])

    def wait_until_accepted(self) -> None:
        desk = self._desks[USERS[0]]
        desk.wait_for(lambda: desk.counter("accepted") == self._sent)

    def delivered(self) -> set[Delivered]:
        """What the desks were told."""
        return {
            delivered
            for user, desk in self._desks.items()
            for item in desk.told
            if isinstance(item, NotificationReceived)
            for delivered in deliveries_in(item.notification, user)
        }

    def close(self) -> None:
        for part in (self._publisher, *self._desks.values(), *self._askers.values()):
            part.close()
