"""Tests of requests under way."""

from __future__ import annotations

from broker_local.protocol.requests import ListSubscriptions, Unsubscribe
from rfers_desktop.session.pending_requests import PendingRequests

LIST = ListSubscriptions("one")
END = Unsubscribe("two", "subscription")


def both_waiting() -> PendingRequests:
    """Two requests, of which the second was made five seconds later."""
    pending = PendingRequests(reply_within_s=10.0)
    pending.add(LIST, now=0.0)
    pending.add(END, now=5.0)
    return pending


def test_a_reply_finds_its_request_once() -> None:
    pending = both_waiting()
    assert pending.answered("two") == END
    assert pending.answered("two") is None
    assert pending.all() == [LIST]


def test_a_reply_to_nobody_here_finds_nothing() -> None:
    pending = both_waiting()
    assert pending.answered("three") is None
    assert pending.answered(None) is None
    assert pending.all() == [LIST, END]


def test_a_request_is_overdue_once_its_time_is_up() -> None:
    pending = both_waiting()
    assert pending.overdue(now=9.9) == []
    assert pending.overdue(now=10.0) == [LIST]
    assert pending.overdue(now=20.0) == [END]
    assert pending.overdue(now=30.0) == []


def test_a_request_that_was_given_up_is_never_overdue() -> None:
    pending = both_waiting()
    pending.give_up(LIST)
    assert pending.overdue(now=10.0) == []
