"""The companion as a user starts it, any MQTT client that publishes, and a desk without a window."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from broker_local.broker.accounts import Role
from broker_local.protocol import addresses
from broker_local.protocol.event import Event
from broker_local.protocol.event_codec import encode_event
from rfers_desktop.session.items import LinkState, NotificationReceived, SessionItem, StatusReceived
from rfers_desktop.session.session import Session

DEADLINE_S = 300.0  # the first start on a machine compiles the matcher
PASSWORD = "a password for tests"
PEOPLE = {"ann": Role.SUBSCRIBER, "bob": Role.SUBSCRIBER, "cho": Role.ADMIN, "gateway": Role.PUBLISHER}


class Companion:
    """A `rfers-broker serve` that can be killed and started again on the same data and port."""

    def __init__(self, data: Path, broker: str, *options: str) -> None:
        self.data = data
        self._options = options
        self.broker = broker
        self.host, self.port = "127.0.0.1", 0
        self._ready = data / "ready"
        self._log = data / "serve.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it serves."""
        self._ready.unlink(missing_ok=True)
        command = [sys.executable, "-m", "broker_local.cli", "serve", "--data", str(self.data)]
        options = ["--broker", self.broker, "--port", str(self.port), "--ready-file", str(self._ready)]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen([*command, *options, *self._options], stdout=log, stderr=log)
        wait_until(lambda: self._ready.exists() or self._process.poll() is not None)
        assert self._ready.exists(), self._log.read_text()
        self.host, _, port = self._ready.read_text().rpartition(":")
        self.port = int(port)

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait(DEADLINE_S)

    def stop(self) -> int:
        """End it in good order; its exit code."""
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(DEADLINE_S)

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def command(self, *arguments: str) -> str:
        """What another command of the companion prints about the same data."""
        command = [sys.executable, "-m", "broker_local.cli", *arguments, "--data", str(self.data)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Publisher:
    """Any MQTT client that publishes."""

    def __init__(self, companion: Companion) -> None:
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2)
        self._client.username_pw_set("gateway", PASSWORD)
        self._client.connect(companion.host, companion.port)
        self._client.loop_start()

    def send(self, payload: bytes, topic: str = "EALocation") -> None:
        """Publish, and wait until the broker has it."""
        sent = self._client.publish(addresses.publish(topic), payload, qos=1)
        sent.wait_for_publish(DEADLINE_S)
        assert sent.is_published()

    def publish(self, *events: Event) -> None:
        for event in events:
            self.send(encode_event(event), event.topic)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


class Desk:
    """A user's session, and everything it has told."""

    def __init__(self, companion: Companion, user: str) -> None:
        self.session = Session(user, PASSWORD, companion.host, companion.port)
        self.told: list[SessionItem] = []
        self.session.start()
        self.wait_for(lambda: self.session.state is LinkState.ONLINE)

    def wait_for(self, is_so: Callable[[], bool]) -> None:
        """Take in what happens until something is so."""
        until = time.monotonic() + DEADLINE_S
        while not is_so():
            assert time.monotonic() < until, self.told
            self.told += self.session.drain(0.2)

    def event_ids(self) -> list[str]:
        return [item.notification.event.id for item in self.told if isinstance(item, NotificationReceived)]

    def counter(self, name: str) -> int:
        """The latest that the service said of one of its counters."""
        said = [item.status.counters for item in self.told if isinstance(item, StatusReceived)]
        return said[-1].get(name, 0) if said else 0

    def close(self) -> None:
        self.session.stop()


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    until = time.monotonic() + DEADLINE_S
    while not is_so():
        assert time.monotonic() < until, "it did not come to pass"
        time.sleep(0.02)
