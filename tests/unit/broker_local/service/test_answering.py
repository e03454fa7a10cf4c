"""Requests are carried out and acknowledged, or refused with the reason."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from broker_local.matching.matcher import Matcher
from broker_local.protocol.addresses import inbox, reply, request
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event_codec import content_digest
from broker_local.protocol.notification_codec import decode_notification
from broker_local.protocol.request_codec import decode_reply, encode_request
from broker_local.protocol.requests import (
    Acknowledgement,
    ListSubscriptions,
    Refusal,
    Reply,
    Request,
    Resume,
    Subscribe,
    Unsubscribe,
)
from broker_local.service.answering import Answering
from broker_local.service.delivery import deliver
from broker_local.service.intake import AcceptedEvent, Intake
from broker_local.service.journal import Journal
from broker_local.service.mqtt_link import Message
from broker_local.service.subscriptions import Subscriptions
from tests.builders import a_subscription, an_event

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


class Service:
    """A service without a broker."""

    def __init__(self, path: Path) -> None:
        self.journal = Journal(path)
        self.matcher = Matcher(builtin_topics())
        self.subscriptions = Subscriptions(self.journal, self.matcher, builtin_topics())
        self.answering = Answering(self.subscriptions, self.journal, builtin_topics())

    def answers(self, payload: bytes, user: str = "ann") -> list[tuple[str, bytes]]:
        return self.answering.answer(Message(request(user), payload, 0, 1, 1), NOW)

    def ask(self, asked: Request, user: str = "ann") -> Reply:
        address, payload = self.answers(encode_request(asked), user)[-1]
        assert address == reply(user)
        return decode_reply(payload, builtin_topics())


@pytest.fixture
def service(tmp_path: Path):
    made = Service(tmp_path / "journal.sqlite")
    yield made
    made.journal.close()


def test_subscribe_list_unsubscribe(service: Service) -> None:
    subscription = a_subscription(id="z", owner="ann")
    assert service.ask(Subscribe("q1", subscription)) == Acknowledgement("q1", (subscription,))
    assert service.ask(ListSubscriptions("q2")) == Acknowledgement("q2", (subscription,))
    assert service.ask(ListSubscriptions("q3"), "bob") == Acknowledgement("q3")
    refused = service.ask(Unsubscribe("q4", "z"), "bob")
    assert isinstance(refused, Refusal)
    assert refused.message == "subscription_id: expected a subscription of bob, got 'z'"
    assert service.ask(Unsubscribe("q5", "z")) == Acknowledgement("q5")
    assert service.ask(ListSubscriptions("q6")) == Acknowledgement("q6")


@pytest.mark.parametrize(
    ("payload", "request_id", "field"),
    [
        (b"?", None, "message"),
        (b'{"request_id":"q1","request":"dance"}', "q1", "request"),
        (
            b'{"request_id":"q1","request":"subscribe","subscription":{"id":"z","topic":"X"}}',
            "q1",
            "subscription.topic",
        ),
    ],
)
def test_a_bad_request_is_answered_with_what_was_wrong(
    service: Service, payload: bytes, request_id: str | None, field: str
) -> None:
    ((_, answer),) = service.answers(payload)
    refused = decode_reply(answer, builtin_topics())
    assert isinstance(refused, Refusal)
    assert (refused.request_id, refused.field) == (request_id, field)


def test_a_desk_resumes_where_it_was_in_pieces(service: Service) -> None:
    service.ask(Subscribe("q1", a_subscription(id="z", owner="ann")))
    events = [an_event(id=f"e{i}", speed=float(i)) for i in range(5)]
    intake = Intake([AcceptedEvent(event, content_digest(event)) for event in events])
    deliver(intake, service.matcher.match(events), service.subscriptions, service.journal, NOW)
    numbers, after = [], 1
    while True:
        *sent, (_, answer) = service.answers(encode_request(Resume("q2", after, limit=3)))
        numbers += [decode_notification(payload, builtin_topics()).number for address, payload in sent]
        assert all(address == inbox("ann") for address, _ in sent)
        acknowledged = decode_reply(answer, builtin_topics())
        assert isinstance(acknowledged, Acknowledgement)
        assert acknowledged.last_number == 5
        if acknowledged.more_after is None:
            break
        after = acknowledged.more_after
    assert numbers == [2, 3, 4, 5]
