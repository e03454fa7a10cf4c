"""Runs one command until standard input ends, so that it can not outlive whoever holds the other end.

Started as a script of its own by `mosquitto.py`, with the standard library alone. A process that is killed takes its
end of the pipe with it, which is true on every system and needs nothing done in time. The line `reload` on standard
input becomes the signal that makes Mosquitto read its files again.

    python keeper.py DIRECTORY OWNER COMMAND...

DIRECTORY is removed in the end. OWNER is "user:group", the numbers that the command runs as, or "-" for our own.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable

RELOAD = b"reload\n"
_PR_SET_PDEATHSIG = 1  # from <sys/prctl.h>
_STOP_S = 3.0


def main(arguments: list[str]) -> int:
    """Run the command; give back its exit code."""
    directory, owner, *command = arguments
    user, group = (None, None) if owner == "-" else map(int, owner.split(":"))
    # It must not change its user by itself later: the system then forgets that it is to die with us.
    child = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        preexec_fn=_death_bound(),
        user=user,
        group=group,
        extra_groups=None if group is None else [group],
    )
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    threading.Thread(target=_follow, args=(child,), daemon=True).start()
    code = child.wait()
    shutil.rmtree(directory, ignore_errors=True)
    return code


def _death_bound() -> Callable[[], None] | None:
    """What makes the command die with a keeper that is itself killed, where the system can do that."""
    if sys.platform != "linux":
        return None
    import ctypes

    prctl = ctypes.CDLL(None).prctl  # looked up before the fork: little is safe after it
    return lambda: prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _follow(child: subprocess.Popen[bytes]) -> None:
    while line := _line():
        if line == RELOAD:
            child.send_signal(signal.SIGHUP)
    child.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(_STOP_S)
        return
    child.kill()


def _line() -> bytes:
    # os.read, not sys.stdin: a thread that sits in a buffered read holds a lock the interpreter wants at its end.
    line = b""
    while not line.endswith(b"\n") and (byte := os.read(0, 1)):
        line += byte
    return line


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
