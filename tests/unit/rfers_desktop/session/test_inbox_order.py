"""Tests of the order of an inbox."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rfers_desktop.session import inbox_order
from rfers_desktop.session.inbox_order import InboxOrder


def an_order(*numbers: int) -> InboxOrder[int]:
    """An order to which these numbers have come."""
    order = InboxOrder[int]()
    for number in numbers:
        order.accept(number, number)
    return order


def test_numbers_in_a_row_are_handed_out_at_once() -> None:
    order = InboxOrder[str]()
    assert [order.accept(number, f"e{number}") for number in (1, 2, 3)] == [["e1"], ["e2"], ["e3"]]
    assert not order.has_gap
    assert order.handed_out == 3


def test_a_number_is_handed_out_once() -> None:
    order = an_order(1, 2)
    assert order.accept(1, 1) == order.accept(2, 2) == []


def test_a_number_that_jumps_waits_for_those_before_it() -> None:
    order = an_order(1, 2)
    assert order.accept(5, 5) == []
    assert order.has_gap
    assert order.handed_out == 2
    assert order.accept(4, 4) == []
    assert order.accept(3, 3) == [3, 4, 5]
    assert not order.has_gap


def test_what_an_answer_reached_and_did_not_bring_is_waited_for_no_longer() -> None:
    order = an_order(1, 3, 6)
    assert order.answered(after=1, through=5) == [3, 6]
    assert not order.has_gap
    assert order.accept(2, 2) == order.accept(4, 4) == []


def test_an_answer_that_reached_part_of_the_gaps_leaves_the_rest_open() -> None:
    order = an_order(1, 10, 20)
    assert order.answered(after=1, through=14) == [10]
    assert order.has_gap
    assert order.handed_out == 14


def test_an_answer_about_later_numbers_says_nothing_of_those_before() -> None:
    order = an_order(1, 10)
    assert order.answered(after=5, through=9) == []
    assert order.handed_out == 1


def test_an_answer_about_what_was_handed_out_changes_nothing() -> None:
    order = an_order(1, 2, 3, 5)
    assert order.answered(after=0, through=2) == []
    assert (order.handed_out, order.has_gap) == (3, True)


def test_a_number_that_is_only_heard_of_is_a_gap() -> None:
    order = an_order(1)
    order.hear_of(4)
    assert order.has_gap
    assert order.accept(2, 2) == [2]
    assert order.answered(after=2, through=4) == []
    assert not order.has_gap


def test_what_has_not_come_is_counted() -> None:
    order = an_order(1, 2, 5, 9)
    assert order.lacking([(1, 5), (9, 11)]) == 4
    assert order.lacking([]) == 0


def test_what_was_held_back_is_let_go_with_the_connection() -> None:
    order = an_order(1, 3)
    order.disconnected()
    assert order.accept(2, 2) == [2]
    assert order.has_gap
    assert order.accept(3, 3) == [3]


def test_a_desk_that_comes_back_goes_on_after_what_it_was_handed() -> None:
    order = InboxOrder[int](after=7)
    assert not order.has_gap
    assert order.accept(7, 7) == []
    assert order.accept(8, 8) == [8]


def test_the_first_answer_to_a_new_desk_says_where_the_inbox_stands() -> None:
    order = InboxOrder[int]()
    assert order.answered(after=0, through=1_000_000) == []
    assert order.accept(1_000_001, 7) == [7]
    assert not order.has_gap


def test_what_finds_no_room_to_wait_stays_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inbox_order, "MOST_HELD", 2)
    order = an_order(3, 4, 5, 6)
    assert order.accept(1, 1) == [1]
    assert order.accept(2, 2) == [2, 3, 4]
    assert order.has_gap
    assert order.accept(5, 5) == [5]
    assert order.accept(6, 6) == [6]


_steps = st.lists(
    st.one_of(
        st.integers(1, 30).map(lambda n: ("entry", n)),
        st.integers(1, 30).map(lambda n: ("heard of", n)),
        st.integers(0, 5).map(lambda n: ("answer", n)),
    ),
    max_size=60,
)


@settings(deadline=None, derandomize=True, max_examples=300)
@given(_steps)
def test_whatever_comes_each_is_handed_out_once_and_in_order(steps: list[tuple[str, int]]) -> None:
    order = InboxOrder[int]()
    handed: list[int] = []
    came: set[int] = set()
    for what, number in steps:
        if what == "entry":
            came.add(number)
            handed += order.accept(number, number)
        elif what == "heard of":
            order.hear_of(number)
        else:  # as a service answers: about what comes after all that was handed out
            handed += order.answered(order.handed_out, order.handed_out + number)
        assert handed == sorted(set(handed))
        assert order.newest >= max(came, default=0)
        assert order.has_gap == (order.newest > order.handed_out)
    handed += order.answered(order.handed_out, max(order.newest, order.handed_out))
    assert set(handed) <= came
    assert handed == sorted(set(handed))
    assert not order.has_gap


@settings(deadline=None, derandomize=True, max_examples=100)
@given(st.permutations(range(1, 12)))
def test_all_that_comes_in_any_order_is_handed_out(numbers: list[int]) -> None:
    order = InboxOrder[int]()
    assert [n for number in numbers for n in order.accept(number, number)] == list(range(1, 12))
