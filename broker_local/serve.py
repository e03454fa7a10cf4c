"""Puts the companion together: broker, the matcher's own account, journal, link and service."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from broker_local.broker.access import CLIENTS_CONNECTED, MESSAGES_DROPPED, Action, may
from broker_local.broker.accounts import AccountBook, Role, write_private
from broker_local.broker.certificates import TlsFiles, existing_files, facts_of, files_in
from broker_local.broker.choose import ACCOUNTS_FILE, EMBEDDED, LOG_FILE, RunningBroker, start_broker
from broker_local.broker.errors import BrokerError
from broker_local.broker.pace import ClientLimits
from broker_local.operations import garbage
from broker_local.operations.data_lock import locked
from broker_local.operations.status_report import write_status_file
from broker_local.protocol.addresses import publish
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import Given, ProtocolError
from broker_local.service.blob_store import BlobStore
from broker_local.service.geocoding.address_table import geocoder_of
from broker_local.service.journal import Journal
from broker_local.service.mqtt_link import MqttLink
from broker_local.service.retention import Retention
from broker_local.service.runner import ADDRESSES, SHARED_ADDRESSES, Service, offline_status
from broker_local.service.topic_register import MayAdvertise
from broker_local.workers import MOST_WORKERS, WorkerLogin, Workers

JOURNAL_FILE = "journal.sqlite"
IMAGES_FOLDER = "images"
IMAGE_SPACE_MB = 20_000
_IDENTITY_FILE = "matcher-id"
_STATUS_EVERY_S = 2.0
_RENEW_WITHIN = timedelta(days=30)
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
    tls: bool = False  # of our own broker
    authority: Path | None = None  # of a broker at an address that speaks TLS; the system's if it is not given
    limits: ClientLimits = field(default_factory=ClientLimits)
    addresses: Path | None = None  # a table or a folder of tables; the one in resources if it is not given
    image_space_mb: int = IMAGE_SPACE_MB
    retention: Retention = field(default_factory=Retention)
    workers: int = 1  # processes that share the events, the first of them also all else
    worker_log: tuple[str, ...] = ()  # how they log, as options of their command
    advertisers: tuple[str, ...] = ()  # who may advertise topics at a broker with accounts of its own


class RunningService:
    """A broker and the service on it, from the first client to the last."""

    def __init__(
        self, start: Callable[[int], RunningBroker], service: Service, options: ServeOptions, logins: list[WorkerLogin]
    ) -> None:
        self._start = start
        self._service = service
        self._data = options.data
        self._ready_file = options.ready_file
        self._status_due = 0.0
        self.broker = start(0)
        self.ready = threading.Event()
        self.workers = Workers(options.data, logins, lambda: _worker_options(options, self.broker))
        service.workers_counters = self.workers.counters

    def run(self) -> None:
        """Serve until stopped; a broker of ours that dies is started again, and everyone finds it where it was."""
        self._service.start(self.broker.host, self.broker.port, uses_tls=self.broker.uses_tls)
        self.workers.keep()
        self.workers.wait()
        if self._ready_file is not None:
            write_private(self._ready_file, f"{self.broker.host}:{self.broker.port}".encode())
        garbage.settle()
        self.ready.set()
        try:
            self._service.run(between_batches=self._between_batches)
        finally:
            write_status_file(self._data, offline_status())

    def stop(self) -> None:
        """End `run` after the batch at hand."""
        self._service.stop()

    def _between_batches(self) -> None:
        self._keep_broker()
        self.workers.keep()
        if time.monotonic() >= self._status_due:
            self._status_due = time.monotonic() + _STATUS_EVERY_S
            write_status_file(self._data, self._service.status())

    def _keep_broker(self) -> None:
        if not self.broker.is_alive():
            _log.error("the broker has died and is started again; why it died may be told in %s", LOG_FILE)
            dead, self.broker = self.broker, self._start(self.broker.port)
            dead.stop()


@contextmanager
def serve(options: ServeOptions) -> Iterator[RunningService]:
    """The companion, ready to run; on leaving, our own broker is stopped."""
    options.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    with locked(options.data):
        yield from _served(options)


def _served(options: ServeOptions) -> Iterator[RunningService]:
    if "://" in options.broker:
        if options.password is None:
            raise ProtocolError("--password-file", expected=f"the password of {options.user}", got=Given("nothing"))
        password = options.password
    else:
        password = AccountBook(options.data / ACCOUNTS_FILE).issue(options.user, Role.SERVICE)
    tls = _tls_files(options)
    logins = _worker_logins(options, password)
    geocoder = geocoder_of(options.addresses)
    images = BlobStore(options.data / IMAGES_FOLDER, options.image_space_mb * 1_000_000)
    journal = Journal(options.data / JOURNAL_FILE)

    def start(port: int) -> RunningBroker:
        at = port or options.port
        return start_broker(options.broker, options.data, at, options.host, tls=tls, limits=options.limits)

    try:
        link = MqttLink(
            _identity(options.data),
            options.user,
            password,
            ADDRESSES if options.workers == 1 else SHARED_ADDRESSES,
            figures={"clients": CLIENTS_CONNECTED, "dropped": MESSAGES_DROPPED},
            authority=options.authority if tls is None else tls.authority,
        )
        service = Service(
            link,
            journal,
            builtin_topics(),
            geocoder=geocoder,
            images=images,
            may_advertise=_may_advertise(options),
            retention=options.retention,
        )
        running = RunningService(start, service, options, logins)
        try:
            yield running
        finally:
            running.workers.stop()
            running.broker.stop()
    finally:
        journal.close()


def _tls_files(options: ServeOptions) -> TlsFiles | None:
    """The certificates of our own broker, if it is to speak TLS; a warning if their end is near."""
    if not options.tls:
        return None
    if "://" in options.broker:
        raise ProtocolError("--tls", expected="a broker of our own", got=options.broker, hint="write mqtts://host:port")
    files = existing_files(options.data)
    try:
        until = facts_of(files.certificate).valid_until
    except BrokerError as error:  # no openssl here: it was needed to make them, not to use them
        _log.info("the certificate's end cannot be told: %s", error)
    else:
        if until - datetime.now(UTC) < _RENEW_WITHIN:
            _log.warning("the broker's certificate ends on %s: rfers-broker certificates make", f"{until:%Y-%m-%d}")
    return files


def _worker_logins(options: ServeOptions, password: str) -> list[WorkerLogin]:
    """An account for each worker beside the first; at a broker with accounts of its own, the first one's."""
    if not 1 <= options.workers <= MOST_WORKERS:
        raise ProtocolError("--workers", expected=f"1 to {MOST_WORKERS}", got=options.workers)
    if options.workers > 1 and options.broker == EMBEDDED:
        expected = "1 with the embedded broker, which cannot share a subscription among them"
        raise ProtocolError("--workers", expected=expected, got=options.workers, hint="take --broker mosquitto")
    identity, logins = _identity(options.data), []
    for number in range(2, options.workers + 1):
        user = options.user
        if "://" not in options.broker:
            user = f"{options.user}-{number}"
            password = AccountBook(options.data / ACCOUNTS_FILE).issue(user, Role.SERVICE)
        logins.append(WorkerLogin(user, password, f"{identity}-{number}"))
    return logins


def _worker_options(options: ServeOptions, broker: RunningBroker) -> list[str]:
    journal = str(options.data / JOURNAL_FILE)
    given = ["--journal", journal, "--server", f"{broker.host}:{broker.port}", *options.worker_log]
    authority = files_in(options.data).authority if options.tls else options.authority
    if broker.uses_tls:
        given += ["--tls", *(["--ca", str(authority)] if authority is not None else [])]
    return given + (["--addresses", str(options.addresses)] if options.addresses is not None else [])


def _may_advertise(options: ServeOptions) -> MayAdvertise:
    """Who may publish events of a topic may advertise it; of a broker with accounts of its own, those named."""
    if "://" in options.broker:
        return lambda user, topic: user in options.advertisers
    book = AccountBook(options.data / ACCOUNTS_FILE)

    def may_publish(user: str, topic: str) -> bool:
        account = book.accounts().get(user)
        return account is not None and may(account, Action.WRITE, publish(topic))

    return may_publish


def _identity(data: Path) -> str:
    """This matcher's name to the broker: kept, so that the broker knows it again and keeps what it has not had."""
    path = data / _IDENTITY_FILE
    if not path.is_file():
        write_private(path, f"rfers-matcher-{secrets.token_hex(4)}".encode())
    return path.read_text("utf-8")
