"""A desk in a process that may be killed at any moment: what it shows is a line in a file, and it goes on from there.

python -m scripts.bench.chaos_desk HOST:PORT USER PASSWORD_FILE RECORD_FILE
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from rfers_desktop.session.items import NotificationReceived
from rfers_desktop.session.session import Session


def shown_lines(record: Path) -> list[dict[str, object]]:
    """What was shown, in order; a line that was cut off was not."""
    whole, _, _ = record.read_bytes().rpartition(b"\n") if record.exists() else (b"", b"", b"")
    return [json.loads(line) for line in whole.splitlines()]


def line_of(item: NotificationReceived) -> bytes:
    """A notification as it is shown."""
    notification = item.notification
    line = {
        "number": notification.number,
        "id": notification.event.id,
        "matched": [matched.id for matched in notification.matched],
        "accepted_at": notification.accepted_at.timestamp(),
        "received_at": item.received_at.timestamp(),
    }
    return json.dumps(line).encode() + b"\n"


def main(argv: Sequence[str]) -> int:
    """Show what comes, until killed."""
    server, user, password_file, record = argv[0], argv[1], Path(argv[2]), Path(argv[3])
    lines = shown_lines(record)
    file = os.open(record, os.O_WRONLY | os.O_CREAT, 0o600)
    end = sum(len(json.dumps(line)) + 1 for line in lines)
    os.ftruncate(file, end)
    os.lseek(file, end, os.SEEK_SET)
    host, _, port = server.rpartition(":")
    after = int(str(lines[-1]["number"])) if lines else 0
    session = Session(user, password_file.read_text(), host, int(port), after=after)
    session.start()
    while True:
        for item in session.drain(0.5):
            if isinstance(item, NotificationReceived):
                os.write(file, line_of(item))  # one call: with the system, or not at all


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
