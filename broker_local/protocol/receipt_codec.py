"""Receipts as JSON, and how a message asks for one."""

from __future__ import annotations

from collections.abc import Mapping

from .addresses import checked_name
from .json_text import as_list, as_object, as_text, as_whole_number, known_members, parse_json, write_json
from .limits import MAX_FEATURES, MAX_ID, MAX_MESSAGE_BYTES, MAX_TEXT
from .receipt import Receipt, ReceiptWanted, RefusedPart

_WANTED_MEMBERS = frozenset(("to", "message"))


def receipt_wanted(message: Mapping[str, object]) -> ReceiptWanted | None:
    """The receipt that a Feature or FeatureCollection asks for, if it does."""
    if message.get("receipt") is None:
        return None
    given = as_object(message["receipt"], "receipt")
    known_members(given, "receipt", _WANTED_MEMBERS)
    return ReceiptWanted(
        checked_name("receipt.to", given.get("to")), checked_name("receipt.message", given.get("message"))
    )


def wanted_to_object(wanted: ReceiptWanted) -> dict[str, object]:
    """The member `receipt` as JSON would spell it."""
    return {"to": wanted.to, "message": wanted.message}


def encode_receipt(receipt: Receipt) -> bytes:
    """A receipt as JSON."""
    refused = [
        ({} if part.index is None else {"index": part.index}) | {"reason": part.reason} for part in receipt.refused
    ]
    return write_json({"message": receipt.message, "journaled": list(receipt.journaled), "refused": refused})


def decode_receipt(payload: bytes) -> Receipt:
    """A receipt out of its message."""
    given = as_object(parse_json(payload, "receipt", MAX_MESSAGE_BYTES), "receipt")
    journaled = as_list(given.get("journaled"), "receipt.journaled")
    refused = as_list(given.get("refused"), "receipt.refused")
    return Receipt(
        checked_name("receipt.message", given.get("message")),
        tuple(as_text(value, f"receipt.journaled[{i}]", MAX_ID) for i, value in enumerate(journaled)),
        tuple(_refused(value, f"receipt.refused[{i}]") for i, value in enumerate(refused)),
    )


def _refused(value: object, field: str) -> RefusedPart:
    given = as_object(value, field)
    index = given.get("index")
    return RefusedPart(
        None if index is None else as_whole_number(index, f"{field}.index", 0, MAX_FEATURES),
        as_text(given.get("reason"), f"{field}.reason", MAX_TEXT),
    )
