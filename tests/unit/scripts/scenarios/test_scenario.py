"""Scenarios are written and read back whole, and happen in their order."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event_codec import decode_event
from scripts.scenarios.asking import asks, ends
from scripts.scenarios.scenario import (
    Doing,
    Scenario,
    ScenarioEvent,
    Step,
    read_scenario,
    recorded_names,
    untimed,
    write_scenario,
)
from scripts.topic_features import asset_feature, image_feature
from tests.builders import a_zone

AT = datetime(2026, 7, 1, 18, 0, 1, 500_000, tzinfo=UTC)


def an_asset(at_s: float, event_id: str) -> ScenarioEvent:
    return ScenarioEvent(at_s, event_id, "EALocation", untimed(asset_feature((-114.0, 51.0), "E1", 50, AT)))


def a_scenario() -> Scenario:
    image = ScenarioEvent(2.0, "i", "WFireRSImage", untimed(image_feature(b"", AT, "words")), {"RasterFile": b"II*\0"})
    again = ScenarioEvent(4.0, "j", "WFireRSImage", image.feature, image.files)
    steps = [
        asks(1.0, "ann", "s", "A zone", "EALocation", a_zone(), buffer_m=50.0, wanted="Speed > 30"),
        Step(1.0, Doing.LEAVE, "bob"),
        ends(3.0, "ann", "s"),
        Step(3.5, Doing.RESTART),
    ]
    return Scenario("made", "Made", 4.0, [an_asset(1.0, "e"), image, again], steps, {"ann": ["e"], "bob": []})


def test_what_is_written_is_read_and_the_same_file_is_kept_once(tmp_path: Path) -> None:
    scenario = a_scenario()
    write_scenario(scenario, tmp_path / "made")
    assert read_scenario(tmp_path / "made") == scenario
    assert sorted(file.name for file in (tmp_path / "made").iterdir()) == ["i.tif", "scenario.json"]


def test_a_step_comes_before_the_events_of_its_moment() -> None:
    order = [getattr(what, "id", None) or what.doing for what in a_scenario().timeline()]
    assert order == ["subscribe", "leave", "e", "i", "unsubscribe", "restart", "j"]
    assert a_scenario().users == ["ann", "bob"]


def test_an_event_is_played_at_the_present_and_under_the_runs_name() -> None:
    played = an_asset(1.0, "e").at(AT, "run7-")
    event = decode_event(json.dumps(played).encode(), builtin_topics(), AT)
    assert (event.id, event.time) == ("run7-e", AT)


def test_all_recorded_scenarios_can_be_read() -> None:
    assert recorded_names() == ["assets_near_incident", "hot_and_dry", "how_sure", "wildfire_from_the_air"]
