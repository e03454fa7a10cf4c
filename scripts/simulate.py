"""Stage 1, publish: assets that drive and sensors that measure around Calgary send their events over MQTT.

Any MQTT client could do the same: it writes GeoJSON to an address that names the topic.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import threading
import uuid
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from types import FrameType

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from broker_local.protocol.addresses import publish
from scripts.world import World
from scripts.wrong_messages import wrong_messages

CONNECT_S = 15.0  # a broker on the way up is waited for this long
SETTLE_S = 15.0  # how long the last messages may take to be acknowledged
IN_FLIGHT = 100  # messages sent and not yet acknowledged; beyond these the simulator waits


class CannotPublish(Exception):
    """The surroundings' fault: no broker there, or it does not let us in."""


class Publisher:
    """One connection that publishes at QoS 1 and knows what the broker has acknowledged."""

    def __init__(self, host: str, port: int, user: str, password: str) -> None:
        self._server = f"{host}:{port}"
        self._changed = threading.Condition()
        self._online = False
        self._refused: str | None = None
        self.sent = self.acknowledged = 0
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=f"simulator-{uuid.uuid4().hex[:12]}")
        self._client.username_pw_set(user, password)
        self._client.max_inflight_messages_set(IN_FLIGHT)
        self._client.reconnect_delay_set(1, 10)
        self._client.on_connect = self._on_connect
        self._client.on_disconnect = self._on_disconnect
        self._client.on_publish = self._on_publish
        self._client.connect_async(host, port, keepalive=30)
        self._client.loop_start()

    def wait_online(self, timeout_s: float) -> None:
        """Wait until the broker takes messages; raises CannotPublish if it refuses or is not there."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._online or self._refused is not None, timeout_s):
                raise CannotPublish(f"no broker answered at {self._server} within {timeout_s:.0f} s")
            if self._refused is not None:
                raise CannotPublish(f"the broker at {self._server} refused the simulator: {self._refused}")

    def publish(self, topic: str, payload: bytes) -> None:
        """Send one message, after waiting until there is room in flight."""
        self.wait_online(CONNECT_S)
        with self._changed:
            if not self._changed.wait_for(lambda: self.sent - self.acknowledged < IN_FLIGHT, SETTLE_S):
                raise CannotPublish(f"the broker at {self._server} stopped acknowledging")
            self.sent += 1
        self._client.publish(publish(topic), payload, qos=1)

    def close(self) -> None:
        """Let what is in flight be acknowledged, then leave."""
        with self._changed:
            self._changed.wait_for(lambda: self.acknowledged >= self.sent or not self._online, SETTLE_S)
        self._client.disconnect()
        self._client.loop_stop()

    def _on_connect(
        self, _client: object, _data: object, _flags: object, reason: ReasonCode, _properties: object
    ) -> None:
        with self._changed:
            self._online = not reason.is_failure
            self._refused = str(reason) if reason.is_failure else None
            self._changed.notify_all()

    def _on_disconnect(self, *_: object) -> None:
        with self._changed:
            self._online = False
            self._changed.notify_all()

    def _on_publish(self, *_: object) -> None:
        with self._changed:
            self.acknowledged += 1
            self._changed.notify_all()


def messages(seed: int, bad_every: int) -> Iterator[tuple[str, bytes]]:
    """Topic and payload of one message after the other, without end; every `bad_every`-th is a wrong one."""
    world = World(seed, datetime.now(UTC))
    wrong = wrong_messages()
    number = 0
    while True:
        number += 1
        if bad_every and number % bad_every == 0:
            yield "EALocation", next(wrong)
        else:
            topic, feature = world.next_report(datetime.now(UTC))
            yield topic, json.dumps({"id": uuid.uuid4().hex} | feature).encode()


def simulate(publisher: Publisher, options: argparse.Namespace, stop: threading.Event) -> None:
    """Publish at the asked rate until `count` is reached or `stop` is set."""
    due = monotonic()
    for number, (topic, payload) in enumerate(messages(options.seed, options.bad), start=1):
        publisher.publish(topic, payload)
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
    publisher = Publisher(host, int(port), options.user, password)
    try:
        simulate(publisher, options, stop)
    except CannotPublish as error:
        print(f"simulate: {error}", file=sys.stderr)
        return 1
    finally:
        publisher.close()
    print(f"simulate: sent {publisher.sent} messages, {publisher.acknowledged} acknowledged")
    return 0


def _positive(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a number above 0, got {text}")
    return value


if __name__ == "__main__":
    sys.exit(main())
