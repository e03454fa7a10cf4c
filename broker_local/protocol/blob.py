"""A reference to a large binary value: what it is by its content, not where it lies."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from .errors import ProtocolError
from .json_text import as_object, as_whole_number, known_members
from .limits import MAX_MESSAGE_BYTES

MAX_PIECE_BYTES = 256 * 1024  # of one answer to a fetch; small enough that other messages pass between two
_SHA256 = re.compile(r"[0-9a-f]{64}\Z")
_MEMBERS = frozenset(("sha256", "bytes"))


@dataclass(frozen=True, slots=True)
class BlobRef:
    """Stands for a binary attribute in journals and inboxes; desks fetch the content in pieces."""

    sha256: str  # of the content, 64 lower-case hexadecimal digits
    size: int  # bytes


def blob_ref(content: bytes) -> BlobRef:
    """The reference to a content."""
    return BlobRef(hashlib.sha256(content).hexdigest(), len(content))


def blob_ref_to_object(ref: BlobRef) -> dict[str, object]:
    """A reference as JSON would spell it."""
    return {"sha256": ref.sha256, "bytes": ref.size}


def blob_ref_from_object(value: object, field: str) -> BlobRef:
    """A reference out of parsed JSON."""
    given = as_object(value, field)
    known_members(given, field, _MEMBERS)
    return BlobRef(
        checked_sha256(given.get("sha256"), f"{field}.sha256"),
        as_whole_number(given.get("bytes"), f"{field}.bytes", 0, MAX_MESSAGE_BYTES),
    )


def checked_sha256(value: object, field: str) -> str:
    """`value` if it is a SHA-256 as 64 lower-case hexadecimal digits."""
    if not isinstance(value, str) or not _SHA256.match(value):
        raise ProtocolError(field, expected="a SHA-256 of 64 lower-case hexadecimal digits", got=value)
    return value
