"""Receipts: what the service tells a publisher that asks whether its events are in the journal."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReceiptWanted:
    """What a publisher writes into a message, as the member `receipt`, to be told of its events.

    `message` is a name that only the sender knows: a receipt with it speaks of that message and no other's.
    """

    to: str  # the account that reads the receipt
    message: str


@dataclass(frozen=True, slots=True)
class RefusedPart:
    """A feature of a message that was refused, or the whole message."""

    index: int | None  # of the feature; None for the whole message
    reason: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of one message: the ids of events that are in the journal, and what was refused."""

    message: str
    journaled: tuple[str, ...] = ()
    refused: tuple[RefusedPart, ...] = ()
