"""A publisher that keeps every event until its receipt has come, through a broker that may die at any moment."""

from __future__ import annotations

import queue
import time

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from broker_local.protocol.addresses import publish, receipt
from broker_local.protocol.publisher import PublisherOutbox


class ReceiptedPublisher:
    """An outbox on a connection; `step` is called again and again by one thread."""

    def __init__(self, host: str, port: int, user: str, password: str) -> None:
        self.outbox = PublisherOutbox(user, resend_after_s=1.0, most_at_once=20)
        self.journaled: list[str] = []
        self.refused: list[str] = []
        self._came: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()  # receipts; None is a new connection
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=f"chaos-{time.monotonic_ns()}")
        self._client.username_pw_set(user, password)
        self._client.reconnect_delay_set(1, 1)
        self._client.on_connect = lambda client, *_: client.subscribe(receipt(user), 1)
        self._client.on_subscribe = lambda *_: self._came.put(None)
        self._client.on_message = lambda _c, _u, message: self._came.put(bytes(message.payload))
        self._client.connect_async(host, port, keepalive=5)
        self._client.loop_start()

    def step(self) -> None:
        """Take the receipts that came and send what is due."""
        while not self._came.empty():
            came = self._came.get()
            if came is None:
                self.outbox.connected(time.monotonic())
            else:
                report = self.outbox.take(came)
                self.journaled += report.journaled
                self.refused += [f"{event.id}: {event.reason}" for event in report.refused]
        if self._client.is_connected():
            for message in self.outbox.due(time.monotonic()):
                self._client.publish(publish(message.topic), message.payload, qos=1)

    def close(self) -> None:
        """Leave."""
        self._client.disconnect()
        self._client.loop_stop()
