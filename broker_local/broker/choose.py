"""Which broker: the embedded one, a Mosquitto of our own, or one at an address, behind one small interface."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from broker_local.protocol.errors import ProtocolError, did_you_mean

from .certificates import TlsFiles
from .child import LOOPBACK
from .embedded import EmbeddedBroker
from .external import ExternalBroker, parse_address
from .mosquitto import MosquittoBroker
from .pace import ClientLimits

EMBEDDED = "embedded"
MOSQUITTO = "mosquitto"
CHOICES = f"{EMBEDDED}, {MOSQUITTO}, mqtt://host:port or mqtts://host:port"
ACCOUNTS_FILE = "accounts.json"
LOG_FILE = "broker.log"


class RunningBroker(Protocol):
    """A broker that clients can connect to, until it is stopped."""

    @property
    def host(self) -> str:
        """Where clients of this machine find it."""

    @property
    def port(self) -> int:
        """And at which port."""

    @property
    def uses_tls(self) -> bool:
        """Whether clients have to speak TLS."""

    def is_alive(self) -> bool:
        """Whether it still runs, as far as can be known."""

    def stop(self) -> None:
        """Stop it, if it is ours; returns when it is gone."""


def start_broker(
    choice: str,
    data_dir: Path,
    port: int = 0,
    host: str = LOOPBACK,
    *,
    tls: TlsFiles | None = None,
    limits: ClientLimits | None = None,
) -> RunningBroker:
    """The broker that was chosen, accepting clients; port 0 is any free one.

    Our own brokers know the accounts of `accounts.json` in `data_dir` and log to `broker.log` there. Mosquitto has no
    limits of how fast a client may send: of `limits` it knows nothing.
    """
    broker = _chosen(choice, data_dir, port, host, tls, limits)
    if not isinstance(broker, ExternalBroker):
        broker.start()
    return broker


def _chosen(
    choice: str, data_dir: Path, port: int, host: str, tls: TlsFiles | None, limits: ClientLimits | None
) -> EmbeddedBroker | MosquittoBroker | ExternalBroker:
    if not 0 <= port <= 65535:
        raise ProtocolError("port", expected="a number from 0 to 65535", got=port)
    accounts, log = data_dir / ACCOUNTS_FILE, data_dir / LOG_FILE
    if choice == EMBEDDED:
        return EmbeddedBroker(accounts, log, port, host, tls, limits)
    if choice == MOSQUITTO:
        return MosquittoBroker(accounts, log, port, host, tls)
    if "://" in choice:
        return parse_address(choice)
    meant = did_you_mean(choice, (EMBEDDED, MOSQUITTO))
    hint = f"did you mean '{meant}'?" if meant else None
    raise ProtocolError("broker", expected=CHOICES, got=choice, hint=hint)
