"""Requests are carried out once and acknowledged, or refused with the reason."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from broker_local.matching.matcher import Matcher
from broker_local.protocol.addresses import PROTOCOL_VERSION, inbox, reply, request
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event import Event
from broker_local.protocol.event_writer import write_with_digest
from broker_local.protocol.notification import InboxMark
from broker_local.protocol.notification_codec import decode_inbox
from broker_local.protocol.reply_codec import decode_reply
from broker_local.protocol.request_codec import encode_request
from broker_local.protocol.requests import (
    Acknowledgement,
    Advertise,
    AskState,
    DryRun,
    Explain,
    Explanation,
    ListSubscriptions,
    Pause,
    Refusal,
    Rename,
    Reply,
    Request,
    Resume,
    Subscribe,
    Unpause,
    Unsubscribe,
    Withdraw,
)
from broker_local.protocol.status import ServiceStatus
from broker_local.protocol.topic import Topic
from broker_local.service.answering import Answering
from broker_local.service.delivery import deliver
from broker_local.service.dry_runs import DryRuns
from broker_local.service.intake import AcceptedEvent, Intake
from broker_local.service.journal import Journal
from broker_local.service.mqtt_link import Message
from broker_local.service.subscriptions import Subscriptions
from broker_local.service.topic_register import TopicRegister
from tests.builders import EA_LOCATION, a_subscription, a_zone, an_event

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
STATUS = ServiceStatus(True, PROTOCOL_VERSION, NOW, NOW, {"accepted": 7})
FLOODS = replace(EA_LOCATION, name="Floods")


class AskedDryRuns(DryRuns):
    """Writes down what it is asked."""

    def __init__(self) -> None:
        super().__init__(Path(), lambda address, payload: None)
        self.asked: list[tuple[str, DryRun, Topic]] = []

    def ask(self, user: str, request: DryRun, topic: Topic, now: datetime) -> None:
        self.asked.append((user, request, topic))


class Service:
    """A service without a broker."""

    def __init__(self, path: Path) -> None:
        self.journal = Journal(path)
        self.register = TopicRegister(self.journal, builtin_topics(), lambda user, topic: user == "river")
        self.matcher = Matcher(self.register.topics)
        self.subscriptions = Subscriptions(self.journal, self.matcher, self.register.topics)
        self.dry_runs = AskedDryRuns()
        self.answering = Answering(
            self.subscriptions, self.journal, self.register, self.dry_runs, status=lambda: STATUS
        )
        self.now = NOW

    def answers(self, payload: bytes, user: str = "ann") -> list[tuple[str, bytes]]:
        return self.answering.answer(Message(request(user), payload, 0, 1, 1), self.now)

    def ask(self, asked: Request, user: str = "ann") -> Reply:
        address, payload = self.answers(encode_request(asked), user)[-1]
        assert address == reply(user)
        return decode_reply(payload, self.register.topics)

    def accept(self, *events: Event) -> None:
        intake = Intake([AcceptedEvent(event, *write_with_digest(event)) for event in events])
        deliver(intake, self.matcher.match(events), self.subscriptions, self.journal, self.now)


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
    assert service.ask(Unsubscribe("q5", "z")) == Acknowledgement("q5", ended=("z",))
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
    service.accept(*(an_event(id=f"e{i}", speed=float(i)) for i in range(5)))
    numbers: list[int] = []
    after, pages = 1, 0
    while True:
        *sent, (_, answer) = service.answers(encode_request(Resume(f"r{pages}", after, limit=3)))
        assert all(address == inbox("ann") for address, _ in sent)
        *entries, mark = [decode_inbox(payload, builtin_topics()) for _, payload in sent]
        numbers += [entry.number for entry in entries]
        acknowledged = decode_reply(answer, builtin_topics())
        assert isinstance(acknowledged, Acknowledgement)
        assert acknowledged.last_number == 5
        assert mark == InboxMark(5, f"r{pages}", after, acknowledged.more_after or 5, ((after + 1, numbers[-1]),))
        pages += 1
        if acknowledged.more_after is None:
            break
        after = acknowledged.more_after
    assert (numbers, pages) == ([2, 3, 4, 5], 2)
    assert service.journal.acknowledged("ann") == 4


def marked(service: Service, resume: Resume) -> tuple[list[int], InboxMark]:
    """The numbers that a Resume brings, and the mark after them."""
    *entries, mark = [decode_inbox(p, builtin_topics()) for _, p in service.answers(encode_request(resume))[:-1]]
    assert isinstance(mark, InboxMark)
    return [entry.number for entry in entries], mark


def test_what_has_expired_is_left_out_and_the_mark_says_that_it_is_all(service: Service) -> None:
    brief = replace(a_subscription(id="brief", owner="ann").options, expire_after_s=60)
    service.ask(Subscribe("q1", a_subscription(id="brief", owner="ann", options=brief)))
    service.accept(an_event(id="e1"), an_event(id="e2"))
    service.now = NOW + timedelta(seconds=50)
    service.accept(an_event(id="e3"))
    service.now = NOW + timedelta(seconds=61)
    assert marked(service, Resume("r1", 0)) == ([3], InboxMark(3, "r1", 0, 3, ((3, 3),)))
    service.now = NOW + timedelta(seconds=200)
    assert marked(service, Resume("r2", 0)) == ([], InboxMark(3, "r2", 0, 3))
    assert marked(service, Resume("r3", 0, limit=2)) == ([], InboxMark(3, "r3", 0, 2))


def test_a_mark_tells_exactly_which_entries_are_left(service: Service) -> None:
    brief = replace(a_subscription(id="brief", owner="ann").options, expire_after_s=60)
    service.ask(Subscribe("q1", a_subscription("WSObservation", id="brief", owner="ann", options=brief)))
    service.ask(Subscribe("q2", a_subscription(id="all", owner="ann")))
    topics = ["EALocation", "EALocation", "WSObservation", "EALocation", "WSObservation"]
    service.accept(*(an_event(topic, id=f"e{i}") for i, topic in enumerate(topics)))
    service.now = NOW + timedelta(seconds=61)
    assert marked(service, Resume("r1", 0)) == ([1, 2, 4], InboxMark(5, "r1", 0, 5, ((1, 2), (4, 4))))


def test_a_new_desk_gets_the_newest_and_the_mark_covers_what_was_left_out(service: Service) -> None:
    service.ask(Subscribe("q1", a_subscription(id="z", owner="ann")))
    service.accept(*(an_event(id=f"e{i}") for i in range(5)))
    assert marked(service, Resume("r1", 0, newest=2)) == ([4, 5], InboxMark(5, "r1", 0, 5, ((4, 5),)))
    assert marked(service, Resume("r2", 4, newest=2)) == ([5], InboxMark(5, "r2", 4, 5, ((5, 5),)))
    assert marked(service, Resume("r3", 0, newest=100))[0] == [1, 2, 3, 4, 5]


def test_a_request_that_comes_again_gets_its_answer_again_and_does_nothing(service: Service) -> None:
    begin = encode_request(Subscribe("q1", a_subscription(id="z", owner="ann")))
    first = service.answers(begin)
    service.ask(Unsubscribe("q2", "z"))
    assert service.answers(begin) == first
    assert service.ask(ListSubscriptions("q3")) == Acknowledgement("q3")


def test_it_is_remembered_across_a_restart_and_by_user(service: Service, tmp_path: Path) -> None:
    begin = encode_request(Subscribe("q1", a_subscription(id="z")))
    first = service.answers(begin, "officer")
    service.journal.close()
    service.__init__(tmp_path / "journal.sqlite")  # type: ignore[misc]
    service.ask(Unsubscribe("q2", "z"), "officer")
    assert service.answers(begin, "officer") == first
    assert len(service.subscriptions) == 0
    assert isinstance(service.ask(Unsubscribe("q1", "z"), "bob"), Refusal)  # bob's q1 is another


def test_a_refusal_is_remembered_too(service: Service) -> None:
    end = encode_request(Unsubscribe("q1", "z"))
    refused = service.answers(end)
    service.ask(Subscribe("q2", a_subscription(id="z", owner="ann")))
    assert service.answers(end) == refused
    assert len(service.subscriptions) == 1


def test_another_request_under_a_used_id_is_refused(service: Service) -> None:
    service.ask(Subscribe("q1", a_subscription(id="z", owner="ann")))
    refused = service.ask(Unsubscribe("q1", "z"))
    assert isinstance(refused, Refusal)
    assert refused.message == "request_id: expected another id for another request, got 'q1'"
    assert len(service.subscriptions) == 1


def test_a_change_and_its_answer_are_journaled_together_or_not_at_all(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(service.journal.answered, "remember", fail)
    with pytest.raises(OSError, match="full"):
        service.ask(Subscribe("q1", a_subscription(id="z", owner="ann")))
    assert service.journal.count("subscriptions") == 0


def test_pause_unpause_rename(service: Service) -> None:
    subscription = a_subscription(id="z", owner="ann", name="old")
    service.ask(Subscribe("q1", subscription))
    paused = replace(subscription, is_paused=True)
    assert service.ask(Pause("q2", "z")) == Acknowledgement("q2", (paused,))
    service.accept(an_event(id="while paused"))
    assert service.ask(ListSubscriptions("q3")) == Acknowledgement("q3", (paused,))
    assert service.ask(Unpause("q4", "z")) == Acknowledgement("q4", (subscription,))
    service.accept(an_event(id="afterwards"))
    assert service.journal.last_number("ann") == 1
    renamed = replace(subscription, name="new")
    assert service.ask(Rename("q5", "z", "new")) == Acknowledgement("q5", (renamed,))
    assert isinstance(service.ask(Pause("q6", "z"), "bob"), Refusal)


def test_the_state_is_told(service: Service) -> None:
    assert service.ask(AskState("q1")) == Acknowledgement("q1", status=STATUS)


def test_a_dry_run_is_handed_on_and_answered_later(service: Service) -> None:
    asked = DryRun("q1", a_subscription(id="z", owner="ann"), hours=2)
    assert service.answers(encode_request(asked)) == []
    assert service.dry_runs.asked == [("ann", asked, builtin_topics()["EALocation"])]
    assert len(service.subscriptions) == 0


def test_an_advertised_topic_can_be_subscribed_to_and_withdrawn(service: Service) -> None:
    assert isinstance(service.ask(Advertise("q1", FLOODS)), Refusal)
    assert service.ask(Advertise("q1", FLOODS), "river") == Acknowledgement("q1")
    subscription = a_subscription(FLOODS, id="f", owner="ann", filter="Speed > 80")
    assert service.ask(Subscribe("q2", subscription)) == Acknowledgement("q2", (subscription,))
    refused = service.ask(Withdraw("q2", "Floods"), "river")
    assert isinstance(refused, Refusal)
    assert refused.got == "1 subscriptions"
    service.ask(Unsubscribe("q3", "f"))
    assert service.ask(Withdraw("q3", "Floods"), "river") == Acknowledgement("q3")
    assert service.register.topics == builtin_topics()


def test_why_an_event_does_not_match_is_explained(service: Service) -> None:
    service.ask(Subscribe("q1", a_subscription(id="z", owner="ann", zone=a_zone(), filter="Speed > 80")))
    service.accept(an_event(id="slow", publisher="truck"), an_event(id="fast", speed=90))
    slow = service.ask(Explain("q2", "z", "EALocation", "slow", "truck"))
    expected = Explanation(False, ("Speed > 80: Speed is 63 km/h, 17 km/h too low",))
    assert slow == Acknowledgement("q2", explanation=expected)
    fast = service.ask(Explain("q3", "z", "EALocation", "fast"))
    assert isinstance(fast, Acknowledgement)
    assert fast.explanation is not None
    assert fast.explanation.matches
    for absent in (Explain("q4", "z", "EALocation", "slow"), Explain("q5", "y", "EALocation", "fast")):
        assert isinstance(service.ask(absent), Refusal)


def test_circumstances_that_keep_a_match_from_being_told_are_explained(service: Service) -> None:
    service.accept(an_event(id="early"))
    service.now = NOW + timedelta(hours=1)
    service.ask(Subscribe("q1", a_subscription(id="z", owner="ann")))
    service.ask(Pause("q2", "z"))
    told = service.ask(Explain("q3", "z", "EALocation", "early"))
    assert isinstance(told, Acknowledgement)
    assert told.explanation == Explanation(
        True,
        (
            "the subscription is to everything of EALocation",
            "the subscription is paused: nothing is matched with it",
            "the event came at 2026-07-01 12:00:00 UTC, before the subscription was as it is now,"
            " since 2026-07-01 13:00:00 UTC",
        ),
    )
