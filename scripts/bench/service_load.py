"""The service under load through a real Mosquitto, beside what the broker alone can do in the same run."""

from __future__ import annotations

import time
from datetime import datetime

import numpy as np
import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from broker_local.protocol.addresses import ALL_PUBLISHED
from scripts.bench.frame import PAPER, Record
from scripts.bench.publish_load import near_count
from scripts.bench.station import LISTENER, PASSWORD, Desk, Station, a_broker_alone, a_station

BATCH = 100
PER_S = 500
_IDLE_S = 30.0


class Listener:
    """A bare MQTT client that hears all that is published, at QoS 1, and does nothing with it."""

    def __init__(self, station: Station) -> None:
        self.arrivals: list[tuple[float, bytes]] = []
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2)
        self._client.username_pw_set(LISTENER, PASSWORD)
        self._client.on_connect = lambda client, *_: client.subscribe(ALL_PUBLISHED, 1)
        self._client.on_subscribe = lambda *_: self.arrivals.clear()
        self._client.on_message = lambda _c, _u, message: self.arrivals.append((time.time(), bytes(message.payload)))
        self._client.connect(station.host, station.port)
        self._client.loop_start()

    def wait_for(self, count: int) -> None:
        """Wait until so many messages came."""
        seen, until = 0, time.monotonic() + _IDLE_S
        while len(self.arrivals) < count:
            if len(self.arrivals) != seen:
                seen, until = len(self.arrivals), time.monotonic() + _IDLE_S
            elif time.monotonic() > until:
                raise RuntimeError(f"{seen} of {count} messages came, and no more")
            time.sleep(0.002)

    def close(self) -> None:
        """Leave."""
        self._client.disconnect()
        self._client.loop_stop()


def single(scale: str) -> list[Record]:
    """Events one a message at QoS 1, from the first published to the last notified."""
    return [_rate("single events", scale, 100_000 if scale == PAPER else 10_000, batch=1)]


def batched(scale: str) -> list[Record]:
    """Events a hundred a message."""
    return [_rate("batched events", scale, 1_000_000 if scale == PAPER else 50_000, batch=BATCH)]


def latency(scale: str) -> list[Record]:
    """From the publish call to the arrival at a desk in another process, at a steady rate, with many subscriptions."""
    others, seconds = (100_000, 60) if scale == PAPER else (20_000, 8)
    count = PER_S * seconds
    load = ("--count", str(count), "--per-s", str(PER_S))
    with a_station(other_subscriptions=others) as station:
        desk = Desk(station)
        station.ready_publisher(*load)()
        desk.wait_for(near_count(count))
        desk.close()
        ours = np.array([(item.received_at - item.notification.event.time).total_seconds() for item in desk.received])
    with a_broker_alone() as station:
        listener = Listener(station)
        station.ready_publisher(*load)()
        listener.wait_for(count)
        listener.close()
        peer = np.array([arrived - _published_at(payload) for arrived, payload in listener.arrivals])
    note = f"{PER_S} events/s, {others:,} subscriptions; other: the broker alone"
    return [
        Record(f"latency p{share}", scale, *_milliseconds(ours, peer, share), differences=None, note=note)
        for share in (50, 99)
    ]


def _milliseconds(ours: np.ndarray, peer: np.ndarray, share: int) -> tuple[float, float, str, float]:
    a, b = (float(np.percentile(values, share)) * 1000 for values in (ours[len(ours) // 10 :], peer[len(peer) // 10 :]))
    return a, b, "ms", b / a


def _published_at(payload: bytes) -> float:
    """The moment written into an event."""
    day, clock = (payload.partition(f'"{name}":"'.encode())[2].partition(b'"')[0] for name in ("PosDate", "PosTime"))
    return datetime.fromisoformat(f"{day.decode()}T{clock.decode()}+00:00").timestamp()


def _rate(name: str, scale: str, count: int, batch: int) -> Record:
    load = ("--count", str(count), "--batch", str(batch))
    with a_station() as station:
        desk = Desk(station)
        began = station.ready_publisher(*load)()
        desk.wait_for(near_count(count))
        ours_s = time.monotonic() - began
        ids = [item.notification.event.id for item in desk.received]
        desk.close()
    wrong = near_count(count) - len(set(ids)) + (len(ids) - len(set(ids)))
    with a_broker_alone() as station:
        listener = Listener(station)
        began = station.ready_publisher(*load)()
        listener.wait_for(count // batch)
        peer_s = time.monotonic() - began
        listener.close()
    note = "other: the broker alone, to a client that does nothing"
    return Record(name, scale, count / ours_s, count / peer_s, "events/s", peer_s / ours_s, wrong, note)
