"""Tests of the numbers of an inbox."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from rfers_desktop.session.inbox_order import SETTLED_AFTER_S, InboxOrder


def an_order(*numbers: int) -> InboxOrder:
    """An order that has seen these numbers."""
    order = InboxOrder()
    for number in numbers:
        order.accept(number)
    return order


def test_numbers_in_a_row_leave_no_gap() -> None:
    order = an_order(1, 2, 3)
    assert not order.has_gap
    assert order.resume_after() == 3


def test_a_number_is_accepted_once() -> None:
    order = an_order(1, 2)
    assert not order.accept(1)
    assert not order.accept(2)


def test_a_number_that_jumps_is_accepted_and_leaves_a_gap_to_be_asked_for() -> None:
    order = an_order(1, 2)
    assert order.accept(6)
    assert order.has_gap
    assert order.resume_after() == 2


def test_a_gap_closes_when_its_numbers_come_in_any_order() -> None:
    order = an_order(1, 5)
    assert [order.accept(n) for n in (3, 2, 4)] == [True, True, True]
    assert not order.has_gap
    assert order.resume_after() == 5


def test_what_an_answer_reached_and_did_not_bring_is_not_asked_for_again() -> None:
    order = an_order(1, 5)
    order.accept(3)
    order.answered(after=1, through=5, now=0.0)
    assert not order.has_gap
    assert order.resume_after() == 5


def test_an_answer_that_reached_part_of_the_gaps_leaves_the_rest_open() -> None:
    order = an_order(1, 10, 20)
    order.answered(after=1, through=14, now=0.0)
    assert order.has_gap
    assert order.resume_after() == 14


def test_a_message_that_its_answer_overtook_is_still_accepted() -> None:
    order = an_order(1)
    order.answered(after=1, through=3, now=0.0)
    assert order.newest == 3
    assert order.accept(2)
    assert order.accept(3)
    assert not order.accept(3)


def test_what_was_taken_for_gone_just_before_the_connection_ended_is_asked_for_again() -> None:
    order = an_order(1, 4)
    order.answered(after=1, through=4, now=100.0)
    order.accept(3)
    order.disconnected(now=101.0)
    assert order.resume_after() == 1
    assert order.accept(2)
    assert not order.accept(3)


def test_what_was_taken_for_gone_long_ago_stays_gone() -> None:
    order = an_order(1, 4)
    order.answered(after=1, through=4, now=100.0)
    order.disconnected(now=101.0 + SETTLED_AFTER_S)
    assert not order.has_gap
    assert order.resume_after() == 4


def test_the_first_answer_to_a_new_desk_says_where_the_inbox_stands() -> None:
    order = InboxOrder()
    order.answered(after=0, through=1_000_000, now=0.0)
    assert not order.has_gap
    assert order.accept(1_000_001)
    assert not order.has_gap


_steps = st.lists(
    st.one_of(
        st.integers(1, 30).map(lambda n: ("message", n)),
        st.tuples(st.integers(0, 30), st.integers(0, 30)).map(lambda pair: ("answer", pair)),
        st.just(("disconnect", 0)),
    ),
    max_size=60,
)


@settings(deadline=None, derandomize=True, max_examples=300)
@given(_steps)
def test_whatever_happens_each_number_is_accepted_exactly_at_its_first_coming(steps: list[tuple[str, object]]) -> None:
    order, seen = InboxOrder(), set[int]()
    for moment, (what, value) in enumerate(steps):
        if what == "message":
            assert isinstance(value, int)
            assert order.accept(value) == (value not in seen)
            seen.add(value)
        elif what == "answer":
            assert isinstance(value, tuple)
            order.answered(min(value), max(value), now=float(moment))
        else:
            order.disconnected(now=float(moment))
        assert order.newest >= max(seen, default=0)
        missing = [n for n in range(1, order.newest + 1) if n not in seen]
        if order.has_gap:
            assert order.resume_after() + 1 in missing
        else:
            assert order.resume_after() == order.newest
