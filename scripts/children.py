"""Child processes that end with their parent: stopped in order when it ends, and by the kernel when it is killed.

Run as a program (`children.py PARENT_PID COMMAND …`) it ties itself to its parent and becomes the command.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

TIED = __file__  # the program below
STOP_S = 10.0  # a child that has been asked to stop is killed after this long
_PR_SET_PDEATHSIG = 1  # prctl(2)


class Children:
    """The child processes of a demo, each with its log; leaving the `with` block stops them, youngest first."""

    def __init__(self, logs: Path, cwd: Path) -> None:
        self._logs = logs
        self._cwd = cwd
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def start(
        self, name: str, command: Sequence[str], more: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        """Start a command in a session of its own: Ctrl-C reaches the parent alone, which then stops it in order.

        `more` is added to its environment.
        """
        tied = [sys.executable, TIED, str(os.getpid()), *command]
        with (self._logs / f"{name}.log").open("ab") as log:
            self._running[name] = subprocess.Popen(
                tied,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self._cwd,
                start_new_session=True,
                env=os.environ | (more or {}),
            )
        return self._running[name]

    def ended(self) -> str | None:
        """The name of a child that has ended, if one has."""
        return next((name for name, child in self._running.items() if child.poll() is not None), None)

    def last_words(self, name: str, lines: int = 15) -> str:
        """The end of a child's log, for the message that says why it failed."""
        log = self._logs / f"{name}.log"
        said = log.read_text("utf-8", errors="replace").splitlines() if log.is_file() else []
        return "\n".join(f"  {name}: {line}" for line in said[-lines:])

    def stop(self) -> None:
        """Stop all of them, the last started first; each has ended before the next is asked."""
        while self._running:
            _, child = self._running.popitem()
            child.terminate()
            try:
                child.wait(STOP_S)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.stop()


def tie_to_parent(parent_pid: int) -> None:
    """Have the kernel send SIGTERM to this process when its parent dies (Linux; elsewhere nothing happens)."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    if os.getppid() != parent_pid:  # it died before the line above
        os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    tie_to_parent(int(sys.argv[1]))
    os.execvp(sys.argv[2], sys.argv[2:])
