"""What a desk or a publisher asks of the service, and what the service answers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from .blob import MAX_PIECE_BYTES, BlobRef
from .status import ServiceStatus
from .subscription import Subscription
from .topic import Topic

USUAL_HOURS = 6.0
MOST_HOURS = 168.0
USUAL_RESUME = 500
LARGEST_RESUME = 5_000
MOST_PAST_MATCHES = 500  # of a dry run that are told one by one: the newest
UNASKED = "unasked"  # the request id of what the service tells by itself


@dataclass(frozen=True, slots=True)
class Subscribe:
    """Begin this subscription, or replace the owner's one with the same id."""

    request_id: str
    subscription: Subscription


@dataclass(frozen=True, slots=True)
class Unsubscribe:
    """End a subscription."""

    request_id: str
    subscription_id: str


@dataclass(frozen=True, slots=True)
class Pause:
    """Keep a subscription, and match nothing with it until it is unpaused."""

    request_id: str
    subscription_id: str


@dataclass(frozen=True, slots=True)
class Unpause:
    """Match with a paused subscription again; what came meanwhile stays unmatched."""

    request_id: str
    subscription_id: str


@dataclass(frozen=True, slots=True)
class Rename:
    """Give a subscription another name."""

    request_id: str
    subscription_id: str
    name: str


@dataclass(frozen=True, slots=True)
class ListSubscriptions:
    """Tell me what I am subscribed to."""

    request_id: str


@dataclass(frozen=True, slots=True)
class DryRun:
    """Tell me how many of the last hours' events this subscription would have matched; it does not begin."""

    request_id: str
    subscription: Subscription
    hours: float = USUAL_HOURS


@dataclass(frozen=True, slots=True)
class Explain:
    """Tell me why an event matches one of my subscriptions, or what keeps it from matching."""

    request_id: str
    subscription_id: str
    topic: str
    event_id: str
    publisher: str | None = None


@dataclass(frozen=True, slots=True)
class Resume:
    """Send again, to my inbox, what came after this number and has not expired; at most `limit` of it.

    A desk that is new wants no more than it can keep: with `newest`, older entries than the newest so many are left
    out.
    """

    request_id: str
    after: int
    limit: int = USUAL_RESUME
    newest: int | None = None


@dataclass(frozen=True, slots=True)
class Advertise:
    """Let there be a topic with this schema, or this newer version of it."""

    request_id: str
    topic: Topic


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Let there be no such topic any more."""

    request_id: str
    topic: str


@dataclass(frozen=True, slots=True)
class Fetch:
    """Give me a piece of what one of my notifications refers to."""

    request_id: str
    number: int  # of the notification
    sha256: str
    offset: int = 0
    length: int = MAX_PIECE_BYTES


@dataclass(frozen=True, slots=True)
class AskState:
    """Tell me how the service is."""

    request_id: str


Changing = Subscribe | Unsubscribe | Pause | Unpause | Rename | Advertise | Withdraw
"""Requests after which something is different; done once for each request id, however often they come."""

Request = Changing | ListSubscriptions | DryRun | Explain | Resume | Fetch | AskState


@dataclass(frozen=True, slots=True)
class PastMatch:
    """One event that a dry run found."""

    event_id: str
    time: datetime  # when it happened
    place: tuple[float, float] | None = None  # lon, lat: of an area a point within
    possibility: float = 1.0  # that the event is what was asked for
    necessity: float = 1.0


@dataclass(frozen=True, slots=True)
class WouldMatch:
    """What a dry run came to."""

    matched: int
    compared: int  # events of the topic
    since: datetime  # the first moment it knows of: later than asked for if it was cut short
    is_complete: bool
    advice: str | None = None  # what its owner should know: that it can never match, that another covers it
    per_hour: float = 0.0  # in the hour with the most
    newest: tuple[PastMatch, ...] = ()  # the newest of those that matched, newest first


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why an event matches a subscription or does not: the deciding parts, in words."""

    matches: bool
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a large content: `content` begins at `offset`, and is shorter than asked for at the end."""

    ref: BlobRef
    offset: int
    content: bytes


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """It is done, and journaled. Only what the request asks for is filled in."""

    request_id: str
    subscriptions: tuple[Subscription, ...] = ()  # ListSubscriptions: all of the user's; else the one it is now
    ended: tuple[str, ...] = ()  # Unsubscribe, or UNASKED when their time was up: subscriptions that are no more
    last_number: int | None = None  # Resume: the inbox's newest number
    more_after: int | None = None  # Resume: where to go on from, when `limit` cut the answer short
    would_match: WouldMatch | None = None
    explanation: Explanation | None = None
    status: ServiceStatus | None = None
    piece: Piece | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """It is not done, and why; nothing has changed."""

    request_id: str | None  # None where the request was too broken to have one
    field: str
    expected: str
    got: str
    message: str
    position: int | None = None  # the character of a filter text that is at fault


Reply = Acknowledgement | Refusal
