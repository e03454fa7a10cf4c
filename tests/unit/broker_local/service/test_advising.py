"""Advice on a subscription: never, covered, or nothing to say."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from broker_local.protocol.json_text import write_json
from broker_local.protocol.subscription import Subscription
from broker_local.protocol.subscription_codec import subscription_to_object
from broker_local.service import advising
from broker_local.service.advising import advice_for
from broker_local.service.journal import Journal
from broker_local.service.journal_file import open_for_reading
from tests.builders import EA_LOCATION, a_subscription, a_zone

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


class Owned:
    """A journal with subscriptions, and a reader of it."""

    def __init__(self, path: Path) -> None:
        self.journal = Journal(path)
        self.reader: sqlite3.Connection = open_for_reading(path)

    def begin(self, subscription: Subscription) -> None:
        body = write_json(subscription_to_object(subscription))
        self.journal.subscriptions.begin(subscription.owner, subscription.id, body, NOW)

    def advice(self, subscription: Subscription) -> str | None:
        return advice_for(self.reader, subscription, EA_LOCATION)


@pytest.fixture
def owned(tmp_path: Path) -> Iterator[Owned]:
    made = Owned(tmp_path / "journal.sqlite")
    yield made
    made.reader.close()
    made.journal.close()


def test_one_that_can_never_match_is_said_to_be_so(owned: Owned) -> None:
    said = owned.advice(a_subscription(filter="Speed > 80 AND Speed < 60"))
    assert said is not None
    assert said.startswith("can never match, because")


def test_one_that_another_of_the_owner_covers_names_it(owned: Owned) -> None:
    owned.begin(a_subscription(id="n", name="North sector", zone=a_zone(side_deg=2), buffer_m=500.0))
    said = owned.advice(a_subscription(id="new", zone=a_zone(side_deg=1), filter="Speed > 80"))
    assert said == "already covered by your subscription 'North sector'"


@pytest.mark.parametrize(
    "other",
    [
        a_subscription(id="new", zone=a_zone(side_deg=2)),  # is about to be replaced
        a_subscription(id="o", owner="somebody", zone=a_zone(side_deg=2)),
        a_subscription("WSObservation", id="o", zone=a_zone(side_deg=2)),
        replace(a_subscription(id="o", zone=a_zone(side_deg=2)), is_paused=True),
        a_subscription(id="o", zone=a_zone(side_deg=0.1)),
    ],
    ids=["itself", "of another", "of another topic", "paused", "smaller"],
)
def test_what_does_not_cover_it_is_not_named(owned: Owned, other: Subscription) -> None:
    owned.begin(other)
    assert owned.advice(a_subscription(id="new", zone=a_zone(side_deg=1))) is None


def test_it_stops_when_there_is_no_time_left(owned: Owned) -> None:
    owned.begin(a_subscription(id="old"))
    moments = iter((0.0, advising.WITHIN_S))
    assert advice_for(owned.reader, a_subscription(id="new"), EA_LOCATION, lambda: next(moments)) is None
