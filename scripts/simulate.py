"""Stage 1, publish: assets that drive and sensors that measure around Calgary send their events over MQTT.

Any MQTT client could do the same: it writes GeoJSON to an address that names the topic.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import uuid
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from types import FrameType

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from broker_local.protocol.addresses import publish, receipt
from broker_local.protocol.publisher import PublisherOutbox, RefusedEvent, Spool
from broker_local.protocol.publisher_spool import OutboxFile
from scripts.world import Feature, World
from scripts.wrong_messages import wrong_messages

CONNECT_S = 15.0  # a broker on the way up is waited for this long
SETTLE_S = 15.0  # how long the last events may take to be journaled
_ROOM = 10_000  # events that wait for their receipts; beyond these the simulator waits
_LOOK_EVERY_S = 0.5  # for what must be sent again


class CannotPublish(Exception):
    """The surroundings' fault: no broker there, no matcher behind it, or it does not let us in."""


class Publisher:
    """One connection that publishes at QoS 1 and sends again what the matcher has not journaled."""

    def __init__(self, host: str, port: int, user: str, password: str, spool: Spool | None = None) -> None:
        self._server = f"{host}:{port}"
        self._changed = threading.Condition()
        self._online = False
        self._refused: str | None = None
        self._outbox = PublisherOutbox(user, spool=spool, most_events=_ROOM)
        self.sent = self.journaled = 0
        self.refused: list[RefusedEvent] = []
        self._receipts = receipt(user)
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=f"simulator-{uuid.uuid4().hex[:12]}")
        self._client.username_pw_set(user, password)
        self._client.reconnect_delay_set(1, 10)
        self._client.on_connect = self._on_connect
        self._client.on_subscribe = self._on_subscribe
        self._client.on_disconnect = self._on_disconnect
        self._client.on_message = self._on_message
        self._client.connect_async(host, port, keepalive=30)
        self._client.loop_start()

    def wait_online(self, timeout_s: float) -> None:
        """Wait until the broker takes messages; raises CannotPublish if it refuses or is not there."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._online or self._refused is not None, timeout_s):
                raise CannotPublish(f"no broker answered at {self._server} within {timeout_s:.0f} s")
            if self._refused is not None:
                raise CannotPublish(f"the broker at {self._server} refused the simulator: {self._refused}")

    def publish(self, topic: str, feature: Feature) -> None:
        """Send one event, after waiting until there is room for it."""
        self.wait_online(CONNECT_S)
        if not self._send_until(lambda: not self._outbox.is_full, SETTLE_S):
            raise CannotPublish(f"the matcher behind {self._server} stopped giving receipts")
        with self._changed:
            self._outbox.add(topic, feature)
            self.sent += 1
        self._send_due()

    def publish_as_it_is(self, topic: str, payload: bytes) -> None:
        """Send bytes that may be no event at all, and never again."""
        self.wait_online(CONNECT_S)
        self.sent += 1
        self._client.publish(publish(topic), payload, qos=1)

    def close(self) -> None:
        """Let what is under way be journaled, then leave."""
        self._send_until(lambda: self._outbox.waiting == 0 or not self._online, SETTLE_S)
        self._client.disconnect()
        self._client.loop_stop()

    @property
    def waiting(self) -> int:
        """How many events have no receipt."""
        return self._outbox.waiting

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

    def _send_due(self) -> None:
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
            self._online, self._refused = True, None
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


def messages(seed: int, bad_every: int) -> Iterator[tuple[str, Feature | bytes]]:
    """Topic and feature of one report after the other, without end; every `bad_every`-th is wrong, and bytes."""
    world = World(seed, datetime.now(UTC))
    wrong = wrong_messages()
    number = 0
    while True:
        number += 1
        if bad_every and number % bad_every == 0:
            yield "EALocation", next(wrong)
        else:
            yield world.next_report(datetime.now(UTC))


def simulate(publisher: Publisher, options: argparse.Namespace, stop: threading.Event) -> None:
    """Publish at the asked rate until `count` is reached or `stop` is set."""
    due = monotonic()
    for number, (topic, message) in enumerate(messages(options.seed, options.bad), start=1):
        if isinstance(message, bytes):
            publisher.publish_as_it_is(topic, message)
        else:
            publisher.publish(topic, message)
        if number == options.count:
            return
        due = max(due + 1 / options.rate, monotonic() - 1)  # after a pause, do not make up for all of it
        if stop.wait(max(0.0, due - monotonic())):
            return


def build_parser() -> argparse.ArgumentParser:
    """What can be asked for on the command line."""
    parser = argparse.ArgumentParser(
        prog="scripts/simulate.py",
        description="Publish what assets and sensors around Calgary report.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--server", default="127.0.0.1:1883", metavar="HOST:PORT", help="the broker (default: %(default)s)"
    )
    parser.add_argument("--user", default="demo", help="the publisher's account (default: %(default)s)")
    parser.add_argument("--password-file", type=Path, help="file with its password (or set RFERS_PASSWORD)")
    parser.add_argument("--rate", type=_positive, default=5.0, help="messages a second (default: %(default)g)")
    parser.add_argument("--count", type=int, default=0, help="end after so many (default: go on until stopped)")
    parser.add_argument("--seed", type=int, default=1, help="another seed drives other routes (default: %(default)s)")
    parser.add_argument(
        "--outbox",
        type=Path,
        metavar="FILE",
        help="keep there what is not journaled, and send it when started again (default: only in memory)",
    )
    parser.add_argument(
        "--bad", type=int, default=0, metavar="N", help="make every N-th message a wrong one (default: none)"
    )
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the simulator until it is done or told to stop."""
    parser = build_parser()
    options = parser.parse_args(argv)
    host, _, port = options.server.rpartition(":")
    if not host or not port.isdigit():
        parser.error(f"--server: expected HOST:PORT, got {options.server!r}")
    password = os.environ.get("RFERS_PASSWORD", "")
    if options.password_file:
        password = options.password_file.read_text("utf-8").strip()
    stop = threading.Event()

    def ask_to_stop(_signal: int, _frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, ask_to_stop)
    signal.signal(signal.SIGINT, ask_to_stop)
    spool = None if options.outbox is None else OutboxFile(options.outbox)
    publisher = Publisher(host, int(port), options.user, password, spool)
    try:
        simulate(publisher, options, stop)
    except CannotPublish as error:
        print(f"simulate: {error}", file=sys.stderr)
        return 1
    finally:
        publisher.close()
        if spool is not None:
            spool.close()
    print(f"simulate: sent {publisher.sent} messages, {publisher.journaled} journaled")
    for refused in publisher.refused:
        print(f"simulate: {refused.topic} {refused.id} was refused: {refused.reason}", file=sys.stderr)
    if publisher.waiting:
        print(f"simulate: no receipt came for {publisher.waiting} events", file=sys.stderr)
    return 1 if publisher.waiting or publisher.refused else 0


def _positive(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a number above 0, got {text}")
    return value


if __name__ == "__main__":
    sys.exit(main())
