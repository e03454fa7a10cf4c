"""How the service and the process that reads attachments speak: frames, and findings as JSON.

A frame is a length in 8 bytes, then so many bytes. A question is two frames, a header in JSON and the message; an
answer is one frame of JSON.
"""

from __future__ import annotations

import struct
from typing import IO

from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.geometry_codec import decode_geometry, encode_geometry
from broker_local.protocol.json_text import as_object, as_text, parse_json, write_json
from broker_local.protocol.limits import MAX_MESSAGE_BYTES, MAX_TEXT

from .findings import Findings

_LENGTH = struct.Struct(">Q")


def write_frame(stream: IO[bytes], content: bytes) -> None:
    """Send one frame."""
    stream.write(_LENGTH.pack(len(content)))
    stream.write(content)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes | None:
    """The next frame; None at the end of the stream."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    content = stream.read(length)
    return content if len(content) == length else None


def encode_findings(found: Findings) -> bytes:
    """Findings as JSON."""
    return write_json(
        {
            "payload": found.payload.decode("ascii"),
            "footprints": {str(index): encode_geometry(area) for index, area in found.footprints.items()},
            "refused": {str(index): _error_to_object(error) for index, error in found.refused.items()},
            "digests": {str(index): digest for index, digest in found.digests.items()},
            "refusal": None if found.refusal is None else _error_to_object(found.refusal),
        }
    )


def decode_findings(content: bytes) -> Findings:
    """Findings out of their JSON."""
    given = as_object(parse_json(content, "findings", 2 * MAX_MESSAGE_BYTES), "findings")
    members = {name: as_object(given[name], name) for name in ("footprints", "refused", "digests")}
    refusal = given["refusal"]
    return Findings(
        str(given["payload"]).encode("ascii"),
        {int(index): decode_geometry(area, "footprint") for index, area in members["footprints"].items()},
        {int(index): _error_from_object(error) for index, error in members["refused"].items()},
        {int(index): as_text(digest, "digest", MAX_TEXT) for index, digest in members["digests"].items()},
        None if refusal is None else _error_from_object(refusal),
    )


def _error_to_object(error: ProtocolError) -> dict[str, object]:
    return {"field": error.field, "expected": error.expected, "got": error.got, "hint": error.hint}


def _error_from_object(value: object) -> ProtocolError:
    given = as_object(value, "error")
    hint = given["hint"]
    return ProtocolError(
        str(given["field"]),
        expected=str(given["expected"]),
        got=Given(str(given["got"])),
        hint=None if hint is None else str(hint),
    )
