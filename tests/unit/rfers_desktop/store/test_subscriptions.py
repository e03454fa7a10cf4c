"""Tests of the states of subscriptions."""

from __future__ import annotations

import pytest

from rfers_desktop.store.subscriptions import (
    SubscriptionBook,
    SubscriptionRecord,
    SubscriptionsChanged,
    SubscriptionState,
    merged_subscriptions,
)
from tests.builders import a_subscription

NORTH = a_subscription(id="north", name="North sector")
SOUTH = a_subscription(id="south", name="South sector")
WIDER = a_subscription(id="north", name="North sector, wider")
State = SubscriptionState


def a_book(*live: str) -> SubscriptionBook:
    """A book in which these are live."""
    book = SubscriptionBook()
    for subscription in (NORTH, SOUTH):
        if subscription.id in live:
            book.confirm(subscription)
    return book


def test_what_is_asked_for_is_pending_until_it_is_confirmed() -> None:
    book = a_book()
    assert book.ask(NORTH).changed == (SubscriptionRecord(NORTH, State.PENDING),)
    assert book.confirm(NORTH).changed == (SubscriptionRecord(NORTH, State.LIVE),)
    assert book.records() == (SubscriptionRecord(NORTH, State.LIVE),)


@pytest.mark.parametrize("state", [State.REFUSED, State.UNANSWERED])
def test_what_fails_says_how_and_why(state: SubscriptionState) -> None:
    book = a_book()
    book.ask(NORTH)
    assert book.fail("north", state, "too many").changed == (SubscriptionRecord(NORTH, state, "too many"),)


def test_a_refused_replacement_leaves_what_was_live_with_the_reason() -> None:
    book = a_book("north")
    book.ask(WIDER)
    assert book.fail("north", State.REFUSED, "no").changed == (SubscriptionRecord(NORTH, State.LIVE, "no"),)


def test_an_end_is_asked_for_and_then_it_is_gone() -> None:
    book = a_book("north")
    assert book.ask_end("north").changed == (SubscriptionRecord(NORTH, State.ENDING),)
    assert book.ended("north") == SubscriptionsChanged(removed=("north",))
    assert book.records() == ()


def test_an_end_that_is_not_carried_out_leaves_it_live() -> None:
    book = a_book("north")
    book.ask_end("north")
    assert book.fail("north", State.UNANSWERED, "late").changed == (SubscriptionRecord(NORTH, State.LIVE, "late"),)


def test_a_late_confirmation_makes_what_was_unanswered_live() -> None:
    book = a_book()
    book.ask(NORTH)
    book.fail("north", State.UNANSWERED, "late")
    assert book.confirm(NORTH).changed == (SubscriptionRecord(NORTH, State.LIVE),)


@pytest.mark.parametrize("act", ["ask_end", "ended"])
def test_nothing_happens_to_what_is_not_there(act: str) -> None:
    assert getattr(a_book(), act)("nowhere") == SubscriptionsChanged()
    assert a_book().fail("nowhere", State.REFUSED, "no") == SubscriptionsChanged()


def test_a_list_from_the_service_begins_and_ends_what_differs_and_nothing_else() -> None:
    book = a_book("north")
    change = book.replace_all([SOUTH])
    assert change == SubscriptionsChanged((SubscriptionRecord(SOUTH, State.LIVE),), ("north",))
    assert book.replace_all([SOUTH]) == SubscriptionsChanged()


def test_a_list_does_not_touch_what_waits_for_its_own_answer() -> None:
    book = a_book("south")
    book.ask(NORTH)
    book.ask_end("south")
    assert book.replace_all([SOUTH]) == SubscriptionsChanged()
    assert [record.state for record in book.records()] == [State.ENDING, State.PENDING]


def test_what_was_refused_stays_to_be_seen_though_no_list_has_it() -> None:
    book = a_book()
    book.ask(NORTH)
    book.fail("north", State.REFUSED, "no")
    assert book.replace_all([]) == SubscriptionsChanged()
    record = book.find("north")
    assert record is not None
    assert record.state is State.REFUSED


def test_merged_changes_tell_the_last_state_of_each() -> None:
    book = a_book("south")
    changes = [book.ask(NORTH), book.confirm(NORTH), book.ask_end("south"), book.ended("south")]
    assert merged_subscriptions(changes) == SubscriptionsChanged((SubscriptionRecord(NORTH, State.LIVE),), ("south",))


def test_what_an_earlier_life_had_is_shown_until_the_service_tells_what_holds() -> None:
    book = SubscriptionBook()
    kept = book.restore([NORTH, SOUTH])
    assert [record.state for record in kept.changed] == [State.KEPT, State.KEPT]
    told = book.replace_all([NORTH])
    assert told == SubscriptionsChanged((SubscriptionRecord(NORTH, State.LIVE),), ("south",))
