"""Requests of desks: each is carried out and acknowledged, or refused with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from broker_local.protocol.addresses import inbox, last_level, reply
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.request_codec import decode_request, encode_reply, refusal, request_id_of
from broker_local.protocol.requests import Acknowledgement, ListSubscriptions, Reply, Request, Resume, Subscribe
from broker_local.protocol.topic import Topic

from .delivery import Delivery, redeliver
from .journal import Journal
from .mqtt_link import Message
from .subscriptions import Subscriptions


class Answering:
    """Answers one request at a time, in the order they came."""

    def __init__(self, subscriptions: Subscriptions, journal: Journal, topics: Mapping[str, Topic]) -> None:
        self._subscriptions = subscriptions
        self._journal = journal
        self._topics = topics

    def answer(self, message: Message, now: datetime) -> list[tuple[str, bytes]]:
        """What to send, and where: what was asked for, then the reply. The broker has checked who writes here."""
        user = last_level(message.address)
        deliveries: list[Delivery] = []
        answer: Reply
        try:
            request = decode_request(message.payload, self._topics, user)
            answer, deliveries = self._carry_out(request, user, now)
        except ProtocolError as error:
            answer = refusal(request_id_of(message.payload), error)
        sent = [(inbox(delivery.user), delivery.payload) for delivery in deliveries]
        return [*sent, (reply(user), encode_reply(answer))]

    def _carry_out(self, request: Request, user: str, now: datetime) -> tuple[Reply, list[Delivery]]:
        if isinstance(request, Subscribe):
            self._subscriptions.begin(request.subscription, now)
            return Acknowledgement(request.request_id, (request.subscription,)), []
        if isinstance(request, ListSubscriptions):
            return Acknowledgement(request.request_id, self._subscriptions.of(user)), []
        if isinstance(request, Resume):
            return self._resume(request, user, now)
        self._subscriptions.end(user, request.subscription_id, now)
        return Acknowledgement(request.request_id), []

    def _resume(self, request: Resume, user: str, now: datetime) -> tuple[Reply, list[Delivery]]:
        rows = self._journal.inbox_after(user, request.after, request.limit)
        last = self._journal.last_number(user)
        more_after = rows[-1].number if rows and rows[-1].number < last else None
        deliveries = redeliver(rows, self._topics, self._journal, now)
        return Acknowledgement(request.request_id, last_number=last, more_after=more_after), deliveries
