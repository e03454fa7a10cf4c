"""A connection that publishes at QoS 1 and keeps what the matcher has not journaled, for every publisher here."""

from __future__ import annotations

import argparse
import os
import ssl
import threading
import uuid
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from broker_local.protocol.addresses import publish, receipt
from broker_local.protocol.publisher import PublisherOutbox, ReceiptReport, RefusedEvent, Spool
from scripts.topic_features import Feature

CONNECT_S = 15.0  # a broker on the way up is waited for this long
SETTLE_S = 15.0  # how long the last events may take to be journaled
_ROOM = 10_000  # events that wait for their receipts; beyond these a publisher waits
_LOOK_EVERY_S = 0.5  # for what must be sent again


class CannotPublish(Exception):
    """The surroundings' fault: no broker there, no matcher behind it, or it does not let us in."""


class Publisher:
    """One connection that publishes at QoS 1 and sends again what the matcher has not journaled."""

    def __init__(
        self,
        host: str,
        port: int,
        user: str,
        password: str,
        tls: ssl.SSLContext | None = None,
        *,
        spool: Spool | None = None,
        on_report: Callable[[ReceiptReport], None] | None = None,
    ) -> None:
        """`on_report` is told what every receipt brings, on the network's thread."""
        self._server, self._user = f"{host}:{port}", user
        self._changed = threading.Condition()
        self._online = self._has_been_online = False
        self._refused: str | None = None
        self._outbox = PublisherOutbox(user, spool=spool, most_events=_ROOM)
        self.sent = self.journaled = 0
        self.refused: list[RefusedEvent] = []
        self._receipts = receipt(user)
        self._on_report = on_report
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=f"publisher-{uuid.uuid4().hex[:12]}")
        self._client.username_pw_set(user, password)
        if tls is not None:
            self._client.tls_set_context(tls)
        self._client.reconnect_delay_set(1, 10)
        self._client.on_connect = self._on_connect
        self._client.on_subscribe = self._on_subscribe
        self._client.on_disconnect = self._on_disconnect
        self._client.on_message = self._on_message
        self._client.connect_async(host, port, keepalive=30)
        self._client.loop_start()
        self._sending = threading.Lock()  # what is due is sent in its order, whoever sends it
        self._closing = threading.Event()
        self._again = threading.Thread(target=self._send_again, name="publisher", daemon=True)
        self._again.start()

    def wait_online(self, timeout_s: float) -> None:
        """Wait until the broker takes messages; raises CannotPublish if it refuses or is not there."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._online or self._refused is not None, timeout_s):
                raise CannotPublish(f"no broker answered at {self._server} within {timeout_s:.0f} s")
            if self._refused is not None:
                raise CannotPublish(f"the broker at {self._server} refused '{self._user}': {self._refused}")

    def publish(self, topic: str, feature: Feature) -> str:
        """Send one event, after waiting until there is room for it; its id. A broker that went away is outlived."""
        if not self._has_been_online:
            self.wait_online(CONNECT_S)
        if not self.wait_room(SETTLE_S):
            raise CannotPublish(f"the matcher behind {self._server} stopped giving receipts")
        with self._changed:
            event_id = self._outbox.add(topic, feature)
            self.sent += 1
        self._send_due()
        return event_id

    def publish_as_it_is(self, topic: str, payload: bytes) -> None:
        """Send bytes that may be no event at all, and never again."""
        self.wait_online(CONNECT_S)
        self.sent += 1
        self._client.publish(publish(topic), payload, qos=1)

    def wait_room(self, timeout_s: float) -> bool:
        """Wait until one more event can be kept; whether it can."""
        return self._send_until(lambda: not self._outbox.is_full, timeout_s)

    def settle(self, timeout_s: float) -> bool:
        """Wait until all that was sent is journaled or refused, also over a broker that goes and comes back."""
        return self._send_until(lambda: self._outbox.waiting == 0, timeout_s)

    def close(self) -> None:
        """Let what is under way be journaled, then leave."""
        self._send_until(lambda: self._outbox.waiting == 0 or not self._online, SETTLE_S)
        self._closing.set()
        self._again.join()
        self._client.disconnect()
        self._client.loop_stop()

    @property
    def is_online(self) -> bool:
        """Whether the broker takes messages now."""
        return self._online

    @property
    def refusal(self) -> str | None:
        """Why the broker does not let this publisher in; None if it does, or has not answered."""
        return self._refused

    @property
    def waiting(self) -> int:
        """How many events have no receipt."""
        return self._outbox.waiting

    @property
    def unanswered(self) -> str:
        """What has no receipt and why that may be, in words; nothing if all has one."""
        with self._changed:
            waiting = self._outbox.waiting_by_topic
        told = ", ".join(f"{count:,} events to {topic}" for topic, count in sorted(waiting.items()))
        return f"no receipt came for {told}: may '{self._user}' publish there, is the matcher running?" if told else ""

    def _send_until(self, is_so: Callable[[], bool], timeout_s: float) -> bool:
        """Send what is due, again where it must be, until something is so."""
        until = monotonic() + timeout_s
        while True:
            self._send_due()
            with self._changed:
                if self._changed.wait_for(is_so, min(_LOOK_EVERY_S, max(0.0, until - monotonic()))):
                    return True
            if monotonic() >= until:
                return False

    def _send_again(self) -> None:
        """Send what waits too long, and after a broker came back all that waits, also while nothing new is said."""
        while not self._closing.wait(_LOOK_EVERY_S):
            self._send_due()

    def _send_due(self) -> None:
        with self._sending:
            with self._changed:
                due = self._outbox.due(monotonic()) if self._online else []
            for message in due:
                self._client.publish(publish(message.topic), message.payload, qos=1)

    def _on_connect(
        self, client: mqtt.Client, _data: object, _flags: object, reason: ReasonCode, _properties: object
    ) -> None:
        if not reason.is_failure:
            client.subscribe(self._receipts, 1)
            return
        with self._changed:
            self._refused = str(reason)
            self._changed.notify_all()

    def _on_subscribe(self, *_: object) -> None:
        with self._changed:
            self._online, self._refused, self._has_been_online = True, None, True
            self._outbox.connected(monotonic())
            self._changed.notify_all()

    def _on_disconnect(self, *_: object) -> None:
        with self._changed:
            self._online = False
            self._changed.notify_all()

    def _on_message(self, _client: object, _data: object, message: mqtt.MQTTMessage) -> None:
        with self._changed:
            report = self._outbox.take(bytes(message.payload))
            self.journaled += len(report.journaled)
            self.refused += report.refused
            self._changed.notify_all()
        if self._on_report is not None and (report.journaled or report.refused):
            self._on_report(report)


def add_account_options(
    parser: argparse.ArgumentParser, user: str = "demo", server: str | None = "127.0.0.1:1883"
) -> None:
    """Where the broker is, and who publishes: the same options for every publisher."""
    usual = "a station of its own" if server is None else server
    parser.add_argument("--server", default=server, metavar="HOST:PORT", help=f"the broker (default: {usual})")
    parser.add_argument("--user", default=user, help="the publisher's account (default: %(default)s)")
    parser.add_argument("--password-file", type=Path, help="file with its password (or set RFERS_PASSWORD)")
    parser.add_argument("--tls", action="store_true", help="speak TLS, and only with a broker that can be trusted")
    parser.add_argument("--ca", type=Path, metavar="FILE", help="the station's authority, to trust its broker")


class Account(NamedTuple):
    """Who publishes, where, and whom they trust."""

    host: str
    port: int
    user: str
    password: str
    tls: ssl.SSLContext | None = None


def asked_account(parser: argparse.ArgumentParser, options: argparse.Namespace) -> Account:
    """The account as the options say; ends the program where they make no sense."""
    host, _, port = options.server.rpartition(":")
    if not host or not port.isdigit():
        parser.error(f"--server: expected HOST:PORT, got {options.server!r}")
    password = os.environ.get("RFERS_PASSWORD", "")
    try:
        if options.password_file:
            password = options.password_file.read_text("utf-8").strip()
        tls = ssl.create_default_context(cafile=options.ca) if options.tls or options.ca else None
    except OSError as error:  # also of certificates that are none
        parser.error(f"expected files that can be read, got {error}")
    return Account(host, int(port), options.user, password, tls)
