"""Each edit asks the service for it in the fewest words, and undo asks for the opposite."""

from dataclasses import replace

from broker_local.protocol.requests import ListSubscriptions, Pause, Subscribe
from broker_local.protocol.subscription import Subscription, SubscriptionOptions
from rfers_desktop.store.subscriptions import SubscriptionState
from rfers_desktop.subscription_edits import SubscriptionEdits, subscription_of
from tests.builders import a_subscription, a_zone
from tests.unit.rfers_desktop.desk_doubles import FakeSession

ZONE = a_subscription(id="z", name="North", zone=a_zone())
RED = replace(ZONE, options=SubscriptionOptions(colour="#cc0000"))


def live(subscription: Subscription = ZONE) -> tuple[SubscriptionEdits, FakeSession]:
    """Edits with one subscription that the service has."""
    edits = SubscriptionEdits()
    edits.book.replace_all([subscription])
    return edits, FakeSession()


def answer(edits: SubscriptionEdits, subscription: Subscription) -> None:
    """The service does what was asked."""
    edits.confirmed(Subscribe("q", subscription))
    edits.book.confirm(subscription)


def test_pausing_and_renaming_do_not_send_the_zone_again() -> None:
    edits, session = live()
    paused = replace(ZONE, is_paused=True)
    edits.change(session, "z", paused)
    answer(edits, paused)
    edits.change(session, "z", replace(paused, name="South"))
    answer(edits, replace(paused, name="South"))
    edits.undo(session)
    answer(edits, paused)
    edits.undo(session)
    assert session.asked == ["pause z", "rename z South", "rename z North", "unpause z"]


def test_undo_of_a_published_zone_unsubscribes_and_redo_subscribes_again() -> None:
    edits, session = SubscriptionEdits(), FakeSession()
    edits.begin(session, ZONE)
    answer(edits, ZONE)
    edits.undo(session)
    edits.book.ended("z")
    edits.confirmed(Subscribe("q", ZONE))
    edits.redo(session)
    assert session.asked == [ZONE, "z", ZONE]
    (record,) = edits.book.records()
    assert (record.subscription, record.state) == (ZONE, SubscriptionState.PENDING)


def test_undo_of_an_unsubscribe_subscribes_again_as_it_was() -> None:
    edits, session = live(RED)
    edits.end(session, "z")
    edits.book.ended("z")
    edits.confirmed(Subscribe("q", RED))
    changed, problem = edits.undo(session)
    assert problem is None
    assert [record.subscription for record in changed.changed] == [RED]
    assert session.asked == ["z", RED]


def test_a_colour_is_a_change_of_the_subscription_and_comes_back() -> None:
    edits, session = live()
    edits.change(session, "z", RED)
    answer(edits, RED)
    edits.undo(session)
    assert session.asked == [RED, ZONE]


def test_what_is_so_already_is_not_asked_for() -> None:
    edits, session = live()
    assert edits.change(session, "z", ZONE).changed == ()
    assert edits.change(session, "elsewhere", ZONE).changed == ()
    assert edits.end(session, "elsewhere").removed == ()
    assert session.asked == []
    assert edits.stack.to_undo is None


def test_a_copy_has_an_id_and_a_name_of_its_own() -> None:
    edits, session = live(RED)
    (copy,) = edits.duplicate(session, "z").changed
    assert copy.subscription.id != "z"
    assert replace(copy.subscription, id="z", name="North") == RED
    assert copy.subscription.name == "North (copy)"
    assert edits.duplicate(session, "elsewhere").changed == ()


def test_what_was_changed_elsewhere_since_is_not_undone() -> None:
    edits, session = live()
    edits.change(session, "z", RED)
    answer(edits, RED)
    edits.book.confirm(replace(RED, name="by another desk"))
    changed, problem = edits.undo(session)
    assert changed.changed == ()
    assert problem is not None
    assert "changed elsewhere" in problem
    assert edits.stack.to_undo is None


def test_undo_before_the_answer_has_come_is_asked_at_once() -> None:
    edits, session = SubscriptionEdits(), FakeSession()
    edits.begin(session, ZONE)
    assert edits.undo(session)[1] is None
    assert session.asked == [ZONE, "z"]


def test_a_refused_edit_cannot_be_undone_and_the_subscription_is_as_it_was() -> None:
    edits, session = live()
    edits.change(session, "z", RED)
    edits.failed(Subscribe("q", RED), SubscriptionState.REFUSED, "too red")
    (record,) = edits.book.records()
    assert (record.subscription, record.reason) == (ZONE, "too red")
    assert edits.stack.to_undo is None
    assert edits.undo(session) == (type(edits.undo(session)[0])(), None)


def test_a_refused_subscription_is_put_away_without_asking() -> None:
    edits, session = SubscriptionEdits(), FakeSession()
    edits.begin(session, ZONE)
    edits.failed(Subscribe("q", ZONE), SubscriptionState.REFUSED, "no")
    assert edits.end(session, "z").removed == ("z",)
    assert session.asked == [ZONE]


def test_which_subscription_a_request_is_about() -> None:
    assert subscription_of(Subscribe("q", ZONE)) == subscription_of(Pause("q", "z")) == "z"
    assert subscription_of(ListSubscriptions("q")) is subscription_of(None) is None


def test_what_was_not_answered_is_asked_again_as_it_is() -> None:
    edits, session = SubscriptionEdits(), FakeSession()
    edits.begin(session, ZONE)
    edits.failed(Subscribe("q", ZONE), SubscriptionState.UNANSWERED, "broker away")
    changed = edits.change(session, "z", ZONE).changed
    assert [record.state for record in changed] == [SubscriptionState.PENDING]
    assert session.asked == [ZONE, ZONE]
    assert edits.stack.to_undo is not None
    assert edits.stack.to_undo.before is None


def test_all_that_was_not_answered_is_asked_again_and_what_was_refused_is_not() -> None:
    edits, session = SubscriptionEdits(), FakeSession()
    other = replace(ZONE, id="y")
    edits.begin(session, ZONE)
    edits.begin(session, other)
    edits.failed(Subscribe("q", ZONE), SubscriptionState.UNANSWERED, "broker away")
    edits.failed(Subscribe("r", other), SubscriptionState.REFUSED, "too many")
    edits.ask_again(session)
    assert session.asked == [ZONE, other, ZONE]
    assert [record.state for record in edits.book.records()] == [SubscriptionState.PENDING, SubscriptionState.REFUSED]
