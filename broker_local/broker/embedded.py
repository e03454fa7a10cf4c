"""The embedded broker: needs nothing but Python, runs in a process of its own.

Its own process, because a broker and a matcher that share an interpreter take turns instead of a processor each.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import broker_local

from .certificates import TlsFiles
from .child import LOOPBACK, ChildBroker, check_port, reachable
from .pace import ClientLimits

_START_S = 30.0


class EmbeddedBroker:
    """An MQTT 3.1.1 broker for the accounts of one file, on loopback unless told otherwise."""

    def __init__(
        self,
        accounts: Path,
        log: Path,
        port: int = 0,
        host: str = LOOPBACK,
        tls: TlsFiles | None = None,
        limits: ClientLimits | None = None,
    ) -> None:
        self.host = reachable(host)
        self.port = port
        self.uses_tls = tls is not None
        self._tls = tls
        self._limits = limits or ClientLimits()
        self._listen = host
        self._accounts = accounts
        self._log = log
        self._child: ChildBroker | None = None

    @property
    def pid(self) -> int | None:
        """The broker's process, while it is there."""
        return self._child.pid if self._child else None

    def start(self) -> None:
        """Start it; returns when it accepts clients, with `port` the one it listens on."""
        check_port(self._listen, self.port)
        command = [sys.executable, "-P", "-m", "broker_local.broker.embedded_process"]
        command += ["--accounts", str(self._accounts), "--host", self._listen, "--port", str(self.port)]
        command += ["--packets-per-s", str(self._limits.packets_per_s), "--bytes-per-s", str(self._limits.bytes_per_s)]
        if self._tls is not None:
            command += ["--certificate", str(self._tls.certificate), "--key", str(self._tls.key)]
        package = str(Path(broker_local.__file__).parent.parent)
        paths = [package, *filter(None, [os.environ.get("PYTHONPATH")])]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        self._child = ChildBroker("embedded", command, self._log, env)
        self.port = int(self._child.wait_for_line(r"listening on \S+ port (\d+)", _START_S)[1])

    def is_alive(self) -> bool:
        """Whether it still runs."""
        return self._child is not None and self._child.is_alive()

    def stop(self) -> None:
        """Stop it; returns when it is gone."""
        if self._child is not None:
            self._child.stop()
