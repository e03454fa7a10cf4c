"""A worker's view follows what the primary writes into the journal."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from broker_local.matching.matcher import Matcher
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.subscription import SubscriptionOptions
from broker_local.protocol.topic import Attribute, AttributeType, Topic
from broker_local.service.journal import Journal
from broker_local.service.replica import Replica
from broker_local.service.subscriptions import Subscriptions
from broker_local.service.topic_register import TopicRegister
from tests.builders import a_subscription, an_event

NOW = datetime.now(UTC)


class Side:
    """One process's view of a journal."""

    def __init__(self, path: Path) -> None:
        self.journal = Journal(path)
        self.register = TopicRegister(self.journal, builtin_topics(), lambda user, topic: True)
        self.matcher = Matcher(self.register.topics)
        self.subscriptions = Subscriptions(self.journal, self.matcher, self.register.topics)

    def matched(self) -> int:
        """How many subscriptions an event matches here."""
        return len(self.matcher.match([an_event()]).handles)


@pytest.fixture
def sides(tmp_path: Path) -> Iterator[tuple[Side, Side]]:
    primary, worker = Side(tmp_path / "journal.sqlite"), Side(tmp_path / "journal.sqlite")
    yield primary, worker
    primary.journal.close()
    worker.journal.close()


def test_begun_changed_paused_and_ended_subscriptions_are_followed(sides: tuple[Side, Side]) -> None:
    primary, worker = sides
    replica = Replica(worker.journal, worker.subscriptions, worker.register)
    book = primary.subscriptions
    seen = []
    for step in (
        lambda: book.begin(a_subscription(id="a", owner="ann"), NOW),
        lambda: book.begin(a_subscription(id="b", owner="ann"), NOW),
        lambda: book.rename("ann", "a", "another name", NOW),
        lambda: book.pause("ann", "a", NOW + timedelta(seconds=1)),
        lambda: book.unpause("ann", "a", NOW),  # by a clock that was put back
        lambda: book.end("ann", "b", NOW - timedelta(seconds=5)),
        lambda: book.end("ann", "a", NOW),
    ):
        step()
        replica.follow()
        assert worker.matched() == primary.matched()
        assert len(worker.subscriptions) == len(primary.subscriptions)
        seen.append(worker.matched())
    assert seen == [1, 2, 2, 1, 2, 1, 0]


def test_a_worker_tells_nothing_of_what_has_reached_its_end_and_follows_when_it_is_ended(
    sides: tuple[Side, Side],
) -> None:
    primary, worker = sides
    replica = Replica(worker.journal, worker.subscriptions, worker.register)
    ends_at = NOW + timedelta(seconds=1)
    primary.subscriptions.begin(a_subscription(id="a", options=SubscriptionOptions(ends_at=ends_at)), NOW)
    replica.follow()
    matches = worker.matcher.match([an_event()])
    assert len(worker.subscriptions.matched(matches, NOW)) == 1
    assert worker.subscriptions.matched(matches, ends_at) == []
    primary.subscriptions.end_due(ends_at + timedelta(seconds=10))
    replica.follow()
    assert len(worker.subscriptions) == worker.matched() == 0


def test_what_changed_between_restoring_and_following_is_not_missed(sides: tuple[Side, Side]) -> None:
    primary, worker = sides
    primary.subscriptions.begin(a_subscription(id="late", owner="ann"), NOW)
    Replica(worker.journal, worker.subscriptions, worker.register)
    assert worker.matched() == 1


def test_advertised_and_withdrawn_topics_are_followed(sides: tuple[Side, Side]) -> None:
    primary, worker = sides
    replica = Replica(worker.journal, worker.subscriptions, worker.register)
    topic = Topic(
        name="Drones", title="Drones", geometries=frozenset(), attributes=(Attribute("ID", AttributeType.TEXT),)
    )
    primary.register.advertise("gateway", topic, NOW)
    replica.follow()
    assert worker.register.topics["Drones"] == topic
    primary.subscriptions.begin(a_subscription(topic, id="d", owner="ann"), NOW)
    replica.follow()
    assert len(worker.subscriptions) == 1
    primary.subscriptions.end("ann", "d", NOW)
    primary.register.withdraw("gateway", "Drones", 0, NOW)
    replica.follow()
    assert "Drones" not in worker.register.topics
