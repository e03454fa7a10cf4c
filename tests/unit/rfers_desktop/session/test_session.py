"""Tests of the session's rules, with the test at the other end of the link."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import TypeVar

import pytest

from broker_local.protocol.addresses import PROTOCOL_VERSION
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.notification import InboxMark
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
from broker_local.protocol.status import ServiceStatus
from rfers_desktop.session.items import (
    InboxRestarted,
    LinkState,
    MessageRefused,
    NotificationReceived,
    ReplyReceived,
    RequestFailed,
    SessionItem,
    StateChanged,
    TopicsReceived,
)
from rfers_desktop.session.link_events import (
    BadMessage,
    BrokenCode,
    InboxMessage,
    LinkDown,
    LinkRefused,
    LinkUp,
    MarkMessage,
    ReplyMessage,
    StatusMessage,
    TopicsMessage,
)
from rfers_desktop.session.session import MOST_CAUGHT_UP_WITH, REPLY_WITHIN_S, STATUS_WITHIN_S, Session
from tests.builders import TOPICS, a_subscription, an_event
from tests.unit.rfers_desktop.desk_doubles import RECEIVED, FakeLink, HandClock, a_notification

MORNING = datetime(2026, 8, 5, 6, tzinfo=UTC)
NOON = datetime(2026, 8, 5, 12, tzinfo=UTC)
A_SUBSCRIPTION = a_subscription()
_R = TypeVar("_R", bound=Request)


class Desk:
    """A session, the link behind it, and a clock."""

    def __init__(self) -> None:
        self.link = FakeLink()
        self.clock = HandClock()
        self.session = Session("officer", "secret", "station", 1883, open_link=lambda *_: self.link, clock=self.clock)
        self.session.start()
        self.session.drain()

    def after(self, *events: object) -> list[SessionItem]:
        """What the session tells when the link hands these over."""
        self.link.bring(*events)  # type: ignore[arg-type]
        return self.session.drain()

    def come_online(self, last_number: int = 0) -> list[SessionItem]:
        """Connect, find a matcher, and be told that nothing was missed."""
        items = self.after(LinkUp(), a_status())
        return items + self.after(mark(self.last(Resume), last_number))

    def last(self, kind: type[_R]) -> _R:
        """The latest request of a kind."""
        return [request for request in self.link.sent if isinstance(request, kind)][-1]

    def count(self, kind: type[Request]) -> int:
        """How many requests of a kind were sent."""
        return sum(isinstance(request, kind) for request in self.link.sent)


def a_status(online: bool = True, version: int = PROTOCOL_VERSION, started_at: datetime = MORNING) -> StatusMessage:
    return StatusMessage(ServiceStatus(online, version, NOON, started_at))


def ack(request: Request, **members: object) -> ReplyMessage:
    return ReplyMessage(Acknowledgement(request.request_id, **members))  # type: ignore[arg-type]


def mark(request: Resume, last_number: int, through: int | None = None, *sent: tuple[int, int]) -> MarkMessage:
    """The end of the answer to a Resume that reached `through`, by default all there is, and brought `sent`."""
    reached = last_number if through is None else through
    return MarkMessage(InboxMark(last_number, request.request_id, request.after, reached, sent))


def inbox(*numbers: int) -> list[InboxMessage]:
    return [InboxMessage(a_notification(number), RECEIVED) for number in numbers]


def numbers(items: Iterable[SessionItem]) -> list[int]:
    return [item.notification.number for item in items if isinstance(item, NotificationReceived)]


def states(items: Iterable[SessionItem]) -> list[LinkState]:
    return [item.state for item in items if isinstance(item, StateChanged)]


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


def test_notifications_are_handed_out_in_order_and_once() -> None:
    desk = Desk()
    desk.come_online()
    assert numbers(desk.after(*inbox(1, 2, 2, 1, 3))) == [1, 2, 3]


def test_a_gap_is_asked_for_and_what_jumped_it_waits_for_it() -> None:
    desk = Desk()
    desk.come_online(last_number=2)
    assert numbers(desk.after(*inbox(5))) == []
    assert desk.last(Resume).after == 2
    assert numbers(desk.after(*inbox(3, 4, 5), mark(desk.last(Resume), 5))) == [3, 4, 5]
    assert desk.count(Resume) == 2


def test_what_jumped_a_gap_is_handed_out_when_the_gap_is_known_to_be_all_that_is_left() -> None:
    desk = Desk()
    desk.come_online(last_number=2)
    desk.after(*inbox(5))
    assert numbers(desk.after(*inbox(4), mark(desk.last(Resume), 5))) == [4, 5]


def test_an_answer_that_overtakes_its_entries_loses_none_of_them() -> None:
    desk = Desk()
    desk.come_online(last_number=2)
    desk.after(*inbox(5))
    asked = desk.last(Resume)
    assert desk.after(ack(asked, last_number=5)) == []
    assert numbers(desk.after(*inbox(3, 4), mark(asked, 5))) == [3, 4, 5]


def test_the_mark_of_another_desk_only_tells_how_much_there_is() -> None:
    desk = Desk()
    desk.come_online(last_number=2)
    others = Resume("not ours", 0)
    desk.after(*inbox(4), mark(others, 4))
    assert desk.last(Resume).after == 2
    assert numbers(desk.after(*inbox(3), mark(desk.last(Resume), 4))) == [3, 4]


def test_a_number_that_could_not_be_sent_is_asked_for_when_it_is_told() -> None:
    desk = Desk()
    desk.come_online(last_number=2)
    desk.after(MarkMessage(InboxMark(last_number=4)))
    assert desk.last(Resume).after == 2
    asked = desk.count(Resume)
    assert numbers(desk.after(*inbox(3, 4), mark(desk.last(Resume), 4))) == [3, 4]
    desk.after(MarkMessage(InboxMark(last_number=4)))
    assert desk.count(Resume) == asked


def test_what_the_broker_dropped_of_an_answer_is_asked_for_again_in_smaller_pages() -> None:
    desk = Desk()
    desk.come_online(last_number=2)
    desk.after(*inbox(9))
    first = desk.last(Resume)
    assert numbers(desk.after(*inbox(3), mark(first, 9, 9, (3, 6), (9, 9)))) == [3]
    again = desk.last(Resume)
    assert (again.after, again.limit) == (3, first.limit // 2)
    assert numbers(desk.after(*inbox(4, 5, 6, 9), mark(again, 9, 9, (4, 6), (9, 9)))) == [4, 5, 6, 9]
    desk.after(*inbox(11))
    assert desk.last(Resume).limit == first.limit


def test_an_entry_that_cannot_be_understood_is_not_asked_for_for_ever() -> None:
    desk = Desk()
    desk.come_online(last_number=2)
    desk.after(*inbox(5))
    asked = desk.last(Resume)
    unread = BadMessage("rfers/v1/inbox/officer", "no such topic")
    assert numbers(desk.after(*inbox(3), unread, *inbox(5), mark(asked, 5, 5, (3, 5)))) == [3, 5]
    assert desk.last(Resume) == asked


def test_what_was_held_back_when_the_connection_was_lost_is_asked_for_again() -> None:
    desk = Desk()
    desk.come_online(last_number=2)
    desk.after(*inbox(4), LinkDown("lost"))
    desk.after(LinkUp(), a_status())
    assert desk.last(Resume).after == 2
    assert numbers(desk.after(*inbox(3), mark(desk.last(Resume), 4, 4, (3, 3)))) == [3]  # 4 has expired


def test_a_new_desk_asks_for_no_more_than_it_can_keep() -> None:
    desk = Desk()
    desk.after(LinkUp(), a_status())
    assert desk.last(Resume).newest == MOST_CAUGHT_UP_WITH
    desk.after(mark(desk.last(Resume), 7))
    desk.after(*inbox(9))
    assert desk.last(Resume).newest is None


def test_one_gap_is_asked_for_once_at_a_time() -> None:
    desk = Desk()
    desk.come_online()
    desk.after(*inbox(3, 5, 7))
    assert desk.count(Resume) == 2


def test_a_gap_that_opened_behind_an_answer_is_asked_for_next() -> None:
    desk = Desk()
    desk.come_online()
    desk.after(*inbox(3))
    desk.after(*inbox(6), mark(desk.last(Resume), 3))
    assert desk.last(Resume).after == 3
    assert desk.count(Resume) == 3


def test_a_long_absence_is_caught_up_with_page_by_page() -> None:
    desk = Desk()
    desk.after(LinkUp(), a_status())
    first = desk.last(Resume)
    assert numbers(desk.after(*inbox(1, 2), mark(first, 4, through=2), ack(first, last_number=4))) == [1, 2]
    assert desk.last(Resume).after == 2
    assert numbers(desk.after(*inbox(3, 4), mark(desk.last(Resume), 4))) == [3, 4]
    assert desk.count(Resume) == 2


def test_after_a_lost_connection_the_desk_resumes_after_the_last_number_it_has() -> None:
    desk = Desk()
    desk.come_online()
    desk.after(*inbox(1, 2, 3))
    desk.after(LinkDown("lost"))
    desk.after(LinkUp(), a_status())
    assert desk.last(Resume).after == 3
    assert desk.count(ListSubscriptions) == 2


def test_a_matcher_that_was_started_anew_is_caught_up_with() -> None:
    desk = Desk()
    desk.come_online()
    desk.after(a_status(started_at=MORNING))
    assert desk.count(Resume) == 1
    desk.after(a_status(started_at=NOON))
    assert desk.count(Resume) == 2


def test_a_matcher_that_was_away_is_caught_up_with_when_it_comes_back() -> None:
    desk = Desk()
    desk.come_online()
    desk.after(*inbox(1, 2))
    assert states(desk.after(a_status(online=False))) == [LinkState.MATCHER_AWAY]
    asked = desk.count(Resume)
    assert states(desk.after(a_status())) == [LinkState.ONLINE]
    assert desk.count(Resume) == asked + 1
    assert desk.last(Resume).after == 2


def test_a_status_that_overtakes_the_confirmation_is_not_forgotten() -> None:
    desk = Desk()
    early = desk.after(a_status())
    assert states(early) == []
    assert desk.link.sent == []
    assert states(desk.after(LinkUp()))[-1] is LinkState.ONLINE
    assert desk.count(Resume) == desk.count(ListSubscriptions) == 1
    desk.clock.now += STATUS_WITHIN_S + 1
    assert states(desk.after()) == []


def test_a_status_of_an_earlier_connection_does_not_count_for_the_next() -> None:
    desk = Desk()
    desk.come_online()
    desk.after(LinkDown("lost"))
    assert desk.session.state is LinkState.BROKER_AWAY
    desk.after(LinkUp())
    assert desk.session.state is LinkState.CONNECTING


def test_expired_numbers_are_asked_for_once_and_then_let_be() -> None:
    desk = Desk()
    desk.come_online()
    desk.after(*inbox(1, 9))
    asked = desk.count(Resume)
    assert desk.last(Resume).after == 1
    desk.after(mark(desk.last(Resume), 9))
    assert numbers(desk.after(*inbox(10, 11))) == [10, 11]
    assert desk.count(Resume) == asked


def test_pages_that_bring_nothing_still_end() -> None:
    desk = Desk()
    desk.after(LinkUp(), a_status())
    for number in (400, 900):
        desk.after(mark(desk.last(Resume), 1000, through=number))
        assert desk.last(Resume).after == number
    desk.after(mark(desk.last(Resume), 1000))
    assert desk.count(Resume) == 3
    assert numbers(desk.after(*inbox(1001))) == [1001]
    assert desk.count(Resume) == 3


@pytest.mark.parametrize("through", [0, 1])
def test_an_answer_that_leads_nowhere_does_not_start_a_circle(through: int) -> None:
    desk = Desk()
    desk.come_online()
    desk.after(*inbox(1, 9))
    asked = desk.count(Resume)
    desk.after(mark(desk.last(Resume), 9, through))
    assert desk.count(Resume) == asked
    desk.after(*inbox(10))
    assert desk.count(Resume) == asked + 1


def test_what_the_queue_had_no_room_for_is_asked_for_again_though_an_answer_spoke_of_it() -> None:
    desk = Desk()
    desk.come_online(last_number=1)
    desk.after(*inbox(3))
    desk.link.lost = 1  # number 2, which the answer below counts as sent
    assert numbers(desk.after(mark(desk.last(Resume), 3))) == []
    assert desk.last(Resume).after == 1
    assert numbers(desk.after(*inbox(2))) == [2, 3]


def test_an_inbox_that_began_anew_is_read_from_its_beginning() -> None:
    desk = Desk()
    desk.come_online()
    desk.after(*inbox(1, 2, 3))
    desk.after(LinkDown("lost"))
    desk.after(LinkUp(), a_status(started_at=NOON))
    items = desk.after(mark(desk.last(Resume), 1))
    assert InboxRestarted() in items
    assert desk.last(Resume).after == 0
    assert numbers(desk.after(*inbox(1))) == [1]


def test_a_resume_that_nobody_answers_is_asked_again_without_a_word() -> None:
    desk = Desk()
    desk.after(LinkUp(), a_status())
    desk.after(ack(desk.last(ListSubscriptions)))
    desk.clock.now += REPLY_WITHIN_S
    assert desk.after() == []
    assert desk.count(Resume) == 2


def test_a_refused_resume_is_told_and_not_repeated() -> None:
    desk = Desk()
    desk.after(LinkUp(), a_status())
    refusal = Refusal(desk.last(Resume).request_id, "after", "a number", "x", "after: expected a number, got x")
    (told,) = [item for item in desk.after(ReplyMessage(refusal)) if isinstance(item, ReplyReceived)]
    assert told.reply == refusal
    assert desk.count(Resume) == 1


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
