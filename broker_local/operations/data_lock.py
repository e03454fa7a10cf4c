"""A lock on the data folder, so that two companions never write to one journal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from broker_local.protocol.errors import Given, ProtocolError

LOCK_FILE = "serve.lock"


@contextmanager
def locked(data: Path) -> Iterator[None]:
    """Hold the folder; refused while another process does. The system lets go of it however this process ends."""
    path = data / LOCK_FILE
    with open(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as file:
        if not _taken(file):
            holder = file.read(32).decode("ascii", "replace").strip() or "unknown"
            raise ProtocolError(
                "--data",
                expected="a folder that no other rfers-broker serves from",
                got=Given(f"one held by process {holder}"),
                hint="stop that one, or give this one a folder of its own",
            )
        file.truncate(0)
        file.write(f"{os.getpid()}\n".encode())
        file.flush()
        yield


def _taken(file: BinaryIO) -> bool:
    """Whether the lock could be had, without waiting for it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(1024)  # beyond the text: Windows would keep others from reading what is locked
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            file.seek(0)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
