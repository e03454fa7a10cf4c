"""Stage 2, link: messages in from the broker and out to it; nothing is understood here."""

from __future__ import annotations

import queue
import socket
import threading
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode

_LARGEST_QUEUE = 50_000  # each way
_MOST_UNACKNOWLEDGED = 1_000  # of ours, by the broker
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
    received_at: float = 0.0  # by the monotonic clock


class MqttLink:
    """One connection to the broker that comes back by itself; messages wait in a bounded queue until drained."""

    def __init__(
        self,
        client_id: str,
        user: str,
        password: str,
        addresses: list[str],
        *,
        figures: Mapping[str, str] = MappingProxyType({}),
        authority: Path | None = None,
    ) -> None:
        self._addresses = addresses
        self._figure_names = {address: name for name, address in figures.items()}  # where the broker tells of itself
        self._authority = authority  # whose certificate a broker must have that is spoken to by TLS; else the system's
        self._figures: dict[str, int] = {}
        self._incoming: queue.Queue[Message] = queue.Queue(_LARGEST_QUEUE)
        self._connection = 0
        self._subscribing: int | None = None  # the number of the packet that asked for our addresses
        self._refused: str | None = None
        self._subscribed = threading.Event()
        self._stopping = threading.Event()
        client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=client_id, clean_session=False, manual_ack=True)
        client.username_pw_set(user, password)
        client.max_inflight_messages_set(_MOST_UNACKNOWLEDGED)
        client.max_queued_messages_set(_LARGEST_QUEUE)
        client.reconnect_delay_set(min_delay=1, max_delay=_RECONNECT_AT_MOST_S)
        client.on_socket_open = _send_at_once
        client.on_connect = self._on_connect
        client.on_subscribe = self._on_subscribe
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message
        self._client = client
        self._greeting: list[tuple[str, bytes]] = []
        self._unwritten: deque[mqtt.MQTTMessageInfo] = deque()
        self.unsent = 0  # messages for which there was no room while the broker was away; desks ask for them by number

    def start(
        self,
        host: str,
        port: int,
        last_will: tuple[str, bytes] | None,
        *,
        uses_tls: bool = False,
        timeout_s: float = 15.0,
    ) -> None:
        """Connect and subscribe; returns when messages flow, or raises LinkError with the reason."""
        if uses_tls:
            self._client.tls_set(None if self._authority is None else str(self._authority))
        if last_will is not None:
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

    @property
    def figures(self) -> dict[str, int]:
        """What the broker last said of itself, by the names that were asked for; empty if it does not say."""
        return dict(self._figures)

    def acknowledge(self, message: Message) -> None:
        """Tell the broker that a message is safe with us; pointless once its connection is gone."""
        if message.qos and message.connection == self._connection:
            self._client.ack(message.mid, message.qos)

    def publish(self, address: str, payload: bytes, *, retain: bool = False) -> bool:
        """Send at QoS 1; while the broker is away it waits in the client. False if there was no room for it."""
        sent = self._client.publish(address, payload, qos=_QOS, retain=retain)
        has_room = sent.rc != MQTTErrorCode.MQTT_ERR_QUEUE_SIZE
        self.unsent += not has_room
        return has_room

    def send_now(self, address: str, payload: bytes) -> bool:
        """Send at QoS 0: what cannot be sent on this connection is never sent, and so not late. False if it was not."""
        while self._unwritten and _is_over(self._unwritten[0]):
            self._unwritten.popleft()
        if self.is_connected and len(self._unwritten) < _LARGEST_QUEUE:
            sent = self._client.publish(address, payload, qos=0)
            if sent.rc == MQTTErrorCode.MQTT_ERR_SUCCESS:
                self._unwritten.append(sent)
                return True
        self.unsent += 1
        return False

    def publish_and_wait(self, address: str, payload: bytes, timeout_s: float, *, retain: bool = False) -> bool:
        """Send and wait until the broker has it; whether it has."""
        sent = self._client.publish(address, payload, qos=_QOS, retain=retain)
        try:
            sent.wait_for_publish(timeout_s)
            return sent.is_published()
        except (RuntimeError, ValueError):  # paho's words for: not connected, no room
            return False

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
        self._figures = {}
        _, self._subscribing = client.subscribe([(address, _QOS) for address in self._addresses])
        for address in self._figure_names:
            client.subscribe(address, 0)
        for address, payload in self._greeting:
            client.publish(address, payload, qos=_QOS, retain=True)

    def _on_subscribe(self, client: mqtt.Client, userdata: Any, mid: int, reasons: list[Any], properties: Any) -> None:
        if mid != self._subscribing:
            return  # the answer about a figure, which a broker may keep to itself
        if any(reason.is_failure for reason in reasons):
            self._refused = "the account may not read what the matcher must read"
        else:
            self._subscribed.set()

    def _on_disconnect(self, client: mqtt.Client, userdata: Any, flags: Any, reason: Any, properties: Any) -> None:
        self._subscribed.clear()

    def _on_message(self, client: mqtt.Client, userdata: Any, message: mqtt.MQTTMessage) -> None:
        if message.topic in self._figure_names:
            if message.payload.isdigit():
                self._figures = {**self._figures, self._figure_names[message.topic]: int(message.payload)}
            return
        payload, at = bytes(message.payload), time.monotonic()
        item = Message(message.topic, payload, message.mid, message.qos, self._connection, at)
        while not self._stopping.is_set():
            try:
                self._incoming.put(item, timeout=0.5)  # a full queue holds the network back: that is the pressure
                return
            except queue.Full:
                continue


def _send_at_once(client: mqtt.Client, userdata: Any, opened: Any) -> None:
    """Small packets do not wait for the other side's acknowledgement of the last, up to 40 ms each (RFC 896)."""
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _is_over(sent: mqtt.MQTTMessageInfo) -> bool:
    """Whether a message has been written to its connection, or lost with it."""
    try:
        return sent.is_published()
    except RuntimeError:  # paho's word for: lost
        return True
