"""The live subscriptions: what is journaled is what is matched."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from broker_local.matching.matcher import Matcher
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.service import subscriptions as room
from broker_local.service.journal import Journal
from broker_local.service.subscriptions import Subscriptions
from tests.builders import a_subscription, a_zone, an_event

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


class Desk:
    """A journal, a matcher and the subscriptions in both."""

    def __init__(self, path: Path) -> None:
        self.journal = Journal(path)
        self.matcher = Matcher(builtin_topics())
        self.subscriptions = Subscriptions(self.journal, self.matcher, builtin_topics())

    def matched(self) -> int:
        return len(self.matcher.match([an_event(speed=90)]).handles)


@pytest.fixture
def desk(tmp_path: Path):
    opened = Desk(tmp_path / "journal.sqlite")
    yield opened
    opened.journal.close()


def test_a_begun_subscription_is_matched_and_comes_back_after_a_restart(desk: Desk, tmp_path: Path) -> None:
    subscription = a_subscription(zone=a_zone(), filter="Speed > 80")
    desk.subscriptions.begin(subscription, NOW)
    assert desk.matched() == 1
    desk.journal.close()
    again = Desk(tmp_path / "journal.sqlite")
    assert again.subscriptions.of(subscription.owner) == (subscription,)
    assert again.matched() == 1
    desk.journal = again.journal


def test_the_same_id_replaces(desk: Desk) -> None:
    desk.subscriptions.begin(a_subscription(id="z", filter="Speed > 80"), NOW)
    desk.subscriptions.begin(a_subscription(id="z", filter="Speed > 100"), NOW)
    assert len(desk.subscriptions) == 1
    assert desk.matched() == 0


def test_an_ended_subscription_is_not_matched(desk: Desk) -> None:
    subscription = a_subscription(id="z")
    desk.subscriptions.begin(subscription, NOW)
    desk.subscriptions.end(subscription.owner, "z", NOW)
    assert desk.matched() == 0
    with pytest.raises(ProtocolError, match=f"a subscription of {subscription.owner}, got 'z'"):
        desk.subscriptions.end(subscription.owner, "z", NOW)


def test_a_zone_shrunk_to_nothing_is_refused_and_nothing_is_half_done(desk: Desk) -> None:
    with pytest.raises(ProtocolError, match="buffer_m"):
        desk.subscriptions.begin(a_subscription(zone=a_zone(side_deg=0.01), buffer_m=-50_000.0), NOW)
    assert desk.journal.count("subscriptions") == 0
    assert len(desk.subscriptions) == len(desk.matcher) == 0


def test_one_user_cannot_have_endlessly_many(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MAX_PER_USER", 2)
    for number in range(2):
        desk.subscriptions.begin(a_subscription(id=f"z{number}"), NOW)
    with pytest.raises(ProtocolError, match="at most 2 of one user"):
        desk.subscriptions.begin(a_subscription(id="z2"), NOW)
    desk.subscriptions.begin(a_subscription(id="z1", filter="Speed > 1"), NOW)
