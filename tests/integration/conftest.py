"""A real broker on loopback, of either sort, with accounts of every role, and MQTT clients to try it with."""

from __future__ import annotations

import queue
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from broker_local.broker.accounts import AccountBook, Role
from broker_local.broker.choose import ACCOUNTS_FILE, EMBEDDED, LOG_FILE, MOSQUITTO, start_broker
from broker_local.broker.embedded import EmbeddedBroker
from broker_local.broker.mosquitto import MosquittoBroker, find_mosquitto

DEADLINE_S = 10.0

# name, role, topics: one of each sort, two desks
PEOPLE: list[tuple[str, Role, list[str]]] = [
    ("matcher", Role.SERVICE, []),
    ("alice", Role.SUBSCRIBER, []),
    ("bob", Role.SUBSCRIBER, []),
    ("carol", Role.SUBSCRIBER, ["FireIncReports"]),
    ("tracker", Role.PUBLISHER, ["EALocation"]),
    ("gateway", Role.PUBLISHER, ["*"]),
    ("chief", Role.ADMIN, []),
]


@dataclass(frozen=True)
class Station:
    """A running broker and who may connect to it."""

    kind: str
    broker: EmbeddedBroker | MosquittoBroker
    data_dir: Path
    accounts: AccountBook

    @property
    def host(self) -> str:
        return self.broker.host

    @property
    def port(self) -> int:
        return self.broker.port


def password_of(name: str) -> str:
    """The password of one of PEOPLE."""
    return f"the password of {name}"


class MqttClient:
    """One MQTT client whose every step is waited for."""

    def __init__(
        self, station: Station, client_id: str, name: str | None, password: str | None, **options: Any
    ) -> None:
        will = options.pop("will", None)
        self._keepalive_s = options.pop("keepalive_s", 60)
        self._station = station
        self._answers: queue.Queue[Any] = queue.Queue()
        self.received: queue.Queue[mqtt.MQTTMessage] = queue.Queue()
        self.gone = threading.Event()
        self.reason = "never connected"
        self._client = mqtt.Client(
            CallbackAPIVersion.VERSION2, client_id=client_id, reconnect_on_failure=False, **options
        )
        if name is not None:
            self._client.username_pw_set(name, password)
        if will is not None:
            self._client.will_set(*will)
        self._client.on_connect = lambda _c, _u, _f, reason, _p: self._answers.put(reason)
        self._client.on_subscribe = lambda _c, _u, _m, reasons, _p: self._answers.put(reasons)
        self._client.on_unsubscribe = lambda *_: self._answers.put(None)
        self._client.on_message = lambda _c, _u, message: self.received.put(message)
        self._client.on_disconnect = lambda _c, _u, _f, reason, _p: self._lost(reason)

    def connect(self) -> bool:
        """Whether the broker lets it in."""
        self._client.connect(self._station.host, self._station.port, keepalive=self._keepalive_s)
        self._client.loop_start()
        self.reason = str(self._answers.get(timeout=DEADLINE_S))
        return self.reason == "Success"

    def _lost(self, reason: object) -> None:
        self.gone.set()
        self._answers.put(reason)  # for who still waits for one

    def subscribe(self, *filters: str, qos: int = 1) -> list[bool]:
        """Which of the filters the broker grants."""
        self._client.subscribe([(pattern, qos) for pattern in filters])
        return [not reason.is_failure for reason in self._answers.get(timeout=DEADLINE_S)]

    def unsubscribe(self, pattern: str) -> None:
        """End a subscription."""
        self._client.unsubscribe(pattern)
        self._answers.get(timeout=DEADLINE_S)

    def publish(
        self, address: str, payload: bytes | str, *, qos: int = 1, retain: bool = False, wait: bool = True
    ) -> None:
        """Send, and wait until the broker has acknowledged it (which tells nothing of whether it was allowed)."""
        sent = self._client.publish(address, payload, qos, retain)
        if wait:
            sent.wait_for_publish(DEADLINE_S)
            assert sent.is_published()

    def acknowledge(self, message: mqtt.MQTTMessage) -> None:
        """Acknowledge a message, for a client that does it by hand."""
        self._client.ack(message.mid, message.qos)

    def next(self) -> mqtt.MQTTMessage:
        """The next message that comes."""
        return self.received.get(timeout=DEADLINE_S)

    def until(self, payload: bytes) -> list[tuple[str, bytes]]:
        """Everything that comes up to and without this payload."""
        before: list[tuple[str, bytes]] = []
        while (message := self.next()).payload != payload:
            before.append((message.topic, message.payload))
        return before

    def vanish(self) -> None:
        """End the connection without a goodbye."""
        sock = self._client.socket()
        assert sock is not None
        sock.shutdown(socket.SHUT_RDWR)
        assert self.gone.wait(DEADLINE_S)

    def close(self) -> None:
        """Say goodbye."""
        self._client.disconnect()
        self._client.loop_stop()


Connect = Callable[..., MqttClient]


def may_enter(station: Station, name: str, password: str) -> bool:
    """Whether a name and password are let in, tried once."""
    client = MqttClient(station, "", name, password)
    try:
        return client.connect()
    finally:
        client.close()


def connect_packet(name: str, *, keep_alive_s: int = 60, will: tuple[str, bytes] | None = None) -> bytes:
    """A CONNECT by hand (MQTT 3.1.1, section 3.1), for what a decent client does not do."""
    fields = [b"raw", *((will[0].encode(), will[1]) if will else ()), name.encode(), password_of(name).encode()]
    flags = 0xC2 | (0x0C if will else 0)  # name, password, clean session; a will at QoS 1
    body = b"\x00\x04MQTT\x04" + bytes([flags]) + keep_alive_s.to_bytes(2, "big")
    body += b"".join(len(field).to_bytes(2, "big") + field for field in fields)
    return b"\x10" + remaining_length(len(body)) + body


def remaining_length(length: int) -> bytes:
    """How long a packet is, as its header says it (section 2.2.3)."""
    digits = bytearray()
    while length >= 128:
        digits.append(length % 128 | 0x80)
        length //= 128
    return bytes([*digits, length])


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    until = time.monotonic() + DEADLINE_S
    while not is_so():
        assert time.monotonic() < until, "it did not come to pass"
        time.sleep(0.02)


def family(pid: int | None) -> list[int]:
    """A process and its children."""
    assert pid is not None
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]


def command_of(pid: int) -> list[str]:
    """What a process was started with."""
    return Path(f"/proc/{pid}/cmdline").read_text().split("\0")


def is_running(pid: int) -> bool:
    """Whether a process is there and not just waiting to be buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.fixture(scope="session")
def accounts_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The accounts of PEOPLE, made once: hashing a password takes its time."""
    book = AccountBook(tmp_path_factory.mktemp("accounts") / ACCOUNTS_FILE)
    for name, role, topics in PEOPLE:
        book.add(name, password_of(name), role, topics)
    return book.path


@pytest.fixture(params=[EMBEDDED, MOSQUITTO])
def broker(request: pytest.FixtureRequest, tmp_path: Path, accounts_file: Path) -> Iterator[Station]:
    """A running broker with the accounts of PEOPLE; whatever a test did to it, it ends without a complaint."""
    if request.param == MOSQUITTO and find_mosquitto() is None:
        pytest.skip("mosquitto is not installed")
    data_dir = tmp_path / "station"
    data_dir.mkdir()
    shutil.copy(accounts_file, data_dir / ACCOUNTS_FILE)
    started = start_broker(request.param, data_dir)
    assert isinstance(started, EmbeddedBroker | MosquittoBroker)
    try:
        yield Station(request.param, started, data_dir, AccountBook(data_dir / ACCOUNTS_FILE))
    finally:
        started.stop()
    log = (data_dir / LOG_FILE).read_text()
    assert not [word for word in ("Traceback", "Warning", "never retrieved", "Error") if word in log], log


@pytest.fixture
def connect(broker: Station) -> Iterator[Connect]:
    """Clients of the broker by name, closed in the end: `connect("alice")`."""
    clients: list[MqttClient] = []

    def connected(name: str | None, *, password: str | None = None, client_id: str = "", **options: Any) -> MqttClient:
        expected_in = options.pop("expect", True)
        password = password_of(name) if password is None and name is not None else password
        client = MqttClient(broker, client_id, name, password, **options)
        clients.append(client)
        assert client.connect() is expected_in, client.reason
        return client

    yield connected
    for client in clients:
        client.close()
