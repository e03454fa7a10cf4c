"""Stage 2, link: messages in from the broker and out to it; nothing is understood here."""

from __future__ import annotations

import contextlib
import queue
import threading
from dataclasses import dataclass
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

_LARGEST_QUEUE = 50_000
_RECONNECT_AT_MOST_S = 5
_KEEPALIVE_S = 30
_QOS = 1


class LinkError(RuntimeError):
    """The surroundings' fault: the broker cannot be reached or refuses us."""


@dataclass(frozen=True, slots=True)
class Message:
    """What came, and what is needed to acknowledge it on the connection it came by."""

    address: str
    payload: bytes
    mid: int
    qos: int
    connection: int


class MqttLink:
    """One connection to the broker that comes back by itself; messages wait in a bounded queue until drained."""

    def __init__(self, client_id: str, user: str, password: str, addresses: list[str]) -> None:
        self._addresses = addresses
        self._incoming: queue.Queue[Message] = queue.Queue(_LARGEST_QUEUE)
        self._connection = 0
        self._refused: str | None = None
        self._subscribed = threading.Event()
        self._stopping = threading.Event()
        client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=client_id, clean_session=False, manual_ack=True)
        client.username_pw_set(user, password)
        client.reconnect_delay_set(min_delay=1, max_delay=_RECONNECT_AT_MOST_S)
        client.on_connect = self._on_connect
        client.on_subscribe = self._on_subscribe
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message
        self._client = client
        self._greeting: list[tuple[str, bytes]] = []

    def start(
        self, host: str, port: int, last_will: tuple[str, bytes], *, uses_tls: bool = False, timeout_s: float = 15.0
    ) -> None:
        """Connect and subscribe; returns when messages flow, or raises LinkError with the reason."""
        if uses_tls:
            self._client.tls_set()
        self._client.will_set(last_will[0], last_will[1], qos=_QOS, retain=True)
        try:
            self._client.connect(host, port, keepalive=_KEEPALIVE_S)
        except OSError as error:
            raise LinkError(f"broker: expected one at {host}:{port}, got {error}") from error
        self._client.loop_start()
        if not self._subscribed.wait(timeout_s):
            self.stop()
            raise LinkError(f"broker at {host}:{port}: {self._refused or 'no answer'} within {timeout_s:g} s")

    def stop(self) -> None:
        """Leave the broker in good order."""
        self._stopping.set()
        self._client.disconnect()
        self._client.loop_stop()

    @property
    def is_connected(self) -> bool:
        """Whether the broker is there just now."""
        return self._subscribed.is_set()

    @property
    def waiting(self) -> int:
        """How many messages have come and are not drained."""
        return self._incoming.qsize()

    def drain(self, at_most: int, wait_s: float) -> list[Message]:
        """What has arrived, in order; waits up to `wait_s` for the first."""
        messages: list[Message] = []
        try:
            messages.append(self._incoming.get(timeout=wait_s))
            while len(messages) < at_most:
                messages.append(self._incoming.get_nowait())
        except queue.Empty:
            pass
        return messages

    def acknowledge(self, message: Message) -> None:
        """Tell the broker that a message is safe with us; pointless once its connection is gone."""
        if message.qos and message.connection == self._connection:
            self._client.ack(message.mid, message.qos)

    def publish(self, address: str, payload: bytes, *, retain: bool = False) -> None:
        """Send at QoS 1; while the broker is away it waits in the client."""
        self._client.publish(address, payload, qos=_QOS, retain=retain)

    def publish_and_wait(self, address: str, payload: bytes, timeout_s: float, *, retain: bool = False) -> None:
        """Send and wait until the broker has it; for farewells, which a broker that is away says for us."""
        with contextlib.suppress(RuntimeError):  # paho's word for: not connected
            self._client.publish(address, payload, qos=_QOS, retain=retain).wait_for_publish(timeout_s)

    def greet_with(self, retained: list[tuple[str, bytes]]) -> None:
        """Say these retained messages now and on every new connection: a restarted broker has forgotten them."""
        self._greeting = retained
        for address, payload in retained:
            self.publish(address, payload, retain=True)

    def _on_connect(self, client: mqtt.Client, userdata: Any, flags: Any, reason: Any, properties: Any) -> None:
        if reason.is_failure:
            self._refused = str(reason)
            return
        self._connection += 1
        client.subscribe([(address, _QOS) for address in self._addresses])
        for address, payload in self._greeting:
            client.publish(address, payload, qos=_QOS, retain=True)

    def _on_subscribe(self, client: mqtt.Client, userdata: Any, mid: int, reasons: list[Any], properties: Any) -> None:
        if any(reason.is_failure for reason in reasons):
            self._refused = "the account may not read what the matcher must read"
        else:
            self._subscribed.set()

    def _on_disconnect(self, client: mqtt.Client, userdata: Any, flags: Any, reason: Any, properties: Any) -> None:
        self._subscribed.clear()

    def _on_message(self, client: mqtt.Client, userdata: Any, message: mqtt.MQTTMessage) -> None:
        item = Message(message.topic, bytes(message.payload), message.mid, message.qos, self._connection)
        while not self._stopping.is_set():
            try:
                self._incoming.put(item, timeout=0.5)  # a full queue holds the network back: that is the pressure
                return
            except queue.Full:
                continue
