"""A broker as a child process: started, waited for, stopped, never outliving its parent.

The child watches its standard input, which this side holds open: closing it asks the child to stop, and the death of
this process closes it too. The child's output goes to a log file, where the line that says it is ready is awaited.
"""

from __future__ import annotations

import contextlib
import os
import re
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from broker_local.protocol.errors import Given

from .errors import BrokerError

LOOPBACK = "127.0.0.1"
_POLL_S = 0.01
_TERMINATE_S = 2.0


class ChildBroker:
    """One running broker process."""

    def __init__(self, name: str, command: Sequence[str], log: Path, env: Mapping[str, str] | None = None) -> None:
        self.name = name
        self.log = log
        log.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as output:
            # Its own session: Ctrl-C in the terminal is for us, and we stop the broker last.
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=env,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        """The process whose death is the broker's."""
        return self._process.pid

    def is_alive(self) -> bool:
        """Whether the broker still runs."""
        return self._process.poll() is None

    def wait_for_line(self, pattern: str, deadline_s: float) -> re.Match[str]:
        """Wait until the log has a line like this; an error, with the log's end, if the broker ends before."""
        until = time.monotonic() + deadline_s
        while True:
            alive = self.is_alive()  # asked first: what a broker said before its end is still read
            if found := re.search(pattern, self._logged()):
                return found
            if not alive or time.monotonic() > until:
                state = "it ended" if not alive else f"nothing within {deadline_s:g} s"
                self.stop(0.0)
                raise BrokerError(f"broker {self.name}", expected="it to start", got=Given(f"{state}: {self._tail()}"))
            time.sleep(_POLL_S)

    def send(self, line: bytes) -> None:
        """Tell the child something; a child that has ended does not hear it."""
        if self._process.stdin is not None and not self._process.stdin.closed:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.write(line)
                self._process.stdin.flush()

    def close_input(self) -> None:
        """Ask it to stop, and do not wait."""
        if self._process.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.close()

    def stop(self, patience_s: float = 5.0) -> None:
        """Ask it to stop, then make it; returns when it is gone. Any number of times."""
        self.close_input()
        for wait_s, push in ((patience_s, self._process.terminate), (_TERMINATE_S, self._process.kill)):
            try:
                self._process.wait(wait_s)
                return
            except subprocess.TimeoutExpired:
                push()
        self._process.wait()

    def _logged(self) -> str:
        return self.log.read_text(errors="replace")

    def _tail(self, lines: int = 5) -> str:
        return " | ".join(self._logged().splitlines()[-lines:]) or "it said nothing"


def check_port(host: str, port: int) -> None:
    """An error if nobody could listen there: taken, or an address that is not this machine's."""
    try:
        family, kind, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as listener:
            if os.name == "posix":  # elsewhere this would allow a port that is in use
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
    except PermissionError:
        raise BrokerError("port", expected="a port this user may open", got=port, hint="take one above 1023") from None
    except OSError as error:
        given = Given(f"{port} ({error.strerror or error})")
        hint = "is a broker running already? stop it or choose another port"
        raise BrokerError("port", expected=f"a free port on {host}", got=given, hint=hint) from None


def free_port(host: str) -> int:
    """A port that nobody listens on at this moment."""
    family, kind, *_, address = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind) as listener:
        listener.bind(address)
        return int(listener.getsockname()[1])


def reachable(host: str) -> str:
    """Where clients on this machine find a broker that listens on `host`."""
    return {"0.0.0.0": LOOPBACK, "::": "::1", "": LOOPBACK}.get(host, host)
