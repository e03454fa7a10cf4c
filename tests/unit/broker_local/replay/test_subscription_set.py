"""Sets of subscriptions: of the archive then and now, and of a file that is checked as a desk's would be."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.json_text import write_json
from broker_local.protocol.requests import Pause, Subscribe, Unsubscribe
from broker_local.protocol.subscription import SubscriptionOptions
from broker_local.protocol.subscription_codec import subscription_to_object
from broker_local.replay.archive import archive
from broker_local.replay.journal_source import SubscriptionRow, micros
from broker_local.replay.manifest import Manifest, read_manifest
from broker_local.replay.question import AS_THEY_WERE, LIVE
from broker_local.replay.subscription_set import ALWAYS, newest_topics, pack, subscription_set, together, unpack
from broker_local.replay.subscription_table import read_subscriptions, subscription_file
from tests.builders import a_subscription, a_zone, an_event
from tests.recorded_traffic import NOON, TALLER_FLOODS, Traffic, traffic


@pytest.fixture(scope="module")
def archived(hour: Traffic, tmp_path_factory: pytest.TempPathFactory) -> Path:
    to = tmp_path_factory.mktemp("archived")
    archive(hour.path, to, builtin_topics(), NOON)
    return to


def test_as_they_were_has_all_that_were_not_paused_with_their_moments(archived: Path) -> None:
    manifest = read_manifest(archived)
    every = read_subscriptions(archived, manifest).to_pylist()
    rows = subscription_set(AS_THEY_WERE, archived, manifest).to_pylist()
    assert [row["handle"] for row in rows] == [row["handle"] for row in every if not row["is_paused"]]
    assert {row["ended"] == ALWAYS[1] for row in rows} == {True, False}
    assert all(row["begun"] < row["ended"] for row in rows)


def test_live_has_those_that_have_not_ended_and_for_all_time(archived: Path) -> None:
    manifest = read_manifest(archived)
    every = read_subscriptions(archived, manifest).to_pylist()
    rows = subscription_set(LIVE, archived, manifest).to_pylist()
    expected = [row["handle"] for row in every if row["ended_at"] is None and not row["is_paused"]]
    assert [row["handle"] for row in rows] == expected
    assert {(row["begun"], row["ended"]) for row in rows} == {ALWAYS}


def test_live_is_as_the_journal_has_it_now_if_it_is_the_archives_own(tmp_path: Path) -> None:
    with traffic(tmp_path / "data") as to:
        to.publish(an_event(id="one"))
        to.ask("ann", Subscribe(to.request_id(), a_subscription(id="old", owner="ann")))
        archive(to.path, tmp_path / "archive", builtin_topics(), NOON)
        to.ask("ann", Subscribe(to.request_id(), a_subscription(id="new", owner="ann")))
        to.ask("ann", Subscribe(to.request_id(), a_subscription(id="paused", owner="ann")))
        to.ask("ann", Pause(to.request_id(), "paused"))
        to.ask("ann", Unsubscribe(to.request_id(), "old"))
        manifest = read_manifest(tmp_path / "archive")
        where = (tmp_path / "archive", manifest, to.path)
        assert subscription_set(LIVE, *where)["subscription_id"].to_pylist() == ["new"]
        assert subscription_set(LIVE, *where[:2])["subscription_id"].to_pylist() == ["old"]
        assert subscription_set(AS_THEY_WERE, *where)["subscription_id"].to_pylist() == ["old"]
    with traffic(tmp_path / "other") as other:
        other.publish(an_event(id="another", speed=1.0))
        assert subscription_set(LIVE, *where[:2], other.path)["subscription_id"].to_pylist() == ["old"]


@pytest.mark.parametrize("form", ["one", "list", "named"])
def test_drafts_come_from_a_file(archived: Path, tmp_path: Path, form: str) -> None:
    draft = subscription_to_object(a_subscription(id="d1", zone=a_zone(), buffer_m=50.0, filter="Speed > 9"))
    del draft["owner"]
    value = {"one": draft, "list": [draft], "named": {"subscriptions": [draft]}}[form]
    (tmp_path / "draft.json").write_text(json.dumps(value))
    (row,) = subscription_set(str(tmp_path / "draft.json"), archived, read_manifest(archived)).to_pylist()
    assert (row["owner"], row["subscription_id"], row["filter"], row["buffer_m"]) == ("draft", "d1", "Speed > 9", 50.0)
    assert (row["begun"], row["ended"]) == ALWAYS


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"filter": "Sped > 9"}, "did you mean 'Speed'"),
        ({"topic": "EALocations"}, "did you mean 'EALocation'"),
        ({"paused": True}, "at least one that is not paused"),
    ],
)
def test_a_wrong_draft_is_refused(archived: Path, tmp_path: Path, change: dict[str, object], words: str) -> None:
    (tmp_path / "draft.json").write_text(json.dumps(subscription_to_object(a_subscription()) | change))
    with pytest.raises(ProtocolError, match=words):
        subscription_set(str(tmp_path / "draft.json"), archived, read_manifest(archived))


def test_two_drafts_of_one_name_and_no_file_are_refused(archived: Path, tmp_path: Path) -> None:
    (tmp_path / "draft.json").write_text(json.dumps([subscription_to_object(a_subscription(id="a"))] * 2))
    with pytest.raises(ProtocolError, match="an id that its owner uses once"):
        subscription_set(str(tmp_path / "draft.json"), archived, read_manifest(archived))
    with pytest.raises(ProtocolError, match="as-they-were, live, or a file"):
        subscription_set("nowhere.json", archived, read_manifest(archived))


def test_two_sets_are_told_apart_and_travel_as_bytes(archived: Path) -> None:
    manifest = read_manifest(archived)
    now, then = (subscription_set(which, archived, manifest) for which in (LIVE, AS_THEY_WERE))
    table = unpack(pack(together(now, then)))
    assert table["place"].to_pylist() == list(range(len(now) + len(then)))
    assert table["set"].to_pylist() == [0] * len(now) + [1] * len(then)
    assert together(now, None)["set"].to_pylist() == [0] * len(now)


def test_topics_are_as_they_were_last(archived: Path) -> None:
    assert newest_topics(read_manifest(archived))["Floods"] == TALLER_FLOODS
    assert newest_topics(Manifest()) == {}


def test_one_that_ends_by_itself_is_in_force_until_then_whether_or_not_the_journal_has_ended_it(tmp_path: Path) -> None:
    moment = datetime(2026, 7, 1, 12, tzinfo=UTC)
    made = a_subscription(options=SubscriptionOptions(ends_at=moment))
    rows = [
        SubscriptionRow(handle, made.owner, made.id, write_json(subscription_to_object(made)), 5, ended_at)
        for handle, ended_at in enumerate((None, micros(moment) - 7))
    ]
    manifest = subscription_file(tmp_path, Manifest(), rows)
    assert subscription_set(AS_THEY_WERE, tmp_path, manifest)["ended"].to_pylist() == [
        micros(moment),
        micros(moment) - 7,
    ]
