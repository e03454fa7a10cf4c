"""Requests of desks and publishers: each is carried out and acknowledged once, or refused with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from broker_local.matching.explain import explain
from broker_local.protocol.addresses import inbox, last_level, reply
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.event_codec import decode_event
from broker_local.protocol.notification import InboxMark
from broker_local.protocol.notification_codec import encode_mark
from broker_local.protocol.reply_codec import encode_listing, encode_reply, refusal
from broker_local.protocol.request_codec import decode_request, identity_of
from broker_local.protocol.requests import (
    Acknowledgement,
    Advertise,
    AskState,
    Changing,
    DryRun,
    Explain,
    Explanation,
    Fetch,
    ListSubscriptions,
    Pause,
    Rename,
    Resume,
    Subscribe,
    Unpause,
    Unsubscribe,
    Withdraw,
)
from broker_local.protocol.status import ServiceStatus

from .answered_requests import Answered
from .delivery import redeliver
from .dry_runs import DryRuns
from .journal import Journal
from .mqtt_link import Message
from .pieces import Pieces
from .subscriptions import Subscriptions
from .topic_register import TopicRegister

Outgoing = tuple[str, bytes]  # an address and what to send there


class Answering:
    """Answers one request at a time, in the order they came; dry runs are answered when they are done."""

    def __init__(
        self,
        subscriptions: Subscriptions,
        journal: Journal,
        register: TopicRegister,
        dry_runs: DryRuns,
        status: Callable[[], ServiceStatus],
        pieces: Pieces | None = None,
    ) -> None:
        self._subscriptions = subscriptions
        self._journal = journal
        self._register = register
        self._dry_runs = dry_runs
        self._status = status
        self._pieces = pieces

    def answer(self, message: Message, now: datetime) -> list[Outgoing]:
        """What to send, and where: what was asked for, then the reply. The broker has checked who writes here."""
        user = last_level(message.address)
        identity = identity_of(message.payload)
        request_id, digest = identity if identity is not None else (None, "")
        try:
            if request_id is not None and (before := self._journal.answered.recall(user, request_id)) is not None:
                if before.digest != digest:
                    raise ProtocolError("request_id", expected="another id for another request", got=request_id)
                return [(reply(user), before.reply)]
            request = decode_request(message.payload, self._register.topics, user)
            if isinstance(request, Changing):
                return [(reply(user), self._change_once(request, user, digest, now))]
            return self._look_up(request, user, now)
        except ProtocolError as error:
            return [(reply(user), encode_reply(refusal(request_id, error)))]

    def _change_once(self, request: Changing, user: str, digest: str, now: datetime) -> bytes:
        """Carry a request out and keep its reply, both or neither."""
        with self._journal.transaction():
            try:
                done = encode_reply(self._change(request, user, now))
            except ProtocolError as error:
                done = encode_reply(refusal(request.request_id, error))
            self._journal.answered.remember(user, request.request_id, Answered(digest, done), now)
        return done

    def _change(self, request: Changing, user: str, now: datetime) -> Acknowledgement:
        subscriptions, request_id = self._subscriptions, request.request_id
        match request:
            case Subscribe():
                subscriptions.begin(request.subscription, now)
                return Acknowledgement(request_id, (request.subscription,))
            case Unsubscribe():
                subscriptions.end(user, request.subscription_id, now)
                return Acknowledgement(request_id, ended=(request.subscription_id,))
            case Pause():
                return Acknowledgement(request_id, (subscriptions.pause(user, request.subscription_id, now),))
            case Unpause():
                return Acknowledgement(request_id, (subscriptions.unpause(user, request.subscription_id, now),))
            case Rename():
                renamed = subscriptions.rename(user, request.subscription_id, request.name, now)
                return Acknowledgement(request_id, (renamed,))
            case Advertise():
                self._register.advertise(user, request.topic, now)
            case Withdraw():
                in_use = subscriptions.count_of_topic(request.topic)
                self._register.withdraw(user, request.topic, in_use, now)
        return Acknowledgement(request_id)

    def _look_up(
        self, request: ListSubscriptions | DryRun | Explain | Resume | Fetch | AskState, user: str, now: datetime
    ) -> list[Outgoing]:
        match request:
            case ListSubscriptions():
                return [(reply(user), encode_listing(request.request_id, self._subscriptions.bodies_of(user)))]
            case Resume():
                return self._resume(request, user, now)
            case DryRun():
                self._dry_runs.ask(user, request, self._register.topics[request.subscription.topic], now)
                return []
            case Explain():
                done = Acknowledgement(request.request_id, explanation=self._explain(request, user))
            case Fetch():
                if self._pieces is None:
                    raise ProtocolError("request", expected="one of a service that keeps images", got="fetch")
                done = Acknowledgement(request.request_id, piece=self._pieces.cut(request, user))
            case AskState():
                done = Acknowledgement(request.request_id, status=self._status())
        return [(reply(user), encode_reply(done))]

    def _resume(self, request: Resume, user: str, now: datetime) -> list[Outgoing]:
        self._journal.acknowledge(user, request.after, now)
        last = self._journal.last_number(user)
        after = request.after if request.newest is None else max(request.after, last - request.newest)
        rows = self._journal.inbox_after(user, after, request.limit)
        is_all = len(rows) < request.limit or rows[-1].number == last
        through = last if is_all else rows[-1].number
        done = Acknowledgement(request.request_id, last_number=last, more_after=None if is_all else through)
        entries = redeliver(rows, self._register.topics, self._journal, now)
        sent = _ranges(entry.number for entry in entries)
        mark = InboxMark(last, request.request_id, request.after, through, sent)
        return [
            *((inbox(user), entry.payload) for entry in entries),
            (inbox(user), encode_mark(mark)),
            (reply(user), encode_reply(done)),
        ]

    def _explain(self, request: Explain, user: str) -> Explanation:
        row = self._subscriptions.row(user, request.subscription_id)
        subscription = self._subscriptions.find(user, request.subscription_id)
        kept = self._journal.find_event((request.topic, request.publisher or "", request.event_id))
        if kept is None:
            raise ProtocolError("event", expected="an event that the journal has", got=request.event_id)
        event = decode_event(kept.body, self._register.topics, kept.accepted_at)
        found = explain(subscription, event, self._register.topics[subscription.topic])
        circumstances = []
        if subscription.is_paused:
            circumstances.append("the subscription is paused: nothing is matched with it")
        if kept.accepted_at < row.begun_at:
            circumstances.append(
                f"the event came at {kept.accepted_at:%Y-%m-%d %H:%M:%S} UTC, before the subscription was as it is now,"
                f" since {row.begun_at:%Y-%m-%d %H:%M:%S} UTC"
            )
        return Explanation(found.matches, (*found.sentences, *circumstances))


def _ranges(numbers: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Numbers that go up, as ranges of those that follow each other."""
    ranges: list[tuple[int, int]] = []
    for number in numbers:
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return tuple(ranges)
