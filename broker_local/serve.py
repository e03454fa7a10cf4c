"""Puts the companion together: broker, the matcher's own account, journal, link and service."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from broker_local.broker.accounts import AccountBook, Role, write_private
from broker_local.broker.choose import ACCOUNTS_FILE, LOG_FILE, RunningBroker, start_broker
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import Given, ProtocolError
from broker_local.service.journal import Journal
from broker_local.service.mqtt_link import MqttLink
from broker_local.service.runner import ADDRESSES, Service

JOURNAL_FILE = "journal.sqlite"
_IDENTITY_FILE = "matcher-id"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """What `rfers-broker serve` was asked for."""

    data: Path
    broker: str = "embedded"
    host: str = "127.0.0.1"
    port: int = 0
    user: str = "matcher"
    password: str | None = None  # of a broker at an address; our own brokers get a new one at each start
    ready_file: Path | None = None


class RunningService:
    """A broker and the service on it, from the first client to the last."""

    def __init__(self, start: Callable[[int], RunningBroker], service: Service, ready_file: Path | None) -> None:
        self._start = start
        self._service = service
        self._ready_file = ready_file
        self.broker = start(0)
        self.ready = threading.Event()

    def run(self) -> None:
        """Serve until stopped; a broker of ours that dies is started again, and everyone finds it where it was."""
        self._service.start(self.broker.host, self.broker.port, uses_tls=self.broker.uses_tls)
        if self._ready_file is not None:
            write_private(self._ready_file, f"{self.broker.host}:{self.broker.port}".encode())
        self.ready.set()
        self._service.run(between_batches=self._keep_broker)

    def stop(self) -> None:
        """End `run` after the batch at hand."""
        self._service.stop()

    def _keep_broker(self) -> None:
        if not self.broker.is_alive():
            _log.error("the broker has died and is started again; why it died may be told in %s", LOG_FILE)
            dead, self.broker = self.broker, self._start(self.broker.port)
            dead.stop()


@contextmanager
def serve(options: ServeOptions) -> Iterator[RunningService]:
    """The companion, ready to run; on leaving, our own broker is stopped."""
    options.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    if "://" in options.broker:
        if options.password is None:
            raise ProtocolError("--password-file", expected=f"the password of {options.user}", got=Given("nothing"))
        password = options.password
    else:
        password = AccountBook(options.data / ACCOUNTS_FILE).issue(options.user, Role.SERVICE)
    journal = Journal(options.data / JOURNAL_FILE)

    def start(port: int) -> RunningBroker:
        return start_broker(options.broker, options.data, port or options.port, options.host)

    try:
        link = MqttLink(_identity(options.data), options.user, password, ADDRESSES)
        running = RunningService(start, Service(link, journal, builtin_topics()), options.ready_file)
        try:
            yield running
        finally:
            running.broker.stop()
    finally:
        journal.close()


def _identity(data: Path) -> str:
    """This matcher's name to the broker: kept, so that the broker knows it again and keeps what it has not had."""
    path = data / _IDENTITY_FILE
    if not path.is_file():
        write_private(path, f"rfers-matcher-{secrets.token_hex(4)}".encode())
    return path.read_text("utf-8")
