"""The process that reads attachments: what a hostile image does to it, it does to nobody else.

Questions come on standard input and are answered on standard output; it ends when its standard input does.
"""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path

from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.json_text import as_object, parse_json
from broker_local.protocol.limits import MAX_MESSAGE_BYTES
from broker_local.protocol.times import parse_timestamp
from broker_local.protocol.topic_codec import topic_from_object

from .attachments import read_attachments
from .blob_store import BlobStore
from .findings import Findings
from .findings_codec import encode_findings, read_frame, write_frame

MAX_MEMORY_BYTES = 4 * 1024**3  # of address space; the largest message with the largest block takes about one


def answer(header: bytes, payload: bytes, store: BlobStore) -> bytes:
    """What is found in one message, as JSON; only what is wrong with the surroundings is raised."""
    asked = as_object(parse_json(header, "header", MAX_MESSAGE_BYTES), "header")
    topic, now = topic_from_object(asked["topic"], "topic"), parse_timestamp(asked["now"], "now")
    try:
        return encode_findings(read_attachments(payload, topic, now, store))
    except ProtocolError as error:
        return encode_findings(Findings(b"", refusal=error))
    except OSError:
        raise
    except Exception as error:  # ours, or a library's: seen in the log, and one message's end, not the service's
        traceback.print_exc()
        got = Given(f"{type(error).__name__}: {error}")
        refusal = ProtocolError("message", expected="attachments that can be read", got=got)
        return encode_findings(Findings(b"", refusal=refusal))


def _limit_itself() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main(folder: str, max_bytes: str) -> int:
    """Answer until there are no more questions; 2 where the surroundings are at fault."""
    _limit_itself()
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints must not come between the frames
    store = BlobStore(Path(folder), int(max_bytes))
    while (header := read_frame(sys.stdin.buffer)) is not None:
        payload = read_frame(sys.stdin.buffer)
        if payload is None:
            break
        try:
            write_frame(replies, answer(header, payload, store))
        except OSError as error:
            print(f"attachments: {error}", file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
