"""The service's step: what arrives is journaled before it is acknowledged, and requests keep their place."""

from pathlib import Path

import pytest

from broker_local.protocol.addresses import inbox, publish, reply, request
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event_codec import encode_event
from broker_local.protocol.request_codec import encode_request
from broker_local.protocol.requests import Subscribe, Unsubscribe
from broker_local.service.journal import Journal
from broker_local.service.mqtt_link import Message, MqttLink
from broker_local.service.runner import Service, offline_status
from tests.builders import a_subscription, an_event


class RecordingLink(MqttLink):
    """A link without a broker that notes what is sent and acknowledged, in order."""

    def __init__(self, journal: Journal) -> None:
        super().__init__("test", "matcher", "secret", [])
        self.done: list[tuple[str, object]] = []
        self._journal = journal

    def publish(self, address: str, payload: bytes, *, retain: bool = False) -> None:
        self.done.append(("sent", address))

    def acknowledge(self, message: Message) -> None:
        self.done.append(("acknowledged", self._journal.count("events") + self._journal.count("rejected")))


@pytest.fixture
def journal(tmp_path: Path):
    opened = Journal(tmp_path / "journal.sqlite")
    yield opened
    opened.close()


def published(event_id: str) -> Message:
    return Message(publish("EALocation"), encode_event(an_event(id=event_id)), 1, 1, 1)


def test_requests_and_events_are_handled_in_the_order_they_came(journal: Journal) -> None:
    link = RecordingLink(journal)
    service = Service(link, journal, builtin_topics())
    begin = encode_request(Subscribe("q1", a_subscription(id="z", owner="ann")))
    end = encode_request(Unsubscribe("q2", "z"))
    asked = [Message(request("ann"), payload, 1, 1, 1) for payload in (begin, end)]
    service.step([published("before"), asked[0], published("during"), asked[1], published("after")])
    sent = [what for how, what in link.done if how == "sent"]
    assert sent == [reply("ann"), inbox("ann"), reply("ann")]
    assert journal.count("events") == 3


def test_a_message_is_acknowledged_only_once_it_is_journaled(journal: Journal) -> None:
    link = RecordingLink(journal)
    service = Service(link, journal, builtin_topics())
    service.step([published("a"), Message(publish("EALocation"), b"bad", 1, 1, 1), published("b")])
    assert [what for how, what in link.done if how == "acknowledged"] == [3, 3, 3]


def test_the_farewell_says_offline() -> None:
    assert not offline_status().online
