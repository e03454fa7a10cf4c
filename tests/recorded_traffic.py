"""Mixed traffic through a real service, here without a broker, while subscriptions begin, change, pause and end.

What the service delivers is noted as sets of (event, subscription, user, possibility, necessity), to be compared with
what a replay says. Some values, places, edges and wishes are not exact.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol

from broker_local.protocol.addresses import inbox, publish, request
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.certainty import Aggregation, Certainty
from broker_local.protocol.event import Event, PlacedBy, Placement
from broker_local.protocol.event_codec import encode_events
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape, about
from broker_local.protocol.notification import Notification
from broker_local.protocol.notification_codec import decode_inbox
from broker_local.protocol.operators import Operator
from broker_local.protocol.request_codec import encode_request
from broker_local.protocol.requests import Advertise, Pause, Request, Subscribe, Unpause, Unsubscribe
from broker_local.protocol.subscription import Subscription
from broker_local.protocol.topic import Attribute, AttributeType, AttributeValue, Topic
from broker_local.service.journal import Journal
from broker_local.service.mqtt_link import Message, MqttLink
from broker_local.service.runner import Service
from tests.builders import CALGARY, a_subscription, a_zone, an_event

Delivered = tuple[str, str, str, float, float]  # event, subscription, user, possibility, necessity
NOON = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
USERS = ("ann", "bob", "cho")
_OWN_TERMS = {"Speed": {"brisk": FuzzyNumber(40.0, 60.0, 25.0, 30.0, Shape.S_CURVE, Shape.GAUSSIAN)}}
_FILTERS: dict[str, tuple[str | None, ...]] = {
    "EALocation": (
        *(None, None, "Speed > 50", "AssetID LIKE 'A1%' AND Speed BETWEEN 10 AND 90"),
        *("Speed IS brisk", "Speed IS NOT VERY brisk WITH possibility >= 0.3 OR AssetID LIKE 'A1%'"),
    ),
    "WSObservation": (
        *(None, "Temperature IS hot AND Humidity IS VERY dry", "NOT Temperature IS hot", "Temperature > 27"),
        "Temperature IS hot WITH weight = 3 AND Humidity < 0.2",
    ),
    "Floods": (None, "Depth > 1"),
    "FireIncReports": (None,),
}
_CERTAINTIES = (
    *(None, None, None, Certainty(0.2, 0.0), Certainty(0.0, 0.1, Aggregation.PRODUCT)),
    *(Certainty(0.1, 0.0, Aggregation.LUKASIEWICZ), Certainty(0.3, 0.1, Aggregation.AVERAGE)),
)
FLOODS = Topic(
    name="Floods",
    geometries=frozenset(builtin_topics()["EALocation"].geometries),
    attributes=(Attribute("Depth", AttributeType.NUMBER), Attribute("Seen", AttributeType.TIMESTAMP)),
)
TALLER_FLOODS = replace(FLOODS, version=2, attributes=(*FLOODS.attributes, Attribute("River", AttributeType.TEXT)))


class Station(Protocol):
    """Where traffic goes: a service in this process, or one behind a broker."""

    def publish(self, *events: Event) -> None:
        """Events of one topic, in one message."""

    def publish_broken(self) -> None:
        """A message that is refused."""

    def ask(self, user: str, asked: Request) -> None:
        """A request of a desk, answered when this returns."""

    def request_id(self) -> str:
        """The next one."""


class NotingLink(MqttLink):
    """A link without a broker that keeps what is sent to inboxes."""

    def __init__(self) -> None:
        super().__init__("test", "matcher", "secret", [])
        self.sent: list[tuple[str, bytes]] = []

    is_connected = True

    def send_now(self, address: str, payload: bytes) -> bool:
        return self.publish(address, payload)

    def publish(self, address: str, payload: bytes, *, retain: bool = False) -> bool:
        self.sent.append((address, payload))
        return True

    def acknowledge(self, message: Message) -> None:
        pass


class Traffic:
    """A service on a journal, and what it has delivered so far."""

    def __init__(self, data: Path) -> None:
        data.mkdir(exist_ok=True)
        self.path = data / "journal.sqlite"
        self.journal = Journal(self.path)
        self._link = NotingLink()
        self._service = Service(self._link, self.journal, builtin_topics(), may_advertise=lambda user, topic: True)
        self._asked = 0
        self.topics = {**builtin_topics(), "Floods": TALLER_FLOODS}

    def publish(self, *events: Event) -> None:
        """Events that arrive in one message, of one topic."""
        self._service.step([Message(publish(events[0].topic), encode_events(events), 1, 1, 1)])

    def publish_broken(self) -> None:
        """A message that is refused."""
        self._service.step([Message(publish("EALocation"), b"{]", 1, 1, 1)])

    def ask(self, user: str, asked: Request) -> None:
        """A request of a desk."""
        self._service.step([Message(request(user), encode_request(asked), 1, 1, 1)])

    def request_id(self) -> str:
        """The next one."""
        self._asked += 1
        return f"q{self._asked}"

    def delivered(self) -> set[Delivered]:
        """What has gone into inboxes, as desks were told."""
        found: set[Delivered] = set()
        for user in USERS:
            for address, payload in self._link.sent:
                item = decode_inbox(payload, self.topics) if address == inbox(user) else None
                if isinstance(item, Notification):
                    found |= deliveries_in(item, user)
        return found

    def close(self) -> None:
        """Let go of the journal."""
        self.journal.close()


def deliveries_in(told: Notification, user: str) -> set[Delivered]:
    """What one notification of a user says."""
    return {(told.event.id, one.id, user, one.possibility, one.necessity) for one in told.matched}


@contextmanager
def traffic(data: Path) -> Iterator[Traffic]:
    """A service on a new journal."""
    made = Traffic(data)
    try:
        yield made
    finally:
        made.close()


def play_an_hour(to: Station, steps: int = 60, events_a_step: int = 8, seed: int = 7) -> None:
    """An hour of assets, sensors, reports and floods, in which every desk changes its mind now and then."""
    chance = random.Random(seed)
    to.ask("cho", Advertise(to.request_id(), FLOODS))
    names = [(user, f"zone-{number}") for user in USERS for number in range(4)]
    for step in range(steps):
        if step == steps // 2:
            to.ask("cho", Advertise(to.request_id(), TALLER_FLOODS))
        owner, name = chance.choice(names)
        match chance.randrange(6):
            case 0:
                to.ask(owner, Unsubscribe(to.request_id(), name))
            case 1:
                to.ask(owner, Pause(to.request_id(), name))
            case 2:
                to.ask(owner, Unpause(to.request_id(), name))
            case _:
                to.ask(owner, Subscribe(to.request_id(), _a_wish(chance, owner, name, step)))
        if step % 10 == 0:
            to.publish_broken()
        topic = chance.choice(("EALocation", "EALocation", "WSObservation", "FireIncReports", "Floods"))
        to.publish(*(_an_event(chance, topic, step, number, steps) for number in range(events_a_step)))


def _a_wish(chance: random.Random, owner: str, name: str, step: int) -> Subscription:
    topic = chance.choice(("EALocation", "EALocation", "WSObservation", "FireIncReports", "Floods"))
    zone = a_zone(CALGARY[0] + chance.uniform(-0.2, 0.2), CALGARY[1] + chance.uniform(-0.2, 0.2), 0.25)
    schema = FLOODS if topic == "Floods" else builtin_topics()[topic]
    text = chance.choice(_FILTERS[topic])
    made = a_subscription(
        schema,
        zone=chance.choice((zone, zone, None)),
        test=chance.choice((Operator.CONTAIN, Operator.DISJOINT, Operator.INTERSECT)),
        buffer_m=chance.choice((0.0, 500.0)),
        filter=None if text is None else parse_filter(text, schema, _OWN_TERMS if "brisk" in text else {}),
        id=name,
        owner=owner,
        name=f"wish {step}",
    )
    soft_m = chance.choice((0.0, 0.0, 5_000.0, 20_000.0))
    spatial = None if made.spatial is None else replace(made.spatial, soft_m=soft_m)
    return replace(made, spatial=spatial, certainty=chance.choice(_CERTAINTIES))


def _an_event(chance: random.Random, topic: str, step: int, number: int, steps: int) -> Event:
    """Of two that are points, about one has a place with an error, stated or of a geocoder."""
    event = _an_exact_event(chance, topic, step, number, steps)
    if event.geometry is None or chance.random() < 0.5:
        return event
    if topic == "FireIncReports":
        return replace(event, placed=Placement(PlacedBy.ADDRESS, chance.choice((0.3, 0.9, 1.0)), 5_000.0, "somewhere"))
    return replace(event, accuracy_m=chance.choice((0.0, 15.0, 1_500.0, 6_000.0)))


def _measured(chance: random.Random, value: float, error: float) -> AttributeValue:
    """A value, sometimes one that is not known exactly."""
    shape = chance.choice(tuple(Shape))
    return chance.choice(
        (
            *(value, value, value, about(value, error), about(value, error, shape)),
            *(FuzzyNumber(value, value + error), FuzzyNumber(value, math.inf, error, 0.0)),
            FuzzyNumber(value, value + error, error, 2.0 * error, shape, Shape.LINEAR),
        )
    )


def _an_exact_event(chance: random.Random, topic: str, step: int, number: int, steps: int) -> Event:
    at = NOON + timedelta(hours=step / steps, milliseconds=number)
    place = (CALGARY[0] + chance.uniform(-0.3, 0.3), CALGARY[1] + chance.uniform(-0.3, 0.3))
    name = f"{topic}-{step}-{number}"
    if topic == "EALocation":
        speed = _measured(chance, chance.uniform(0, 100), 15.0)
        changes = {"assetid": f"A{number}", "speed": speed, "posdate": at.date(), "postime": at.time()}
        return an_event(topic, geometry=place, id=name, time=at, publisher="gateway", **changes)
    if topic == "WSObservation":
        weather = {
            "temperature": _measured(chance, chance.uniform(20, 38), 3.0),
            "humidity": _measured(chance, chance.uniform(0.02, 0.3), 0.03),
        }
        return an_event(topic, geometry=place, id=name, obsdate=at.date(), obstime=at.time(), **weather)
    if topic == "FireIncReports" and number % 3 == 0:
        return an_event(topic, geometry=None, id=name, time=at, address="somewhere", inccause=None)
    if topic == "Floods":
        depth = chance.choice((None, 0.5, 2.0, _measured(chance, 0.9, 0.2)))
        return an_event(FLOODS, geometry=place, id=name, time=at, depth=depth, seen=at)
    return an_event(topic, geometry=place, id=name, time=at)
