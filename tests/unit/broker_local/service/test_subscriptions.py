"""The live subscriptions: what is journaled is what is matched."""

import json
import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from broker_local.matching.matcher import Matcher
from broker_local.protocol import terms
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.event import Event
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.filter.tree import Is
from broker_local.protocol.fuzzy_number import FuzzyNumber, about
from broker_local.protocol.subscription import Priority, Sound, Subscription, SubscriptionOptions
from broker_local.protocol.subscription_codec import subscription_from_object
from broker_local.protocol.terms import Vocabulary, builtin_vocabularies
from broker_local.service import subscriptions as room
from broker_local.service.journal import Journal
from broker_local.service.subscriptions import Subscriptions
from tests.builders import WS_OBSERVATION, a_subscription, a_zone, an_event

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


class Desk:
    """A journal, a matcher and the subscriptions in both."""

    def __init__(self, path: Path) -> None:
        self.journal = Journal(path)
        self.matcher = Matcher(builtin_topics())
        self.subscriptions = Subscriptions(self.journal, self.matcher, builtin_topics())

    def matched(self) -> int:
        return len(self.matcher.match([an_event(speed=90)]).handles)

    def listed(self, owner: str) -> list[Subscription]:
        bodies = map(json.loads, self.subscriptions.bodies_of(owner))
        return [subscription_from_object(body, builtin_topics(), owner) for body in bodies]


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
    assert again.listed(subscription.owner) == [subscription]
    assert again.matched() == 1
    desk.journal = again.journal


def test_the_same_id_replaces(desk: Desk) -> None:
    desk.subscriptions.begin(a_subscription(id="z", filter="Speed > 80"), NOW)
    desk.subscriptions.begin(a_subscription(id="z", filter="Speed > 100"), NOW)
    assert len(desk.subscriptions) == 1
    assert desk.matched() == 0


HOT_THERE = FuzzyNumber(30.0, math.inf, 5.0, 0.0)  # as resources/terms has it, from 25 to 30


def test_what_a_word_meant_is_kept_whatever_it_means_later(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = parse_filter("Temperature IS mine", WS_OBSERVATION, {"Temperature": {"mine": about(20.0, 5.0)}})
    asked = [
        a_subscription(WS_OBSERVATION, id="hot", owner="ann", filter="Temperature IS VERY hot"),
        a_subscription(WS_OBSERVATION, id="mine", owner="ann", filter=own),
    ]
    for subscription in asked:
        desk.subscriptions.begin(subscription, NOW)
    events = [an_event(WS_OBSERVATION, temperature=degrees) for degrees in (18.0, 24.0, 27.0, 35.0)]
    before = told_with_degrees(desk, events)
    bodies = desk.subscriptions.bodies_of("ann")
    desk.journal.close()
    colder = replace(builtin_vocabularies()["WSObservation"].by_attribute["Temperature"]["hot"], number=about(5.0, 1.0))
    changed = Vocabulary("WSObservation", {"Temperature": {"hot": colder}})
    monkeypatch.setattr(terms, "builtin_vocabularies", lambda: {"WSObservation": changed})
    assert parse_filter("Temperature IS hot", WS_OBSERVATION).root == Is("Temperature", "hot", about(5.0, 1.0))
    desk.__init__(tmp_path / "journal.sqlite")  # type: ignore[misc]
    found = desk.subscriptions.find("ann", "hot").filter
    assert found is not None
    assert isinstance(found.root, Is)
    assert found.root.meaning == HOT_THERE
    assert told_with_degrees(desk, events) == before
    assert {name for name, *_ in before} == {"hot", "mine"}
    renamed = desk.subscriptions.rename("ann", "hot", "Renamed", NOW)  # written anew, and still means the same
    assert renamed.filter == found
    assert json.loads(bodies[0])["terms"] == json.loads(desk.subscriptions.bodies_of("ann")[-1])["terms"]


def told_with_degrees(desk: Desk, events: list[Event]) -> list[tuple[str, int, float, float]]:
    found = desk.subscriptions.matched(desk.matcher.match(events), NOW)
    return [(live.id, row, possibility, necessity) for row, live, possibility, necessity in found]


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


def test_one_users_subscriptions_together_are_of_bounded_size(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MAX_BYTES_PER_USER", 1_000)
    desk.subscriptions.begin(a_subscription(id="z", zone=a_zone()), NOW)
    for number in range(3):  # the same again takes no more room
        desk.subscriptions.begin(a_subscription(id="z", zone=a_zone(side_deg=number + 1)), NOW)
    with pytest.raises(ProtocolError, match="at most 1000 bytes for all of one user's together"):
        desk.subscriptions.begin(a_subscription(id="y", name="N" * 100, filter="Speed > 1" + " OR Speed > 1" * 60), NOW)
    desk.subscriptions.end("officer", "z", NOW)
    desk.subscriptions.begin(a_subscription(id="y", zone=a_zone()), NOW)


def test_a_paused_subscription_is_kept_and_not_matched_also_after_a_restart(desk: Desk, tmp_path: Path) -> None:
    subscription = a_subscription(id="z", owner="ann")
    desk.subscriptions.begin(subscription, NOW)
    paused = replace(subscription, is_paused=True)
    assert desk.subscriptions.pause("ann", "z", NOW) == paused
    assert (desk.matched(), desk.listed("ann"), len(desk.subscriptions)) == (0, [paused], 1)
    desk.journal.close()
    desk.__init__(tmp_path / "journal.sqlite")  # type: ignore[misc]
    assert (desk.matched(), desk.listed("ann")) == (0, [paused])
    assert desk.subscriptions.unpause("ann", "z", NOW) == subscription
    assert desk.matched() == 1


def test_the_history_tells_when_it_was_paused_and_renamed(desk: Desk) -> None:
    desk.subscriptions.begin(a_subscription(id="z", owner="ann", name="old"), NOW)
    for hours, change in enumerate((desk.subscriptions.pause, desk.subscriptions.unpause), start=1):
        change("ann", "z", NOW + timedelta(hours=hours))
    assert desk.subscriptions.rename("ann", "z", "new", NOW + timedelta(hours=3)).name == "new"
    rows = desk.journal.subscriptions.history("ann")
    told = [(json.loads(row.body)["name"], json.loads(row.body).get("paused", False)) for row in rows]
    assert told == [("new", False), ("old", False), ("old", True), ("old", False)]
    assert [row.ended_at for row in rows[1:]] == [row.begun_at for row in rows[:-1]]


@pytest.mark.parametrize("change", ["pause", "unpause", "find", "row"])
def test_what_is_not_there_cannot_be_changed(desk: Desk, change: str) -> None:
    desk.subscriptions.begin(a_subscription(id="z", owner="ann"), NOW)
    arguments = () if change in ("find", "row") else (NOW,)
    with pytest.raises(ProtocolError, match="subscription_id: expected a subscription of bob, got 'z'"):
        getattr(desk.subscriptions, change)("bob", "z", *arguments)


def test_the_subscriptions_to_a_topic_are_counted(desk: Desk) -> None:
    desk.subscriptions.begin(a_subscription(id="z", owner="ann"), NOW)
    desk.subscriptions.begin(a_subscription(id="z", owner="bob"), NOW)
    desk.subscriptions.begin(a_subscription("WSObservation", id="z", owner="bob"), NOW)
    counts = [desk.subscriptions.count_of_topic(topic) for topic in ("EALocation", "WSObservation", "WFireRSImage")]
    assert counts == [1, 1, 0]


def test_many_are_restored_piece_by_piece(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(7):
        desk.subscriptions.begin(a_subscription(id=f"z{number}"), NOW)
    desk.journal.close()
    monkeypatch.setattr(room, "_RESTORED_AT_ONCE", 3)
    desk.__init__(tmp_path / "journal.sqlite")  # type: ignore[misc]
    assert len(desk.subscriptions) == desk.matched() == 7


def test_no_geometry_is_kept_here(desk: Desk) -> None:
    desk.subscriptions.begin(a_subscription(id="z", zone=a_zone(), filter="Speed > 80"), NOW)
    (live,) = desk.subscriptions.by_handles([next(desk.journal.subscriptions.live()).handle])
    assert {type(getattr(live, name)) for name in type(live).__slots__} <= {str, int, float, type(None)}


def test_the_matchers_numbers_stay_dense_and_speak_of_who_has_them_now(desk: Desk) -> None:
    for day in range(50):
        desk.subscriptions.begin(a_subscription(id="a", owner="ann", name=f"{day}"), NOW)
        desk.subscriptions.begin(a_subscription(id="b", owner="bob", name=f"{day}"), NOW)
        desk.subscriptions.end("ann", "a", NOW)
    matches = desk.matcher.match([an_event(), an_event()])
    found = desk.subscriptions.matched(matches, NOW)
    assert [(row, live.owner, live.name) for row, live, *_ in found] == [(0, "bob", "49"), (1, "bob", "49")]
    assert matches.handles.max() < 2


SOON = SubscriptionOptions(None, Priority.CRITICAL, Sound.SIREN, "#d84315", ends_at=NOW + timedelta(hours=1))


def told(desk: Desk, at: datetime) -> list[str]:
    """Who is told of an event that comes at this moment."""
    return [live.id for _, live, *_ in desk.subscriptions.matched(desk.matcher.match([an_event()]), at)]


def test_options_come_back_after_a_restart(desk: Desk, tmp_path: Path) -> None:
    subscription = a_subscription(owner="ann", options=SOON)
    desk.subscriptions.begin(subscription, NOW)
    desk.journal.close()
    desk.__init__(tmp_path / "journal.sqlite")  # type: ignore[misc]
    assert desk.listed("ann") == [subscription]


def test_from_its_end_on_nothing_is_told_of_it_and_then_it_is_ended(desk: Desk) -> None:
    desk.subscriptions.begin(a_subscription(id="soon", owner="ann", options=SOON), NOW)
    desk.subscriptions.begin(a_subscription(id="stays", owner="ann"), NOW)
    assert SOON.ends_at is not None
    before = SOON.ends_at - timedelta(microseconds=1)
    assert desk.subscriptions.end_due(before) == []
    assert told(desk, before) == ["soon", "stays"]
    assert told(desk, SOON.ends_at) == ["stays"]  # also before anybody has looked for what is due
    assert [live.id for live in desk.subscriptions.end_due(SOON.ends_at + timedelta(seconds=5))] == ["soon"]
    assert [each.id for each in desk.listed("ann")] == ["stays"]
    (row, *_) = [row for row in desk.journal.subscriptions.history("ann") if row.id == "soon"]
    assert row.ended_at == SOON.ends_at
    assert desk.subscriptions.end_due(SOON.ends_at + timedelta(days=1)) == []


def test_what_became_due_while_nobody_served_ends_after_a_restart(desk: Desk, tmp_path: Path) -> None:
    desk.subscriptions.begin(a_subscription(id="soon", owner="ann", options=SOON), NOW)
    desk.journal.close()
    desk.__init__(tmp_path / "journal.sqlite")  # type: ignore[misc]
    assert [live.id for live in desk.subscriptions.end_due(NOW + timedelta(days=1))] == ["soon"]
    assert len(desk.subscriptions) == desk.matched() == 0


def test_one_that_was_changed_to_last_longer_does_not_end_early(desk: Desk) -> None:
    desk.subscriptions.begin(a_subscription(id="soon", owner="ann", options=SOON), NOW)
    longer = replace(SOON, ends_at=NOW + timedelta(hours=3))
    desk.subscriptions.begin(a_subscription(id="soon", owner="ann", options=longer), NOW)
    assert desk.subscriptions.end_due(NOW + timedelta(hours=2)) == []
    assert told(desk, NOW + timedelta(hours=2)) == ["soon"]


def test_an_end_that_has_passed_is_refused(desk: Desk) -> None:
    with pytest.raises(ProtocolError, match="subscription.options.ends_at: expected a moment to come, got '2026-07-01"):
        desk.subscriptions.begin(a_subscription(options=SOON), NOW + timedelta(hours=1))
    assert len(desk.subscriptions) == 0
