"""Tests of the session's inbox: nothing is lost, nothing comes twice, whatever the link does."""

from __future__ import annotations

import pytest

from broker_local.protocol.notification import InboxMark
from broker_local.protocol.requests import (
    ListSubscriptions,
    Refusal,
    Resume,
)
from rfers_desktop.session.items import (
    InboxRestarted,
    LinkState,
    ReplyReceived,
)
from rfers_desktop.session.link_events import (
    BadMessage,
    LinkDown,
    LinkUp,
    MarkMessage,
    ReplyMessage,
)
from rfers_desktop.session.session import MOST_CAUGHT_UP_WITH, REPLY_WITHIN_S, STATUS_WITHIN_S
from tests.unit.rfers_desktop.session.session_desk import (
    MORNING,
    NOON,
    Desk,
    a_status,
    ack,
    inbox,
    mark,
    numbers,
    states,
)


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
