"""What the user of a desk can do with subscriptions, a method each: the half of the workspace that asks."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.requests import (
    USUAL_HOURS,
    Acknowledgement,
    DryRun,
    ListSubscriptions,
    Pause,
    Rename,
    Reply,
    Request,
    Subscribe,
    Unpause,
    Unsubscribe,
)
from broker_local.protocol.subscription import Subscription
from rfers_desktop.change import Change, DryRunAnswer, Gathering
from rfers_desktop.contract_words import spoken
from rfers_desktop.geo.projections import Projection
from rfers_desktop.language import tr
from rfers_desktop.layers.marks import Mark, Style
from rfers_desktop.layers.zones import ZoneLayer
from rfers_desktop.store.subscriptions import SubscriptionRecord, SubscriptionsChanged, SubscriptionState
from rfers_desktop.store.undo import Edit
from rfers_desktop.subscription_draft import SubscriptionDraft, finished
from rfers_desktop.subscription_edits import Asking, SubscriptionEdits
from rfers_desktop.vocabulary_work import VocabularyWork, uses_word

_ZONE_STYLES = {
    SubscriptionState.PENDING: Style.ZONE_PENDING,
    SubscriptionState.LIVE: Style.ZONE_LIVE,
    SubscriptionState.ENDING: Style.ZONE_PENDING,
    SubscriptionState.REFUSED: Style.ZONE_REFUSED,
    SubscriptionState.UNANSWERED: Style.ZONE_REFUSED,
    SubscriptionState.KEPT: Style.ZONE_PENDING,
}


class SubscribingSession(Asking, Protocol):
    """What is needed of a session."""

    def dry_run(self, subscription: Subscription, hours: float = ...) -> str: ...


class SubscriptionWork(VocabularyWork):
    """The subscriptions of a desk and their zones; the workspace is this and everything else."""

    projection: Projection
    _session: SubscribingSession | None  # of who is logged in

    def _begin_subscriptions_afresh(self) -> None:
        self._edits = SubscriptionEdits()
        self._zones = ZoneLayer(self.projection)
        self._dry_runs: set[str] = set()  # requests whose answers are shown

    def subscribe(self, draft: SubscriptionDraft) -> Change:
        """Ask for what a draft describes; raises ProtocolError if it is not right yet."""
        if self.login is None or self._session is None:
            raise RuntimeError("subscribe: expected a user to be logged in")
        subscription = self._finished(draft, self.login.user, uuid.uuid4().hex)
        self._session.dry_run(subscription)  # for the advice that comes with it
        return self._zones_follow(self._edits.begin(self._session, subscription), Gathering()).change()

    def live_alike(self, draft: SubscriptionDraft) -> str | None:
        """The id of a live subscription that asks for just what a draft does; raises as `finished` does."""
        for record in self.subscriptions():
            told = record.subscription
            if record.state is SubscriptionState.LIVE and self._finished(draft, told.owner, told.id) == told:
                return told.id
        return None

    def unsubscribe(self, subscription_id: str) -> Change:
        """End a subscription; one that was never accepted is simply put away."""
        if self._session is None:
            return Change()
        return self._zones_follow(self._edits.end(self._session, subscription_id), Gathering()).change()

    def pause(self, subscription_id: str, is_paused: bool = True) -> Change:
        """Have nothing matched with a subscription, or have it matched again."""
        return self._have(subscription_id, lambda subscription: replace(subscription, is_paused=is_paused))

    def rename(self, subscription_id: str, name: str) -> Change:
        """Call a subscription otherwise."""
        return self._have(subscription_id, lambda subscription: replace(subscription, name=name.strip()))

    def recolour(self, subscription_id: str, colour: str | None) -> Change:
        """Draw a subscription's zone in another colour, on all desks of its owner."""
        return self._have(
            subscription_id,
            lambda subscription: replace(subscription, options=replace(subscription.options, colour=colour)),
        )

    def change_subscription(self, subscription_id: str, draft: SubscriptionDraft) -> Change:
        """Ask for what a draft describes in place of a subscription; raises ProtocolError if it is not right yet."""
        return self._have(
            subscription_id,
            lambda before: replace(self._finished(draft, before.owner, subscription_id), is_paused=before.is_paused),
        )

    def duplicate(self, subscription_id: str) -> Change:
        """Begin another subscription with the same wishes."""
        if self._session is None:
            return Change()
        return self._zones_follow(self._edits.duplicate(self._session, subscription_id), Gathering()).change()

    @property
    def can_ask(self) -> bool:
        """Whether there is a session to ask through."""
        return self.login is not None and self._session is not None

    @property
    def to_undo(self) -> Edit | None:
        """What undo would take back."""
        return self._edits.stack.to_undo

    @property
    def to_redo(self) -> Edit | None:
        """What redo would do again."""
        return self._edits.stack.to_redo

    def undo(self) -> Change:
        """Take back what was done last with a subscription, at the service too."""
        return Change() if self._session is None else self._stepped(*self._edits.undo(self._session))

    def redo(self) -> Change:
        """Do again what was undone last."""
        return Change() if self._session is None else self._stepped(*self._edits.redo(self._session))

    def dry_run(self, draft: SubscriptionDraft, replacing: str | None = None, hours: float = USUAL_HOURS) -> str:
        """Ask what a draft would have matched; gives the id of the request that a later Change answers.

        `replacing` is the subscription that it would take the place of, which therefore does not count as covering it.
        """
        if self.login is None or self._session is None:
            raise RuntimeError("dry run: expected a user to be logged in")
        request_id = self._session.dry_run(self._finished(draft, self.login.user, replacing or "draft"), hours)
        self._dry_runs.add(request_id)
        return request_id

    def problem_with(self, draft: SubscriptionDraft) -> ProtocolError | None:
        """What would be refused about a draft."""
        owner = self.login.user if self.login is not None else "nobody"
        try:
            self._finished(draft, owner, "draft")
        except ProtocolError as error:
            return error
        return None

    def subscriptions(self) -> tuple[SubscriptionRecord, ...]:
        """The user's subscriptions."""
        return self._edits.book.records()

    def users_of(self, topic: str, attribute: str, name: str) -> list[Subscription]:
        """The user's subscriptions whose filters say a word of an attribute."""
        asked = (record.subscription for record in self.subscriptions())
        return [subscription for subscription in asked if uses_word(subscription, topic, attribute, name)]

    def zone_of(self, subscription_id: str) -> Mark | None:
        """What the map shows for a subscription, if it has a place."""
        return self._zones.mark(subscription_id)

    def _finished(self, draft: SubscriptionDraft, owner: str, subscription_id: str) -> Subscription:
        """What a draft describes, in the user's words as they are now."""
        topic = self.topics.get(draft.topic)
        terms = {} if topic is None else self.terms.meanings(topic)
        return finished(draft, self.topics, owner, subscription_id, terms)

    def _have(self, subscription_id: str, changed: Callable[[Subscription], Subscription]) -> Change:
        record = self._edits.book.find(subscription_id)
        if record is None or self._session is None:
            return Change()
        stored = self._edits.change(self._session, subscription_id, changed(record.subscription))
        return self._zones_follow(stored, Gathering()).change()

    def _stepped(self, stored: SubscriptionsChanged, problem: str | None) -> Change:
        gathering = self._zones_follow(stored, Gathering())
        gathering.problems += [problem] if problem is not None else []
        return gathering.change()

    def _replied(self, request: Request | None, reply: Reply, gathering: Gathering) -> None:
        if not isinstance(reply, Acknowledgement):
            self._failed(request, SubscriptionState.REFUSED, spoken(reply.message), gathering)
            return
        self._edits.confirmed(request)
        if isinstance(request, DryRun):
            self._dry_run_came(request, reply, gathering)
        elif isinstance(request, ListSubscriptions):
            self._zones_follow(self._edits.book.replace_all(reply.subscriptions), gathering)
            if request is not None and self._session is not None:  # the link is back
                self._zones_follow(self._edits.ask_again(self._session), gathering)
        elif isinstance(request, Unsubscribe):
            self._zones_follow(self._edits.book.ended(request.subscription_id), gathering)
        else:
            for subscription in reply.subscriptions:
                self._zones_follow(self._edits.book.confirm(subscription), gathering)
            for subscription_id in reply.ended:  # by another desk of this user, or because its time was up
                self._zones_follow(self._edits.book.ended(subscription_id), gathering)

    def _failed(self, request: Request | None, state: SubscriptionState, reason: str, gathering: Gathering) -> None:
        if isinstance(request, DryRun):  # advice on what is asked for already is not missed when it does not come
            if request.request_id in self._dry_runs:
                self._dry_runs.discard(request.request_id)
                gathering.dry_runs.append(DryRunAnswer(request.request_id, None, reason))
            return
        if isinstance(request, Subscribe) and state is SubscriptionState.UNANSWERED:
            reason = tr("{reason}; it is asked for again with the next connection", reason=reason)
        self._zones_follow(self._edits.failed(request, state, reason), gathering)
        gathering.problems.append(f"{_words(request)}: {reason}")

    def _dry_run_came(self, request: DryRun, reply: Acknowledgement, gathering: Gathering) -> None:
        if request.request_id in self._dry_runs:
            self._dry_runs.discard(request.request_id)
            gathering.dry_runs.append(DryRunAnswer(request.request_id, reply.would_match))
        elif reply.would_match is not None and reply.would_match.advice is not None:
            gathering.problems.append(
                tr(
                    "subscription '{name}' {advice}",
                    name=request.subscription.name,
                    advice=spoken(reply.would_match.advice),
                )
            )

    def _zones_follow(self, stored: SubscriptionsChanged, gathering: Gathering) -> Gathering:
        gathering.subscriptions.append(stored)
        for record in stored.changed:
            gathering.drawn.append(self._zones.show(record.subscription, _zone_style(record), record.reason))
        for subscription_id in stored.removed:
            gathering.drawn.append(self._zones.hide(subscription_id))
        return gathering


def _zone_style(record: SubscriptionRecord) -> Style:
    is_resting = record.state is SubscriptionState.LIVE and record.subscription.is_paused
    return Style.ZONE_PAUSED if is_resting else _ZONE_STYLES[record.state]


def _words(request: Request | None) -> str:
    match request:
        case Subscribe():
            return tr("subscription '{name}'", name=request.subscription.name)
        case Unsubscribe():
            return tr("unsubscribing")
        case Pause() | Unpause():
            return tr("pausing")
        case Rename():
            return tr("renaming")
        case ListSubscriptions():
            return tr("asking for the subscriptions")
        case _:
            return tr("asking for missed notifications")
