"""A station for benchmarks: a companion in its own process with accounts and subscriptions, made for the run."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from subprocess import Popen

import shapely

from broker_local.broker.accounts import AccountBook, Role
from broker_local.broker.choose import ACCOUNTS_FILE, start_broker
from broker_local.matching.matcher import Matcher
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.operators import Operator
from broker_local.protocol.subscription import SpatialPredicate, Subscription, SubscriptionOptions
from broker_local.serve import JOURNAL_FILE
from broker_local.service.journal import Journal
from broker_local.service.subscriptions import MAX_PER_USER, Subscriptions
from rfers_desktop.session.items import LinkState, NotificationReceived
from rfers_desktop.session.session import Session
from scripts.children import Children

ROOT = Path(__file__).parents[2]
PASSWORD = "a password for benchmarks"
DESK, GATEWAY, LISTENER = "desk", "gateway", "listener"
HOME = shapely.box(-114.3, 50.9, -113.9, 51.2)  # the desk's zone
START_S = 120.0


@dataclass(frozen=True, slots=True)
class Station:
    """Where a station is and what runs there."""

    data: Path
    host: str
    port: int
    companion: Popen[bytes] | None  # None where there is a broker alone
    children: Children

    def ready_publisher(self, *options: str) -> Callable[[], float]:
        """A process that has its load ready; calling what is given lets it publish and gives the moment."""
        name = f"publisher-{time.monotonic_ns()}"
        ready, go = self.data / f"{name}.ready", self.data / f"{name}.go"
        command = [sys.executable, "-m", "scripts.bench.publish_load", "--server", f"{self.host}:{self.port}"]
        command += ["--user", GATEWAY, "--password-file", str(self.data / "password"), *options]
        self.children.start(name, [*command, "--ready-file", str(ready), "--go-file", str(go)])
        wait_for_file(ready)

        def begin() -> float:
            began = time.monotonic()
            go.touch()
            return began

        return begin


def wait_for_file(path: Path) -> None:
    """Wait until a file is there."""
    until = time.monotonic() + START_S
    while not path.exists():
        if time.monotonic() > until:
            raise RuntimeError(f"{path.name} did not come")
        time.sleep(0.005)


@contextmanager
def a_station(broker: str = "mosquitto", other_subscriptions: int = 0) -> Iterator[Station]:
    """A companion that serves, with a desk's subscription to HOME and others far from every event."""
    with tempfile.TemporaryDirectory(prefix="rfers-bench-") as folder:
        data = Path(folder)
        make_accounts(data)
        make_subscriptions(data, other_subscriptions)
        with Children(data, ROOT) as children:
            ready = data / "ready"
            command = [sys.executable, "-m", "broker_local.cli", "serve", "--data", str(data), "--broker", broker]
            companion = children.start("serve", [*command, "--port", "0", "--ready-file", str(ready)])
            until = time.monotonic() + START_S
            while not ready.exists():
                if companion.poll() is not None or time.monotonic() > until:
                    raise RuntimeError(children.last_words("serve"))
                time.sleep(0.02)
            host, _, port = ready.read_text().rpartition(":")
            yield Station(data, host, int(port), companion, children)


@contextmanager
def a_broker_alone(broker: str = "mosquitto") -> Iterator[Station]:
    """The same broker with the same accounts, and no matcher."""
    with tempfile.TemporaryDirectory(prefix="rfers-bench-") as folder:
        data = Path(folder)
        make_accounts(data)
        running = start_broker(broker, data)
        try:
            with Children(data, ROOT) as children:
                yield Station(data, running.host, running.port, None, children)
        finally:
            running.stop()


def make_accounts(data: Path) -> None:
    """A desk, a gateway that publishes, and a listener that hears what the matcher hears."""
    book = AccountBook(data / ACCOUNTS_FILE)
    book.add(DESK, PASSWORD, Role.SUBSCRIBER)
    book.add(GATEWAY, PASSWORD, Role.PUBLISHER, ["*"])
    book.add(LISTENER, PASSWORD, Role.SERVICE)
    (data / "password").write_text(PASSWORD)


def make_subscriptions(data: Path, others: int) -> None:
    """The desk's subscription, and small zones of other users where nothing happens."""
    journal = Journal(data / JOURNAL_FILE)
    try:
        subscriptions, now = Subscriptions(journal, Matcher(builtin_topics()), builtin_topics()), datetime.now(UTC)
        with journal.transaction():
            subscriptions.begin(_zoned("home", DESK, HOME), now)
            for number in range(others):
                x, y = -100.0 + 0.02 * (number % 1000), 30.0 + 0.02 * (number // 1000)
                owner = f"user{number // MAX_PER_USER}"
                subscriptions.begin(_zoned(f"s{number}", owner, shapely.box(x, y, x + 0.01, y + 0.01)), now)
    finally:
        journal.close()


def _zoned(name: str, owner: str, zone: shapely.Polygon) -> Subscription:
    place = SpatialPredicate(zone, Operator.CONTAIN)
    return Subscription(name, owner, name, "EALocation", place, None, SubscriptionOptions())


class Desk:
    """The desk's session, and what has reached it."""

    def __init__(self, station: Station) -> None:
        self.received: list[NotificationReceived] = []
        self._session = Session(DESK, PASSWORD, station.host, station.port)
        self._session.start()
        while self._session.state is not LinkState.ONLINE:
            self._session.drain(0.1)

    def wait_for(self, count: int, idle_s: float = 30.0) -> None:
        """Take in notifications until there are so many; an error when nothing comes for a while."""
        until = time.monotonic() + idle_s
        while len(self.received) < count:
            came = [item for item in self._session.drain(0.2) if isinstance(item, NotificationReceived)]
            self.received += came
            if came:
                until = time.monotonic() + idle_s
            elif time.monotonic() > until:
                raise RuntimeError(f"{len(self.received)} of {count} notifications came, and no more")

    def close(self) -> None:
        """Log out."""
        self._session.stop()
