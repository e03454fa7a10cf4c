"""What a session tells its desk: frozen values, in the order they happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from broker_local.protocol.blob import BlobRef
from broker_local.protocol.notification import Notification
from broker_local.protocol.requests import Reply, Request
from broker_local.protocol.status import ServiceStatus
from broker_local.protocol.topic import Topic
from rfers_desktop.language import later


class LinkState(StrEnum):
    """Whether the desk hears of events, and if not, what stands in the way."""

    STOPPED = later("stopped")
    CONNECTING = later("connecting")
    ONLINE = later("online")
    MATCHER_AWAY = later("matcher away")  # the broker is there, the companion that matches is not
    BROKER_AWAY = later("broker away")  # tries again by itself
    REFUSED = later("refused")  # the broker does not accept this user; trying again would not help
    OFFLINE = later("offline")  # no link is wanted: what was received earlier is looked at
    OTHER_VERSION = later("other version")  # the matcher speaks another version of the contract


@dataclass(frozen=True, slots=True)
class StateChanged:
    """The link is now in this state; `detail` is a sentence for people."""

    state: LinkState
    detail: str


@dataclass(frozen=True, slots=True)
class NotificationReceived:
    """A notification that this session has not handed out before."""

    notification: Notification
    received_at: datetime  # UTC, by this desk's clock


@dataclass(frozen=True, slots=True)
class ReplyReceived:
    """An answer. `request` is None where it was asked by another desk of the user, or given up on."""

    request: Request | None
    reply: Reply


@dataclass(frozen=True, slots=True)
class RequestFailed:
    """A request that got no answer in time."""

    request: Request
    reason: str


@dataclass(frozen=True, slots=True)
class TopicsReceived:
    """All topics the matcher knows."""

    topics: Mapping[str, Topic]


@dataclass(frozen=True, slots=True)
class StatusReceived:
    """What the matcher says of itself."""

    status: ServiceStatus


@dataclass(frozen=True, slots=True)
class MessageRefused:
    """A message that breaks the contract was put aside; `total` counts those of this session."""

    address: str
    reason: str
    total: int


@dataclass(frozen=True, slots=True)
class ImageReceived:
    """All of an image that was fetched, and it is what was announced."""

    ref: BlobRef
    content: bytes


@dataclass(frozen=True, slots=True)
class ImageFailed:
    """An image that could not be fetched; `reason` is a sentence for people."""

    ref: BlobRef
    reason: str


@dataclass(frozen=True, slots=True)
class InboxRestarted:
    """The inbox counts from the beginning again (its journal was begun anew); numbers seen before mean nothing now."""


SessionItem = (
    StateChanged
    | NotificationReceived
    | ReplyReceived
    | RequestFailed
    | TopicsReceived
    | StatusReceived
    | MessageRefused
    | ImageReceived
    | ImageFailed
    | InboxRestarted
)
