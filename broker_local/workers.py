"""The workers beside the primary: started with it, started again when one dies, counted together with it."""

from __future__ import annotations

import logging
import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import broker_local
from broker_local.broker.child import ChildBroker
from broker_local.operations.status_report import is_live, read_status_file
from broker_local.protocol.errors import ProtocolError

SERVING = "worker is serving"
MOST_WORKERS = 64
_START_S = 300.0  # the first time on a machine the matcher is compiled
_log = logging.getLogger(__name__)


def status_name(number: int) -> str:
    """The file of a worker's counters, beside the journal."""
    return f"status-worker-{number}.json"


@dataclass(frozen=True, slots=True)
class WorkerLogin:
    """How one worker comes in to the broker."""

    user: str
    password: str
    identity: str


class Workers:
    """Processes that share the events with the primary."""

    def __init__(self, data: Path, logins: list[WorkerLogin], options: Callable[[], list[str]]) -> None:
        self._data = data
        self._logins = logins
        self._options = options  # the same for all of them, as it is when one is started
        self._running: dict[int, ChildBroker] = {}

    def keep(self) -> None:
        """Start those that do not run: all of them at first, later those that died."""
        for number, login in enumerate(self._logins, start=2):  # the primary is the first
            child = self._running.get(number)
            if child is not None and child.is_alive():
                continue
            if child is not None:
                _log.error("worker %d has died and is started again; see %s", number, child.log.name)
            self._running[number] = self._started(number, login)

    def wait(self) -> None:
        """Wait until all of them serve."""
        for child in self._running.values():
            child.wait_for_line(re.escape(SERVING), _START_S)

    def stop(self) -> None:
        """End them after the batch at hand."""
        for child in self._running.values():
            child.close_input()
        for child in self._running.values():
            child.stop()

    def counters(self) -> list[Mapping[str, int]]:
        """What each of those that live has counted."""
        found: list[Mapping[str, int]] = []
        for number in self._running:
            try:
                status = read_status_file(self._data, status_name(number))
            except ProtocolError:  # it has not said anything yet
                continue
            if is_live(status, datetime.now(UTC)):
                found.append(status.counters)
        return found

    def _started(self, number: int, login: WorkerLogin) -> ChildBroker:
        (self._data / status_name(number)).unlink(missing_ok=True)
        command = [sys.executable, "-P", "-m", "broker_local.worker_process", "--data", str(self._data)]
        command += ["--user", login.user, "--identity", login.identity, "--number", str(number), *self._options()]
        package = str(Path(broker_local.__file__).parent.parent)
        paths = [package, *filter(None, [os.environ.get("PYTHONPATH")])]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        child = ChildBroker(f"worker {number}", command, self._data / f"worker-{number}.log", env)
        child.send(f"{login.password}\n".encode())
        return child
