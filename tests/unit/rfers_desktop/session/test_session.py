"""Tests of the session: its states, its requests, what it hands on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from broker_local.protocol.addresses import PROTOCOL_VERSION
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.requests import (
    Acknowledgement,
    DryRun,
    Explain,
    ListSubscriptions,
    Pause,
    Refusal,
    Rename,
    Request,
    Resume,
    Subscribe,
    Unpause,
    Unsubscribe,
)
from rfers_desktop.session.items import (
    LinkState,
    MessageRefused,
    ReplyReceived,
    RequestFailed,
    StateChanged,
    TopicsReceived,
)
from rfers_desktop.session.link_events import (
    BadMessage,
    BrokenCode,
    LinkDown,
    LinkRefused,
    LinkUp,
    ReplyMessage,
    TopicsMessage,
)
from rfers_desktop.session.session import REPLY_WITHIN_S, STATUS_WITHIN_S, Session
from tests.builders import TOPICS, a_subscription, an_event
from tests.unit.rfers_desktop.desk_doubles import FakeLink
from tests.unit.rfers_desktop.session.session_desk import (
    A_SUBSCRIPTION,
    Desk,
    a_status,
    inbox,
    numbers,
    states,
)


def test_a_user_name_that_cannot_be_an_address_is_refused_at_once() -> None:
    with pytest.raises(ProtocolError, match="user: expected letters"):
        Session("a/b", "secret", "station", 1883, open_link=FakeLink)


def test_starting_connects_and_says_so() -> None:
    link = FakeLink()
    session = Session("officer", "secret", "station", 1883, open_link=lambda *_: link)
    session.start()
    assert link.is_started
    assert session.drain() == [StateChanged(LinkState.CONNECTING, "connecting to station:1883")]


def test_with_broker_and_matcher_there_the_desk_is_online_and_asks_for_what_it_has_and_missed() -> None:
    desk = Desk()
    assert states(desk.after(LinkUp(), a_status())) == [LinkState.ONLINE]
    assert desk.count(ListSubscriptions) == 1
    assert desk.last(Resume).after == 0


def test_nothing_is_asked_before_a_matcher_is_there() -> None:
    desk = Desk()
    desk.after(LinkUp())
    assert desk.link.sent == []


@pytest.mark.parametrize(
    ("event", "state"),
    [
        (LinkDown("no broker answers at station:1883"), LinkState.BROKER_AWAY),
        (LinkRefused("the user name or the password is wrong"), LinkState.REFUSED),
        (a_status(online=False), LinkState.MATCHER_AWAY),
        (a_status(version=PROTOCOL_VERSION + 1), LinkState.OTHER_VERSION),
    ],
)
def test_what_stands_in_the_way_is_told(event: object, state: LinkState) -> None:
    desk = Desk()
    desk.come_online()
    (changed,) = [item for item in desk.after(event) if isinstance(item, StateChanged)]
    assert changed.state is state
    assert changed.detail


def test_a_broker_without_a_status_has_no_matcher() -> None:
    desk = Desk()
    assert states(desk.after(LinkUp())) == []
    desk.clock.now += STATUS_WITHIN_S
    assert states(desk.after()) == [LinkState.MATCHER_AWAY]


def test_a_state_is_told_once() -> None:
    desk = Desk()
    assert states(desk.after(LinkDown("a"), LinkDown("b"))) == [LinkState.BROKER_AWAY]


def test_a_reply_is_matched_with_its_request() -> None:
    desk = Desk()
    desk.come_online()
    subscription = a_subscription()
    request_id = desk.session.subscribe(subscription)
    sent = desk.last(Subscribe)
    assert sent == Subscribe(request_id, subscription)
    reply = Acknowledgement(request_id, (subscription,))
    assert desk.after(ReplyMessage(reply)) == [ReplyReceived(sent, reply)]


def test_requests_have_ids_of_their_own() -> None:
    desk = Desk()
    desk.come_online()
    assert len({desk.session.unsubscribe("s") for _ in range(10)}) == 10


@pytest.mark.parametrize(
    ("ask", "expected"),
    [
        (lambda session: session.pause("z"), lambda request_id: Pause(request_id, "z")),
        (lambda session: session.unpause("z"), lambda request_id: Unpause(request_id, "z")),
        (lambda session: session.rename("z", "new"), lambda request_id: Rename(request_id, "z", "new")),
        (lambda session: session.dry_run(A_SUBSCRIPTION, 2), lambda request_id: DryRun(request_id, A_SUBSCRIPTION, 2)),
        (
            lambda session: session.explain("z", an_event(id="e", publisher="truck")),
            lambda request_id: Explain(request_id, "z", "EALocation", "e", "truck"),
        ),
    ],
)
def test_all_that_can_be_asked_is_asked(ask: Callable[[Session], str], expected: Callable[[str], Request]) -> None:
    desk = Desk()
    desk.come_online()
    assert expected(ask(desk.session)) == desk.link.sent[-1]


def test_a_request_without_an_answer_is_told_as_failed_when_its_time_is_up() -> None:
    desk = Desk()
    desk.come_online()
    desk.session.unsubscribe("s")
    desk.clock.now += REPLY_WITHIN_S - 0.1
    assert not [item for item in desk.after() if isinstance(item, RequestFailed)]
    desk.clock.now += 0.1
    failed = [item for item in desk.after() if isinstance(item, RequestFailed)]
    assert RequestFailed(desk.last(Unsubscribe), "no answer within 10 seconds") in failed


def test_a_request_made_before_the_desk_is_online_is_sent_when_it_is() -> None:
    desk = Desk()
    request_id = desk.session.subscribe(a_subscription())
    assert desk.link.sent == []
    desk.after(LinkUp(), a_status())
    assert desk.last(Subscribe).request_id == request_id


def test_a_request_whose_answer_was_lost_with_the_connection_is_sent_again() -> None:
    desk = Desk()
    desk.come_online()
    desk.session.subscribe(a_subscription())
    desk.after(LinkDown("lost"))
    desk.after(LinkUp(), a_status())
    assert desk.count(Subscribe) == 2
    assert len({request.request_id for request in desk.link.sent if isinstance(request, Subscribe)}) == 1


def test_a_request_that_was_given_up_is_not_sent_later() -> None:
    desk = Desk()
    desk.session.subscribe(a_subscription())
    desk.clock.now += REPLY_WITHIN_S
    (failed,) = [item for item in desk.after() if isinstance(item, RequestFailed)]
    assert failed.reason.endswith(": connecting")
    desk.after(LinkUp(), a_status())
    assert desk.count(Subscribe) == 0


def test_what_another_desk_of_the_user_began_is_told_and_its_refusals_are_not() -> None:
    desk = Desk()
    desk.come_online()
    begun = Acknowledgement("not ours", (a_subscription(),))
    refused = Refusal("not ours either", "filter", "sense", "nonsense", "no")
    assert desk.after(ReplyMessage(begun), ReplyMessage(refused)) == [ReplyReceived(None, begun)]


def test_bad_messages_are_counted_and_told() -> None:
    desk = Desk()
    items = desk.after(BadMessage("rfers/v1/inbox/officer", "reason"), BadMessage("rfers/v1/status", "other"))
    assert items == [
        MessageRefused("rfers/v1/inbox/officer", "reason", 1),
        MessageRefused("rfers/v1/status", "other", 2),
    ]


def test_topics_are_handed_on() -> None:
    assert Desk().after(TopicsMessage(TOPICS)) == [TopicsReceived(TOPICS)]


def test_an_error_of_our_own_on_the_network_thread_is_raised_and_nothing_else_is_lost() -> None:
    desk = Desk()
    desk.come_online()
    desk.link.bring(*inbox(1), BrokenCode(KeyError("ours")), *inbox(2))
    with pytest.raises(ExceptionGroup) as raised:
        desk.session.drain()
    assert raised.value.exceptions[0].args == ("ours",)
    assert numbers(desk.session.drain()) == [1, 2]


def test_stopping_ends_the_link() -> None:
    desk = Desk()
    desk.session.stop()
    assert desk.link.is_stopped
    assert states(desk.session.drain()) == [LinkState.STOPPED]
