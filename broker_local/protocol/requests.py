"""What a desk asks of the service, and what the service answers."""

from __future__ import annotations

from dataclasses import dataclass

from .subscription import Subscription


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
class ListSubscriptions:
    """Tell me what I am subscribed to."""

    request_id: str


@dataclass(frozen=True, slots=True)
class Resume:
    """Send again, to my inbox, what came after this number and has not expired; at most `limit` of it."""

    request_id: str
    after: int
    limit: int = 500


Request = Subscribe | Unsubscribe | ListSubscriptions | Resume


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """It is done, and journaled. Only what the request asks for is filled in."""

    request_id: str
    subscriptions: tuple[Subscription, ...] = ()  # Subscribe: the one begun; ListSubscriptions: all of the user's
    last_number: int | None = None  # Resume: the inbox's newest number
    more_after: int | None = None  # Resume: where to go on from, when `limit` cut the answer short


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
