"""What a user does with subscriptions: begin, change, pause, end; undo and redo of it all, at the service itself."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Protocol

from broker_local.protocol.requests import Pause, Rename, Request, Subscribe, Unpause, Unsubscribe
from broker_local.protocol.subscription import Subscription
from rfers_desktop.language import tr
from rfers_desktop.store.subscriptions import (
    SubscriptionBook,
    SubscriptionsChanged,
    SubscriptionState,
    merged_subscriptions,
)
from rfers_desktop.store.undo import Edit, EditKind, UndoStack


class Asking(Protocol):
    """What is needed of a session."""

    def subscribe(self, subscription: Subscription) -> str: ...
    def unsubscribe(self, subscription_id: str) -> str: ...
    def pause(self, subscription_id: str) -> str: ...
    def unpause(self, subscription_id: str) -> str: ...
    def rename(self, subscription_id: str, name: str) -> str: ...


class SubscriptionEdits:
    """Every edit is asked of the service; the book shows it as asked for until the answer comes."""

    def __init__(self) -> None:
        self.book = SubscriptionBook()
        self.stack = UndoStack()

    def begin(self, session: Asking, subscription: Subscription) -> SubscriptionsChanged:
        """Ask for a subscription, or for another in place of the one with its id."""
        record = self.book.find(subscription.id)
        is_change = record is not None and record.state is SubscriptionState.LIVE
        before = record.subscription if record is not None and is_change else None
        return self._do(session, Edit(before, subscription))

    def end(self, session: Asking, subscription_id: str) -> SubscriptionsChanged:
        """End a subscription; one that was never accepted is simply put away."""
        record = self.book.find(subscription_id)
        if record is None:
            return SubscriptionsChanged()
        if record.state is SubscriptionState.REFUSED:
            return self.book.ended(subscription_id)
        return self._do(session, Edit(record.subscription, None))

    def change(self, session: Asking, subscription_id: str, wanted: Subscription) -> SubscriptionsChanged:
        """Have a subscription otherwise; nothing is asked if it is so already."""
        record = self.book.find(subscription_id)
        if record is not None and record.state in (SubscriptionState.REFUSED, SubscriptionState.UNANSWERED):
            return self._do(session, Edit(None, wanted))  # the service has none yet
        if record is None or record.subscription == wanted:
            return SubscriptionsChanged()
        return self._do(session, Edit(record.subscription, wanted))

    def ask_again(self, session: Asking) -> SubscriptionsChanged:
        """Ask anew for what nobody answered."""
        waiting = [r.subscription for r in self.book.records() if r.state is SubscriptionState.UNANSWERED]
        return merged_subscriptions(self._do(session, Edit(None, subscription)) for subscription in waiting)

    def duplicate(self, session: Asking, subscription_id: str) -> SubscriptionsChanged:
        """Begin another with the same wishes."""
        record = self.book.find(subscription_id)
        if record is None:
            return SubscriptionsChanged()
        name = tr("{name} (copy)", name=record.subscription.name)
        return self._do(session, Edit(None, replace(record.subscription, id=uuid.uuid4().hex, name=name)))

    def undo(self, session: Asking) -> tuple[SubscriptionsChanged, str | None]:
        """Take back what was done last; the second says why that cannot be."""
        reason = self._why_not(None if self.stack.to_undo is None else self.stack.to_undo.reversed)
        edit = None if reason is not None else self.stack.undo()
        return (SubscriptionsChanged(), reason) if edit is None else (self._bring_about(session, edit), None)

    def redo(self, session: Asking) -> tuple[SubscriptionsChanged, str | None]:
        """Do again what was undone last; the second says why that cannot be."""
        reason = self._why_not(self.stack.to_redo)
        edit = None if reason is not None else self.stack.redo()
        return (SubscriptionsChanged(), reason) if edit is None else (self._bring_about(session, edit), None)

    def confirmed(self, request: Request | None) -> None:
        """The service did what was asked."""
        subscription_id = subscription_of(request)
        if subscription_id is not None:
            self.stack.answered(subscription_id)

    def failed(self, request: Request | None, state: SubscriptionState, reason: str) -> SubscriptionsChanged:
        """The service did not."""
        subscription_id = subscription_of(request)
        if subscription_id is None:
            return SubscriptionsChanged()
        self.stack.failed(subscription_id)
        return self.book.fail(subscription_id, state, reason)

    def _do(self, session: Asking, edit: Edit) -> SubscriptionsChanged:
        self.stack.did(edit)
        return self._bring_about(session, edit)

    def _why_not(self, edit: Edit | None) -> str | None:
        """Whether somebody else has changed the subscription since; then its edits lead nowhere and are forgotten."""
        if edit is None or self.stack.is_under_way(edit.subscription.id):
            return None
        record = self.book.find(edit.subscription.id)
        if (None if record is None else record.subscription) == edit.before:
            return None
        self.stack.forget(edit.subscription.id)
        return tr("subscription '{name}' has been changed elsewhere since", name=edit.subscription.name)

    def _bring_about(self, session: Asking, edit: Edit) -> SubscriptionsChanged:
        subscription_id, after = edit.subscription.id, edit.after
        if after is None:
            session.unsubscribe(subscription_id)
            return self.book.ask_end(subscription_id)
        match edit.kind:
            case EditKind.PAUSE:
                session.pause(subscription_id)
            case EditKind.RESUME:
                session.unpause(subscription_id)
            case EditKind.RENAME:
                session.rename(subscription_id, after.name)
            case _:
                session.subscribe(after)
        return self.book.ask(after)


def subscription_of(request: Request | None) -> str | None:
    """The subscription that a request would change."""
    match request:
        case Subscribe():
            return request.subscription.id
        case Unsubscribe() | Pause() | Unpause() | Rename():
            return request.subscription_id
        case _:
            return None
