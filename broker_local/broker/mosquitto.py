"""A real Mosquitto as a child process, with a configuration generated from the accounts."""

from __future__ import annotations

import logging
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path

from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.limits import MAX_MESSAGE_BYTES

from . import keeper
from .access import mosquitto_access_file, mosquitto_password_file
from .accounts import Account, AccountBook, write_private
from .certificates import TlsFiles
from .child import LOOPBACK, ChildBroker, check_port, free_port, reachable
from .errors import BrokerError

_START_S = 15.0
_ACCOUNTS_EVERY_S = 1.0
_PORT_TRIES = 5
_UNPRIVILEGED_USER = "mosquitto"
_SYSTEM_FOLDERS = "/usr/sbin:/usr/local/sbin:/opt/homebrew/sbin"  # often not in the PATH of a user
_CERTIFICATE, _KEY = "server.pem", "server-key.pem"
_MAX_PACKET_BYTES = MAX_MESSAGE_BYTES + 64 * 1024  # the payload, and room for the address

_MOST_QUEUED, _MOST_QUEUED_BYTES = 100_000, 8 * MAX_MESSAGE_BYTES  # for one client

_log = logging.getLogger(__name__)


def find_mosquitto() -> str | None:
    """The Mosquitto of this machine, if it has one."""
    return shutil.which("mosquitto") or shutil.which("mosquitto", path=_SYSTEM_FOLDERS)


def configuration(host: str, port: int, directory: Path, *, uses_tls: bool = False) -> str:
    """The text of mosquitto.conf."""
    tls = [f"certfile {directory / _CERTIFICATE}", f"keyfile {directory / _KEY}", "tls_version tlsv1.2"]
    lines = [
        f"listener {port} {host}",
        *(tls if uses_tls else ()),
        "allow_anonymous false",
        f"password_file {directory / 'passwords'}",
        f"acl_file {directory / 'access'}",
        # Its snapshots are not crash-safe; receipts and numbered inboxes are.
        "persistence false",
        f"max_packet_size {_MAX_PACKET_BYTES}",
        # A matcher acknowledges in batches: this many may be under way to it, and wait behind those. Mosquitto takes
        # what publishers send as fast as they can; what finds this queue full is dropped, and counted.
        "max_inflight_messages 1000",
        f"max_queued_messages {_MOST_QUEUED}",
        f"max_queued_bytes {_MOST_QUEUED_BYTES}",
        "max_connections 2000",
        "max_keepalive 600",  # of an MQTT 5 client; who is silent for longer is gone
        "sys_interval 2",
        "set_tcp_nodelay true",
        "log_dest stderr",
        "log_type error",
        "log_type warning",
        "log_type notice",
        "log_type information",  # says "running"
        "connection_messages false",
        "user root",  # says: stay who you are; the keeper has already made it the right user
    ]
    return "\n".join([*lines, ""])


class MosquittoBroker:
    """A Mosquitto 2 for the accounts of one file, on loopback unless told otherwise."""

    def __init__(
        self, accounts: Path, log: Path, port: int = 0, host: str = LOOPBACK, tls: TlsFiles | None = None
    ) -> None:
        self.host = reachable(host)
        self.port = port
        self.uses_tls = tls is not None
        self._tls = tls
        self._listen = host
        self._book = AccountBook(accounts)
        self._log = log
        self._written: Mapping[str, Account] = {}
        self._directory: Path | None = None
        self._child: ChildBroker | None = None
        self._stopping = threading.Event()
        self._watch: threading.Thread | None = None

    @property
    def pid(self) -> int | None:
        """The process whose death is the broker's, while it is there."""
        return self._child.pid if self._child else None

    def start(self) -> None:
        """Start it; returns when it accepts clients, with `port` the one it listens on."""
        program = find_mosquitto()
        if program is None:
            hint = "install it (Debian: sudo apt-get install mosquitto) or use the embedded broker"
            raise BrokerError("broker", expected="mosquitto on this machine", got=Given("none"), hint=hint)
        for tries_left in reversed(range(_PORT_TRIES)):
            try:
                self._start(program, self.port or free_port(self._listen))
                break
            except BrokerError as error:  # a port that was free a moment ago may be taken now
                if self.port or not tries_left or "in use" not in str(error):
                    raise
        self._stopping.clear()
        self._watch = threading.Thread(target=self._follow_accounts, name="mosquitto accounts", daemon=True)
        self._watch.start()

    def is_alive(self) -> bool:
        """Whether it still runs."""
        return self._child is not None and self._child.is_alive()

    def stop(self) -> None:
        """Stop it; returns when it is gone, with its files."""
        self._stopping.set()
        if self._watch is not None:
            self._watch.join()
        if self._child is not None:
            self._child.stop()
        if self._directory is not None:  # the keeper has removed it, unless it was killed
            shutil.rmtree(self._directory, ignore_errors=True)

    def _start(self, program: str, port: int) -> None:
        check_port(self._listen, port)
        self._directory = Path(tempfile.mkdtemp(prefix="rfers-mosquitto-"))  # 0700
        owner = _owner()
        if owner is not None:
            os.chown(self._directory, *owner)
        config = self._directory / "mosquitto.conf"
        self._write(config, configuration(self._listen, port, self._directory, uses_tls=self.uses_tls))
        self._write_accounts()
        if self._tls is not None:  # copies, which the user that Mosquitto runs as can read
            self._write(self._directory / _CERTIFICATE, self._tls.certificate.read_text())
            self._write(self._directory / _KEY, self._tls.key.read_text())
        runs_as = "-" if owner is None else f"{owner[0]}:{owner[1]}"
        command = [sys.executable, "-I", "-S", keeper.__file__, str(self._directory), runs_as]
        self._child = ChildBroker("mosquitto", [*command, program, "-c", str(config)], self._log)
        self._child.wait_for_line(r"mosquitto version \S+ running", _START_S)
        self.port = port

    def _follow_accounts(self) -> None:
        """Let Mosquitto know of changes of the accounts file, while it runs."""
        while not self._stopping.wait(_ACCOUNTS_EVERY_S):
            try:
                if self._book.accounts() is not self._written:
                    self._write_accounts()
                    if self._child is not None:
                        self._child.send(keeper.RELOAD)
            except (ProtocolError, OSError) as error:
                _log.error("the accounts file cannot be read, the earlier accounts stay in force: %s", error)

    def _write_accounts(self) -> None:
        accounts = self._book.accounts()
        if self._directory is not None:
            self._write(self._directory / "passwords", mosquitto_password_file(accounts.values()))
            self._write(self._directory / "access", mosquitto_access_file(accounts.values()))
        self._written = accounts

    def _write(self, path: Path, text: str) -> None:
        write_private(path, text.encode(), owner=_owner())


def _owner() -> tuple[int, int] | None:
    """The user and group that Mosquitto is to be, when root starts it: the ones made for it, if there are any."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return None
    import pwd

    try:
        entry = pwd.getpwnam(_UNPRIVILEGED_USER)
    except KeyError:
        return None
    return entry.pw_uid, entry.pw_gid
