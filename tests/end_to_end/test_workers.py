"""Two workers behind one Mosquitto: each event is matched once, with the subscriptions of that moment."""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from broker_local.broker.choose import ACCOUNTS_FILE, MOSQUITTO
from broker_local.broker.mosquitto import find_mosquitto
from broker_local.operations.status_report import read_status_file
from broker_local.protocol.requests import Acknowledgement, Refusal
from broker_local.serve import JOURNAL_FILE
from broker_local.service.journal import Journal
from broker_local.workers import status_name
from rfers_desktop.session.items import NotificationReceived, ReplyReceived
from tests.builders import a_subscription, a_zone, an_event
from tests.end_to_end.companion import Companion, Desk, Publisher, wait_until

pytestmark = [pytest.mark.broker, pytest.mark.skipif(find_mosquitto() is None, reason="mosquitto is not installed")]


@pytest.fixture
def companion(tmp_path: Path, accounts_file: Path) -> Iterator[Companion]:
    data = tmp_path / "data"
    data.mkdir()
    shutil.copy(accounts_file, data / ACCOUNTS_FILE)
    started = Companion(data, MOSQUITTO, "--workers", "2")
    started.start()
    yield started
    assert started.stop() == 0


def acknowledged(desk: Desk, request_id: str) -> None:
    def answers() -> list[Acknowledgement | Refusal]:
        return [i.reply for i in desk.told if isinstance(i, ReplyReceived) and i.reply.request_id == request_id]

    desk.wait_for(lambda: bool(answers()))
    assert isinstance(answers()[0], Acknowledgement)


def numbers(desk: Desk) -> list[int]:
    return [item.notification.number for item in desk.told if isinstance(item, NotificationReceived)]


def worker_pid(companion: Companion) -> int | None:
    """The second worker's process, if there is one."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if b"broker_local.worker_process" in words and str(companion.data).encode() in words:
            return int(path.parent.name)
    return None


def test_every_event_is_matched_once_and_both_do_some(companion: Companion, desk: Callable[[str], Desk]) -> None:
    ann = desk("ann")
    acknowledged(ann, ann.session.subscribe(a_subscription(id="all", owner="ann")))
    acknowledged(ann, ann.session.subscribe(a_subscription(id="zone", owner="ann", zone=a_zone())))
    publishers = [Publisher(companion), Publisher(companion)]
    sent = [f"e{number}" for number in range(300)]
    for number, event_id in enumerate(sent):
        publishers[number % 2].publish(an_event(id=event_id))
        if number % 10 == 0:
            publishers[1 - number % 2].publish(an_event(id=event_id))  # the same again, perhaps to the other worker
    ann.wait_for(lambda: len(ann.event_ids()) >= len(sent))
    ann.wait_for(lambda: ann.counter("accepted") == len(sent) and ann.counter("duplicates") == 30)
    assert sorted(ann.event_ids()) == sorted(sent)
    assert numbers(ann) == list(range(1, len(sent) + 1))
    assert ann.counter("matched") == 2 * len(sent)
    by_second = read_status_file(companion.data, status_name(2)).counters["accepted"]
    assert 0 < by_second < len(sent)
    for publisher in publishers:
        publisher.close()


def test_what_was_acknowledged_is_matched_by_whoever_gets_the_next_event(
    companion: Companion, desk: Callable[[str], Desk], publisher: Publisher
) -> None:
    ann, bob = desk("ann"), desk("bob")
    acknowledged(bob, bob.session.subscribe(a_subscription(id="all", owner="bob")))
    expected: list[str] = []
    for turn in range(5):
        acknowledged(ann, ann.session.subscribe(a_subscription(id="mine", owner="ann")))
        during = [f"{turn}-with-{number}" for number in range(8)]
        publisher.publish(*(an_event(id=event_id) for event_id in during))
        expected += during
        ann.wait_for(lambda: len(ann.event_ids()) == len(expected))  # noqa: B023
        acknowledged(ann, ann.session.unsubscribe("mine"))
        publisher.publish(*(an_event(id=f"{turn}-without-{number}") for number in range(8)))
        bob.wait_for(lambda: len(bob.event_ids()) == (turn + 1) * 16)  # noqa: B023
    assert sorted(ann.event_ids()) == sorted(expected)


def test_a_worker_that_is_killed_is_started_again_and_nothing_that_was_received_is_lost(
    companion: Companion, desk: Callable[[str], Desk], publisher: Publisher
) -> None:
    ann = desk("ann")
    acknowledged(ann, ann.session.subscribe(a_subscription(id="all", owner="ann")))
    first = worker_pid(companion)
    assert first is not None
    publisher.publish(*(an_event(id=f"before-{number}") for number in range(20)))
    ann.wait_for(lambda: len(ann.event_ids()) == 20)
    os.kill(first, signal.SIGKILL)
    publisher.publish(*(an_event(id=f"after-{number}") for number in range(20)))
    wait_until(lambda: worker_pid(companion) not in (None, first))
    ann.wait_for(lambda: len(ann.event_ids()) == 40)
    assert sorted(ann.event_ids()) == sorted(f"{when}-{n}" for when in ("before", "after") for n in range(20))


def test_a_report_with_a_photograph_is_handled_by_the_one_that_keeps_images(
    companion: Companion, desk: Callable[[str], Desk], publisher: Publisher
) -> None:
    ann = desk("ann")
    acknowledged(ann, ann.session.subscribe(a_subscription("FireIncReports", id="reports", owner="ann")))
    for number in range(6):
        feature = {
            "type": "Feature",
            "id": f"r{number}",
            "geometry": {"type": "Point", "coordinates": [-114.07, 51.05]},
            "properties": {"ReportID": f"R{number}", "IncPhoto": "/9j/4AAQ"},
        }
        publisher.send(json.dumps(feature).encode(), "FireIncReports")
    ann.wait_for(lambda: len(ann.event_ids()) + ann.counter("rejected") >= 6)
    journal = Journal(companion.data / JOURNAL_FILE)
    try:
        assert journal.total("events") + journal.total("rejected") == 6
    finally:
        journal.close()
