"""Undo and redo of what a user did with subscriptions: each edit is one subscription before and after."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum

from broker_local.protocol.subscription import Subscription

_LONGEST = 200  # edits


class EditKind(StrEnum):
    """What an edit did."""

    SUBSCRIBE = "subscribe"
    UNSUBSCRIBE = "unsubscribe"
    PAUSE = "pause"
    RESUME = "resume"
    RENAME = "rename"
    COLOUR = "colour"
    CHANGE = "change"


@dataclass(frozen=True, slots=True)
class Edit:
    """A subscription before and after; None where there was none, or is none any more."""

    before: Subscription | None
    after: Subscription | None

    def __post_init__(self) -> None:
        if self.before is None and self.after is None:
            raise ValueError("edit: expected a subscription before or after, got neither")

    @property
    def subscription(self) -> Subscription:
        """The subscription that is spoken of, as it is after, or was."""
        found = self.after if self.after is not None else self.before
        assert found is not None
        return found

    @property
    def reversed(self) -> Edit:
        """The edit that takes this one back."""
        return Edit(self.after, self.before)

    @property
    def kind(self) -> EditKind:
        """What it did, for menus, and for the request that does it with the fewest bytes."""
        before, after = self.before, self.after
        if before is None:
            return EditKind.SUBSCRIBE
        if after is None:
            return EditKind.UNSUBSCRIBE
        if replace(before, is_paused=after.is_paused) == after:
            return EditKind.PAUSE if after.is_paused else EditKind.RESUME
        if replace(before, name=after.name) == after:
            return EditKind.RENAME
        if replace(before, options=replace(before.options, colour=after.options.colour)) == after:
            return EditKind.COLOUR
        return EditKind.CHANGE


class UndoStack:
    """What can be taken back and done again. Edits that the service refuses never were."""

    def __init__(self) -> None:
        self._done: list[Edit] = []
        self._undone: list[Edit] = []
        self._under_way: Counter[str] = Counter()  # answers that are waited for, by subscription id

    @property
    def to_undo(self) -> Edit | None:
        """What undo would take back."""
        return self._done[-1] if self._done else None

    @property
    def to_redo(self) -> Edit | None:
        """What redo would do again."""
        return self._undone[-1] if self._undone else None

    def is_under_way(self, subscription_id: str) -> bool:
        """Whether the service has still to answer."""
        return self._under_way[subscription_id] > 0

    def did(self, edit: Edit) -> None:
        """The user did something new: what was undone cannot be done again."""
        self._done.append(edit)
        del self._done[:-_LONGEST]
        self._undone.clear()
        self._under_way[edit.subscription.id] += 1

    def undo(self) -> Edit | None:
        """Take the last edit back; gives what is to be brought about."""
        if not self._done:
            return None
        edit = self._done.pop()
        self._undone.append(edit)
        self._under_way[edit.subscription.id] += 1
        return edit.reversed

    def redo(self) -> Edit | None:
        """Do the last undone edit again; gives what is to be brought about."""
        if not self._undone:
            return None
        edit = self._undone.pop()
        self._done.append(edit)
        self._under_way[edit.subscription.id] += 1
        return edit

    def answered(self, subscription_id: str) -> None:
        """The service did what was asked."""
        self._under_way[subscription_id] = max(0, self._under_way[subscription_id] - 1)

    def failed(self, subscription_id: str) -> None:
        """The service did not: the subscription's edits do not lead to what it is now, and are forgotten."""
        del self._under_way[subscription_id]
        self.forget(subscription_id)

    def forget(self, subscription_id: str) -> None:
        """Drop the edits of a subscription that somebody else has changed."""
        self._done = [edit for edit in self._done if edit.subscription.id != subscription_id]
        self._undone = [edit for edit in self._undone if edit.subscription.id != subscription_id]
