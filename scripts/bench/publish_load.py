"""Publishes a load of events as fast as the broker takes them, or at a rate, in a process of its own.

It makes one file when it is connected and its load is ready, and begins when another is there. One event in ten is
within the desk's zone; the last one is.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from broker_local.protocol.addresses import publish

TOPIC = "EALocation"
IN_FLIGHT = 1000
NEAR_EVERY = 10


def feature(number: int, run: str, at: datetime, *, near: bool) -> dict[str, object]:
    """One asset's position: in the desk's zone, or in another province."""
    lon = (-114.2 + number % 97 * 0.001) if near else (-60.0 + number % 97 * 0.01)
    return {
        "type": "Feature",
        "id": f"{run}-{number}",
        "geometry": {"type": "Point", "coordinates": [round(lon, 6), round(51.0 + number % 89 * 0.001, 6)]},
        "properties": {
            "AssetID": f"A{number % 1000}",
            "Speed": number % 120,
            "PosDate": f"{at:%Y-%m-%d}",
            "PosTime": f"{at:%H:%M:%S.%f}",
        },
    }


def is_near(number: int, count: int) -> bool:
    """One in ten; and the last, so that its arrival says that all is done."""
    return number % NEAR_EVERY == 0 or number == count - 1


def near_count(count: int) -> int:
    """How many of so many events are in the desk's zone."""
    return sum(is_near(number, count) for number in range(count))


def messages(count: int, batch: int, run: str) -> Iterator[bytes]:
    """The events as messages, single or in FeatureCollections."""
    at = datetime.now(UTC)
    features = [feature(number, run, at, near=is_near(number, count)) for number in range(count)]
    for start in range(0, count, batch):
        part = features[start : start + batch]
        body = part[0] if batch == 1 else {"type": "FeatureCollection", "features": part}
        yield json.dumps(body, separators=(",", ":")).encode()


class Gateway:
    """A client that never has more than so many messages under way."""

    def __init__(self, host: str, port: int, user: str, password: str, in_flight: int) -> None:
        self._room = threading.Semaphore(in_flight)
        self._done = threading.Condition()
        self.sent = self.acknowledged = 0
        online = threading.Event()
        client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=f"load-{time.monotonic_ns()}")
        client.username_pw_set(user, password)
        client.max_inflight_messages_set(in_flight)
        client.on_connect = lambda *_: online.set()
        client.on_publish = self._on_publish
        client.connect(host, port)
        client.loop_start()
        self._client = client
        if not online.wait(15):
            raise SystemExit("publish_load: the broker does not answer")

    def send(self, payload: bytes) -> None:
        """Publish at QoS 1 once there is room under way."""
        self._room.acquire()
        self.sent += 1
        self._client.publish(publish(TOPIC), payload, qos=1)

    def settle(self) -> None:
        """Wait until all is acknowledged, and leave."""
        with self._done:
            self._done.wait_for(lambda: self.acknowledged == self.sent, 120)
        self._client.disconnect()
        self._client.loop_stop()

    def _on_publish(self, *_: object) -> None:
        self._room.release()
        with self._done:
            self.acknowledged += 1
            self._done.notify_all()


def at_rate(gateway: Gateway, count: int, per_s: float, run: str) -> None:
    """Single events, each with the moment of its publishing, evenly in time."""
    due = time.monotonic()
    for number in range(count):
        time.sleep(max(0.0, due - time.monotonic()))
        near = is_near(number, count)
        gateway.send(json.dumps(feature(number, run, datetime.now(UTC), near=near), separators=(",", ":")).encode())
        due += 1 / per_s


def main() -> int:
    """Get ready, wait for the word, publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", required=True)
    parser.add_argument("--user", required=True)
    parser.add_argument("--password-file", type=Path, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--batch", type=int, default=1)
    parser.add_argument("--per-s", type=float, default=0.0)
    parser.add_argument("--in-flight", type=int, default=IN_FLIGHT)
    parser.add_argument("--go-file", type=Path, required=True, help="begin when this file is there")
    parser.add_argument("--ready-file", type=Path, required=True, help="made once connected")
    given = parser.parse_args()
    run = f"{time.time_ns():x}"
    ready = [] if given.per_s else list(messages(given.count, given.batch, run))
    host, _, port = given.server.rpartition(":")
    gateway = Gateway(host, int(port), given.user, given.password_file.read_text(), given.in_flight)
    given.ready_file.touch()
    while not given.go_file.exists():
        time.sleep(0.002)
    if given.per_s:
        at_rate(gateway, given.count, given.per_s, run)
    for payload in ready:
        gateway.send(payload)
    gateway.settle()
    return 0


if __name__ == "__main__":
    sys.exit(main())
