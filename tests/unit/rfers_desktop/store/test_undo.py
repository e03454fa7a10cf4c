"""What was done with subscriptions is taken back and done again in order; what was refused never was."""

from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from broker_local.protocol.subscription import Subscription, SubscriptionOptions
from rfers_desktop.store.undo import Edit, EditKind, UndoStack
from tests.builders import a_subscription, a_zone

ZONE = a_subscription(id="z", name="North", zone=a_zone())


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        (None, ZONE, EditKind.SUBSCRIBE),
        (ZONE, None, EditKind.UNSUBSCRIBE),
        (ZONE, replace(ZONE, is_paused=True), EditKind.PAUSE),
        (replace(ZONE, is_paused=True), ZONE, EditKind.RESUME),
        (ZONE, replace(ZONE, name="South"), EditKind.RENAME),
        (ZONE, replace(ZONE, options=SubscriptionOptions(colour="#112233")), EditKind.COLOUR),
        (ZONE, replace(ZONE, spatial=None), EditKind.CHANGE),
        (ZONE, replace(ZONE, name="South", is_paused=True), EditKind.CHANGE),
    ],
)
def test_an_edit_says_what_it_did(before: Subscription | None, after: Subscription | None, kind: EditKind) -> None:
    assert Edit(before, after).kind is kind


def test_an_edit_of_nothing_is_none() -> None:
    with pytest.raises(ValueError, match="before or after"):
        Edit(None, None)


def test_an_edit_that_failed_is_forgotten_with_those_it_was_built_on() -> None:
    stack = UndoStack()
    other = Edit(None, a_subscription(id="other"))
    stack.did(other)
    stack.did(Edit(None, ZONE))
    stack.did(Edit(ZONE, replace(ZONE, name="South")))
    stack.failed("z")
    assert stack.to_undo == other
    assert not stack.is_under_way("z")


def test_it_is_known_which_answers_are_still_to_come() -> None:
    stack = UndoStack()
    stack.did(Edit(None, ZONE))
    stack.undo()
    stack.answered("z")
    assert stack.is_under_way("z")
    stack.answered("z")
    assert not stack.is_under_way("z")


def test_it_does_not_grow_without_end() -> None:
    stack = UndoStack()
    for number in range(300):
        stack.did(Edit(None, a_subscription(id=f"z{number}")))
    undone = 0
    while stack.undo() is not None:
        undone += 1
    assert undone == 200


class Editing(RuleBasedStateMachine):
    """Edits, undo and redo in any order, beside a plain list of all the states there were."""

    def __init__(self) -> None:
        super().__init__()
        self.stack = UndoStack()
        self.state: dict[str, Subscription] = {}
        self.past: list[dict[str, Subscription]] = [{}]
        self.at = 0

    def become(self, edit: Edit | None) -> None:
        assert edit is not None
        assert self.state.get(edit.subscription.id) == edit.before
        self.state.pop(edit.subscription.id, None)
        if edit.after is not None:
            self.state[edit.subscription.id] = edit.after

    @rule(which=st.sampled_from("abc"), name=st.sampled_from(("", "one", "two")))
    def edits(self, which: str, name: str) -> None:
        before = self.state.get(which)
        after = replace(ZONE, id=which, name=name) if name else None
        if before == after:
            return
        edit = Edit(before, after)
        self.stack.did(edit)
        self.become(edit)
        del self.past[self.at + 1 :]
        self.past.append(dict(self.state))
        self.at += 1

    @precondition(lambda self: self.at > 0)
    @rule()
    def undoes(self) -> None:
        self.become(self.stack.undo())
        self.at -= 1

    @precondition(lambda self: self.at < len(self.past) - 1)
    @rule()
    def redoes(self) -> None:
        self.become(self.stack.redo())
        self.at += 1

    @invariant()
    def is_where_the_list_says(self) -> None:
        assert self.state == self.past[self.at]
        assert (self.stack.to_undo is None) == (self.at == 0)
        assert (self.stack.to_redo is None) == (self.at == len(self.past) - 1)


Editing.TestCase.settings = settings(deadline=None, derandomize=True, max_examples=40, stateful_step_count=20)
test_undo_and_redo_lead_through_every_state_there_was = Editing.TestCase
