"""A worker: its share of the events into the one journal, and everything else left to the primary."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from broker_local.protocol.addresses import handed, inbox, publish
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event_codec import encode_event
from broker_local.protocol.notification import Notification
from broker_local.protocol.notification_codec import decode_inbox
from broker_local.service.findings import SMALL_BYTES
from broker_local.service.journal import Journal
from broker_local.service.mqtt_link import Message, MqttLink
from broker_local.service.runner import Service
from broker_local.service.worker import Worker
from tests.builders import a_subscription, an_event

NOW = datetime.now(UTC)


class NotedLink(MqttLink):
    """A link without a broker that notes what is sent and acknowledged."""

    is_connected = True

    def __init__(self) -> None:
        super().__init__("test", "matcher", "secret", [])
        self.sent: list[tuple[str, bytes]] = []
        self.acknowledged: list[int] = []
        self.takes_all = True

    def send_now(self, address: str, payload: bytes) -> bool:
        return self.publish(address, payload)

    def publish(self, address: str, payload: bytes, *, retain: bool = False) -> bool:
        self.sent.append((address, payload))
        return True

    def publish_and_wait(self, address: str, payload: bytes, timeout_s: float, *, retain: bool = False) -> bool:
        return self.publish(address, payload) and self.takes_all

    def acknowledge(self, message: Message) -> None:
        self.acknowledged.append(message.mid)


class Pair:
    """A primary and a worker on one journal, as two processes would be."""

    def __init__(self, path: Path) -> None:
        self.journals = [Journal(path), Journal(path)]
        self.links = [NotedLink(), NotedLink()]
        self.primary = Service(self.links[0], self.journals[0], builtin_topics())
        self.worker = Worker(self.links[1], self.journals[1], builtin_topics())


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    made = Pair(tmp_path / "journal.sqlite")
    yield made
    for journal in made.journals:
        journal.close()


def a_message(event_id: str, mid: int = 1) -> Message:
    return Message(publish("EALocation"), encode_event(an_event(id=event_id)), mid, 1, 1)


def numbers(link: NotedLink) -> list[int]:
    """The numbers of the notifications to ann."""
    told = [decode_inbox(body, builtin_topics()) for address, body in link.sent if address == inbox("ann")]
    return [item.number for item in told if isinstance(item, Notification)]


def test_both_number_one_inbox_and_know_each_others_events(pair: Pair) -> None:
    pair.primary._subscriptions.begin(a_subscription(id="all", owner="ann"), NOW)
    for turn in range(3):
        pair.primary.step([a_message(f"p{turn}")])
        pair.worker.step([a_message(f"w{turn}"), a_message(f"p{turn}")])
    assert (numbers(pair.links[0]), numbers(pair.links[1])) == ([1, 3, 5], [2, 4, 6])
    assert pair.worker.status().counters["duplicates"] == 3
    assert pair.journals[0].last_number("ann") == 6


def test_an_event_that_both_are_given_at_the_same_moment_is_journaled_once(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair.primary._subscriptions.begin(a_subscription(id="all", owner="ann"), NOW)
    look = pair.journals[1].digests_of
    looks: list[int] = []

    def look_then_be_overtaken(keys: object) -> dict[tuple[str, str, str], str]:
        known = look(keys)  # type: ignore[arg-type]
        if not looks:
            pair.primary.step([a_message("both")])
        looks.append(1)
        return known

    monkeypatch.setattr(pair.journals[1], "digests_of", look_then_be_overtaken)
    pair.worker.step([a_message("both"), a_message("mine")])
    assert len(looks) == 2
    assert (numbers(pair.links[0]), numbers(pair.links[1])) == ([1], [2])
    counters = pair.worker.status().counters
    assert (counters["accepted"], counters["duplicates"]) == (1, 1)
    assert pair.journals[0].count("events") == 2


@pytest.mark.parametrize("takes_all", [True, False])
def test_what_carries_an_attachment_is_handed_on_and_acknowledged_once_the_broker_has_it(
    pair: Pair, takes_all: bool
) -> None:
    link = pair.links[1]
    link.takes_all = takes_all
    photo = "aGkh" * SMALL_BYTES
    feature = {"type": "Feature", "geometry": None, "properties": {"Address": "1 Main St", "IncPhoto": photo}}
    payload = json.dumps(feature).encode()
    pair.worker.step([Message(publish("FireIncReports"), payload, 7, 1, 1), a_message("plain", mid=8)])
    assert (handed("FireIncReports"), payload) in link.sent
    assert link.acknowledged == ([7, 8] if takes_all else [8])
    assert pair.journals[1].count("events") == 1


def test_the_primary_handles_what_is_handed_on(pair: Pair) -> None:
    pair.primary.step([Message(handed("EALocation"), encode_event(an_event(id="h")), 1, 1, 1)])
    assert pair.journals[0].count("events") == 1


def test_a_worker_says_nothing_for_the_service(pair: Pair) -> None:
    pair.worker._say_status()
    pair.worker._say_farewell()
    assert pair.links[1].sent == []


def test_the_primary_tells_the_figures_of_all_together(pair: Pair) -> None:
    pair.primary.step([a_message("one")])
    pair.worker.step([a_message("two"), a_message("three")])
    pair.primary.workers_counters = lambda: [pair.worker.status().counters]
    assert pair.primary.status().counters["accepted"] == 3
