"""Receipts that are due: gathered while a message is taken in, sent once its events are in the journal."""

from __future__ import annotations

from broker_local.protocol.addresses import receipt
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.receipt import Receipt, ReceiptWanted, RefusedPart
from broker_local.protocol.receipt_codec import encode_receipt


class DueReceipt:
    """What becomes of one message whose sender wants to know."""

    def __init__(self, wanted: ReceiptWanted) -> None:
        self._wanted = wanted
        self._journaled: list[str] = []
        self._refused: list[RefusedPart] = []

    def journaled(self, event_id: str) -> None:
        """An event of the message is in the journal, from now or from before."""
        self._journaled.append(event_id)

    def refused(self, index: int | None, error: ProtocolError) -> None:
        """A feature of the message is refused, or with None the whole of it."""
        self._refused.append(RefusedPart(index, str(error)))

    def message(self) -> tuple[str, bytes]:
        """The receipt, and where to send it."""
        told = Receipt(self._wanted.message, tuple(self._journaled), tuple(self._refused))
        return receipt(self._wanted.to), encode_receipt(told)
