"""Random kill -9 of matcher, broker and subscriber under load, and whether every promise was kept in spite of it."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from broker_local.broker.child import LOOPBACK, free_port
from broker_local.matching.brute_force import match_brute_force
from broker_local.matching.matcher import Matcher
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event import Event
from broker_local.protocol.event_codec import event_from_object
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.operators import Operator
from broker_local.protocol.subscription import SpatialPredicate, Subscription, SubscriptionOptions
from broker_local.serve import JOURNAL_FILE
from broker_local.service.journal import Journal
from broker_local.service.subscriptions import Subscriptions
from scripts.bench.chaos_desk import shown_lines
from scripts.bench.publish_load import TOPIC, feature
from scripts.bench.receipted_publisher import ReceiptedPublisher
from scripts.bench.station import DESK, GATEWAY, HOME, PASSWORD, ROOT, make_accounts

EXPIRES_S = 3.0
TRANSIT_S = 1.0  # what is under way when it expires may still arrive
EVENTS_PER_S = 150.0
_PROGRESS_S = 15.0
_SETTLE_S = 90.0
_VICTIMS = ("matcher", "broker", "subscriber")


@dataclass(frozen=True, slots=True)
class ChaosReport:
    """What became of it all; every field but the first four must be nothing."""

    kills: dict[str, int]
    events: int
    shown: int
    expired: int
    lost: list[str]
    unexpected: list[str]
    twice: list[str]
    out_of_order: list[int]
    after_expiry: list[str]
    refused: list[str]

    @property
    def broken(self) -> int:
        """How many promises were broken."""
        ids = (self.lost, self.unexpected, self.twice, self.after_expiry, self.refused)
        return len(self.out_of_order) + sum(len(wrong) for wrong in ids)


class Kept:
    """A process that is started again whenever it has ended, as a service manager would."""

    def __init__(self, command: list[str], log: Path) -> None:
        self._command = command
        self._log = log
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._process = self._started()
        self._thread = threading.Thread(target=self._keep, daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        with self._lock:
            return self._process.pid

    def kill(self) -> None:
        """End it as a power cut would."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def stop(self) -> None:
        """End it for good."""
        self._stopping.set()
        self._thread.join()
        self._process.terminate()
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _started(self) -> subprocess.Popen[bytes]:
        with self._log.open("ab") as log:
            return subprocess.Popen(self._command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=ROOT)

    def _keep(self) -> None:
        while not self._stopping.wait(0.02):
            if self._process.poll() is not None:
                with self._lock:
                    self._process = self._started()


def subscriptions() -> list[Subscription]:
    """What the desk wants: all in its zone, however late; and the fast ones anywhere, while they are news."""
    fast = parse_filter("Speed > 100", builtin_topics()[TOPIC])
    soon = SubscriptionOptions(expire_after_s=EXPIRES_S)
    return [
        Subscription("home", DESK, "Home", TOPIC, SpatialPredicate(HOME, Operator.CONTAIN)),
        Subscription("fast", DESK, "Fast", TOPIC, None, fast, soon),
    ]


def run_chaos(data: Path, kills: int, seed: int, broker: str = "mosquitto") -> ChaosReport:
    """Publish while processes are killed, let it settle, and compare with the oracle."""
    chance = random.Random(seed)
    make_accounts(data)
    _subscribe(data)
    port = free_port(LOOPBACK)
    serve = [sys.executable, "-m", "broker_local.cli", "serve", "--data", str(data), "--broker", broker]
    companion = Kept([*serve, "--port", str(port)], data / "serve.log")
    record = data / "shown"
    watch = [sys.executable, "-m", "scripts.bench.chaos_desk", f"{LOOPBACK}:{port}", DESK, str(data / "password")]
    desk = Kept([*watch, str(record)], data / "desk.log")
    publisher = ReceiptedPublisher(LOOPBACK, port, GATEWAY, PASSWORD)
    load = _Load(publisher, chance)
    done: Counter[str] = Counter()
    try:
        load.run_until(lambda: bool(publisher.journaled) and bool(shown_lines(record)), _SETTLE_S)
        for victim in _order_of(kills, chance):
            already = len(publisher.journaled)
            load.run_for(chance.uniform(0.0, 0.4))
            _kill(victim, companion, desk)
            done[victim] += 1
            load.run_until(lambda before=already: len(publisher.journaled) > before + 20, _PROGRESS_S)  # type: ignore[misc]
        load.settle(_SETTLE_S)
        wanted = _expected(load.events)[0]
        _wait(lambda: wanted <= {str(line["id"]) for line in shown_lines(record)}, _SETTLE_S)
    finally:
        publisher.close()
        desk.stop()
        companion.stop()
    return judged(dict(done), load.events, publisher, shown_lines(record))


class _Load:
    """Publishes events at a rate while something is waited for."""

    def __init__(self, publisher: ReceiptedPublisher, chance: random.Random) -> None:
        self.events: list[Event] = []
        self._publisher = publisher
        self._chance = chance
        self._due = time.monotonic()

    def run_for(self, lasts_s: float) -> None:
        until = time.monotonic() + lasts_s
        self.run_until(lambda: time.monotonic() >= until, lasts_s + 1.0)

    def run_until(self, is_so: Callable[[], bool], at_most_s: float) -> None:
        """Go on until something is so; it is no error here if it does not come to be."""
        until = time.monotonic() + at_most_s
        self._due = max(self._due, time.monotonic() - 0.5)
        while not is_so() and time.monotonic() < until:
            while self._due <= time.monotonic():
                self._publish()
                self._due += 1 / EVENTS_PER_S
            self._publisher.step()
            time.sleep(0.005)

    def settle(self, at_most_s: float) -> None:
        """Publish no more, until everything is journaled."""
        until = time.monotonic() + at_most_s
        while self._publisher.outbox.waiting and time.monotonic() < until:
            self._publisher.step()
            time.sleep(0.01)

    def _publish(self) -> None:
        number, now = len(self.events), datetime.now(UTC)
        made = feature(number, "chaos", now, near=self._chance.random() < 0.3)
        self._publisher.outbox.add(TOPIC, made)
        topical = made | {"properties": {"Topic": TOPIC} | dict(made["properties"])}  # type: ignore[call-overload]
        self.events.append(event_from_object(topical, builtin_topics(), now))


def _subscribe(data: Path) -> None:
    journal = Journal(data / JOURNAL_FILE)
    try:
        book = Subscriptions(journal, Matcher(builtin_topics()), builtin_topics())
        for subscription in subscriptions():
            book.begin(subscription, datetime.now(UTC))
    finally:
        journal.close()


def _order_of(kills: int, chance: random.Random) -> list[str]:
    """Each of the three as often as the others, in any order."""
    victims = [_VICTIMS[number % len(_VICTIMS)] for number in range(kills)]
    chance.shuffle(victims)
    return victims


def _kill(victim: str, companion: Kept, desk: Kept) -> None:
    if victim == "matcher":
        companion.kill()
    elif victim == "subscriber":
        desk.kill()
    else:
        _wait(lambda: _broker_of(companion.pid) is not None, _PROGRESS_S)
        broker = _broker_of(companion.pid)
        assert broker is not None
        with suppress(ProcessLookupError):
            os.kill(broker, signal.SIGKILL)


def _broker_of(companion: int) -> int | None:
    """The broker's own process: the last of the line of children."""
    found = None
    children = _children(companion)
    while children:
        found = children[0]
        children = _children(found)
    return found


def _children(pid: int) -> list[int]:
    """The children of all threads of a process."""
    with suppress(OSError):
        return [int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in _words(task / "children")]
    return []


def _words(path: Path) -> list[str]:
    with suppress(OSError):
        return path.read_text().split()
    return []


def _wait(is_so: Callable[[], bool], at_most_s: float) -> None:
    until = time.monotonic() + at_most_s
    while not is_so() and time.monotonic() < until:
        time.sleep(0.05)


def _expected(events: list[Event]) -> tuple[set[str], set[str]]:
    """By the oracle: the ids that must be shown, and those that may be shown while they are news."""
    matched: dict[str, set[str]] = {}
    for row, subscription in match_brute_force(events, subscriptions()):
        matched.setdefault(events[row].id, set()).add(subscription)
    must = {event_id for event_id, found in matched.items() if "home" in found}
    return must, matched.keys() - must


def judged(
    kills: dict[str, int], events: list[Event], publisher: ReceiptedPublisher, lines: list[dict[str, object]]
) -> ChaosReport:
    """Compare what was shown with what the oracle says of all events."""
    must, may = _expected(events)
    ids, numbers = [str(line["id"]) for line in lines], [int(str(line["number"])) for line in lines]
    late = [
        str(line["id"])
        for line in lines
        if line["matched"] == ["fast"]
        and float(str(line["received_at"])) - float(str(line["accepted_at"])) > EXPIRES_S + TRANSIT_S
    ]
    journaled = set(publisher.journaled)
    return ChaosReport(
        kills=kills,
        events=len(events),
        shown=len(ids),
        expired=len(may - set(ids)),
        lost=sorted((must - set(ids)) | ({event.id for event in events} - journaled)),
        unexpected=sorted(set(ids) - must - may),
        twice=sorted(event_id for event_id, times in Counter(ids).items() if times > 1),
        out_of_order=[b for a, b in zip(numbers, numbers[1:]) if b <= a],
        after_expiry=late,
        refused=publisher.refused,
    )
