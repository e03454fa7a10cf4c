"""What the network thread hands over: connection news and decoded messages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from broker_local.protocol.notification import InboxMark, Notification
from broker_local.protocol.requests import Reply
from broker_local.protocol.status import ServiceStatus
from broker_local.protocol.topic import Topic


@dataclass(frozen=True, slots=True)
class LinkUp:
    """Connected, and the broker has confirmed that we hear our addresses."""


@dataclass(frozen=True, slots=True)
class LinkDown:
    """No connection; the link goes on trying."""

    reason: str


@dataclass(frozen=True, slots=True)
class LinkRefused:
    """The broker will not have us; the link has stopped trying."""

    reason: str


@dataclass(frozen=True, slots=True)
class InboxMessage:
    """A notification, decoded."""

    notification: Notification
    received_at: datetime


@dataclass(frozen=True, slots=True)
class MarkMessage:
    """How far the inbox is told, decoded."""

    mark: InboxMark


@dataclass(frozen=True, slots=True)
class ReplyMessage:
    """A reply, decoded."""

    reply: Reply


@dataclass(frozen=True, slots=True)
class TopicsMessage:
    """The matcher's topics, decoded."""

    topics: Mapping[str, Topic]


@dataclass(frozen=True, slots=True)
class StatusMessage:
    """The matcher's status, decoded."""

    status: ServiceStatus


@dataclass(frozen=True, slots=True)
class BadMessage:
    """A message that breaks the contract: the sender's fault."""

    address: str
    reason: str


@dataclass(frozen=True, slots=True)
class BrokenCode:
    """An error of our own on the network thread, to be raised where it is seen."""

    error: Exception


LinkEvent = (
    LinkUp
    | LinkDown
    | LinkRefused
    | InboxMessage
    | MarkMessage
    | ReplyMessage
    | TopicsMessage
    | StatusMessage
    | BadMessage
    | BrokenCode
)
