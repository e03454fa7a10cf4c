"""The service's step: what arrives is journaled before it is acknowledged, and requests keep their place."""

import json
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from broker_local.protocol.addresses import TOPICS, inbox, publish, receipt, reply, request
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event_codec import encode_event
from broker_local.protocol.notification import InboxMark
from broker_local.protocol.notification_codec import decode_inbox
from broker_local.protocol.receipt import Receipt, RefusedPart
from broker_local.protocol.receipt_codec import decode_receipt
from broker_local.protocol.reply_codec import decode_reply
from broker_local.protocol.request_codec import encode_request
from broker_local.protocol.requests import UNASKED, Acknowledgement, Advertise, Subscribe, Unsubscribe
from broker_local.protocol.subscription import SubscriptionOptions
from broker_local.protocol.topic_codec import decode_topics
from broker_local.service import runner
from broker_local.service.journal import Journal
from broker_local.service.mqtt_link import Message, MqttLink
from broker_local.service.retention import Retention
from broker_local.service.runner import _REQUESTS_AT_ONCE, Service, offline_status
from tests.builders import EA_LOCATION, a_feature, a_subscription, an_event


class RecordingLink(MqttLink):
    """A link without a broker that notes what is sent and acknowledged, in order."""

    def __init__(self, journal: Journal) -> None:
        super().__init__("test", "matcher", "secret", [])
        self.done: list[tuple[str, object]] = []
        self.payloads: list[tuple[str, bytes]] = []
        self._journal = journal

    is_connected = True

    def send_now(self, address: str, payload: bytes) -> bool:
        return self.is_connected and self.publish(address, payload)

    def publish(self, address: str, payload: bytes, *, retain: bool = False) -> bool:
        self.done.append(("sent", address))
        self.payloads.append((address, payload))
        return True

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


def test_a_receipt_is_sent_once_the_events_are_journaled_also_for_a_resend(journal: Journal) -> None:
    link = RecordingLink(journal)
    service = Service(link, journal, builtin_topics())
    features = [a_feature(an_event(id=f"e{i}")) for i in range(2)] + [{"type": "Feature"}]
    wanted = {"to": "gateway", "message": "m1"}
    payload = json.dumps({"type": "FeatureCollection", "features": features, "receipt": wanted}).encode()
    for _ in range(2):
        service.step([Message(publish("EALocation"), payload, 1, 1, 1)])
    receipts = [decode_receipt(payload) for address, payload in link.payloads if address == receipt("gateway")]
    reason = "features[2].properties: expected a JSON object, got None"
    assert receipts == [Receipt("m1", ("e0", "e1"), (RefusedPart(2, reason),))] * 2
    assert journal.count("events") == 2
    assert [how for how, _ in link.done] == ["sent", "acknowledged"] * 2


def test_the_changes_of_several_requests_are_journaled_together_and_answered_each(journal: Journal) -> None:
    link = RecordingLink(journal)
    service = Service(link, journal, builtin_topics())
    payloads = [encode_request(Subscribe(f"q{i}", a_subscription(id=f"z{i}", owner="ann"))) for i in range(100)]
    begun = []
    journal.file.db.set_trace_callback(lambda statement: begun.append(statement) if "BEGIN" in statement else None)
    service.step([Message(request("ann"), payload, 1, 1, 1) for payload in [*payloads, b"bad"]])
    assert journal.count("subscriptions") == 100
    assert [address for address, _ in link.payloads] == [reply("ann")] * 101
    assert len(begun) <= 101 // _REQUESTS_AT_ONCE + 2


def test_a_subscription_whose_time_is_up_ends_and_its_owner_is_told(journal: Journal) -> None:
    link = RecordingLink(journal)
    service = Service(link, journal, builtin_topics())
    ends_at = datetime.now(UTC) + timedelta(seconds=0.3)
    soon = a_subscription(id="soon", owner="ann", options=SubscriptionOptions(ends_at=ends_at))
    service.step([Message(request("ann"), encode_request(Subscribe("q1", soon)), 1, 1, 1)])
    until = time.monotonic() + 10.0
    while len(link.payloads) < 2:
        assert time.monotonic() < until
        service.step([])
    assert datetime.now(UTC) >= ends_at
    assert decode_reply(link.payloads[1][1], builtin_topics()) == Acknowledgement(UNASKED, ended=("soon",))
    service.step([published("after")])
    assert [address for address, _ in link.payloads] == [reply("ann"), reply("ann")]


def test_an_advertised_topic_is_announced_at_once(journal: Journal) -> None:
    link = RecordingLink(journal)
    service = Service(link, journal, builtin_topics(), may_advertise=lambda user, topic: True)
    floods = replace(EA_LOCATION, name="Floods")
    service.step([Message(request("river"), encode_request(Advertise("q1", floods)), 1, 1, 1)])
    announced = [decode_topics(payload) for address, payload in link.payloads if address == TOPICS]
    assert [topics["Floods"] for topics in announced] == [floods]


def test_while_the_broker_is_away_deliveries_are_counted_and_their_number_told_later(journal: Journal) -> None:
    link = RecordingLink(journal)
    service = Service(link, journal, builtin_topics())
    service.step([Message(request("ann"), encode_request(Subscribe("q1", a_subscription(owner="ann"))), 1, 1, 1)])
    link.is_connected = False
    service.step([published("a"), published("b")])
    assert (service.status().counters["undelivered"], service.status().counters["delivered"]) == (2, 0)
    link.is_connected = True
    link.payloads.clear()
    until = time.monotonic() + 10.0
    while not link.payloads:
        assert time.monotonic() < until
        service.step([])
    ((address, payload),) = link.payloads
    assert (address, decode_inbox(payload, builtin_topics())) == (inbox("ann"), InboxMark(2))


def test_old_events_are_trimmed_between_batches(journal: Journal) -> None:
    service = Service(RecordingLink(journal), journal, builtin_topics(), retention=Retention(max_events=2))
    for name in "abcd":
        service.step([published(name)])
    assert journal.count("events") == 2
    assert service.status().counters["trimmed"] == 2


def test_large_messages_are_journaled_in_several_batches(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "_LARGEST_BATCH_BYTES", len(published("a").payload) * 2)
    link = RecordingLink(journal)
    Service(link, journal, builtin_topics()).step([published(name) for name in "abcde"])
    assert [what for how, what in link.done if how == "acknowledged"] == [2, 2, 4, 4, 5]


def test_the_farewell_says_offline() -> None:
    assert not offline_status().online
