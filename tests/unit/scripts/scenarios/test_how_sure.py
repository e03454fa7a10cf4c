"""How sure: what is certain, what possible and what excluded in the end, and the sums of some by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
import shapely

from broker_local.protocol.resources import resources_dir
from rfers_desktop.degree_text import Sureness, sureness
from scripts.scenarios.expected import with_expected
from scripts.scenarios.how_sure import ASSETS, SENSORS, make, ridge
from scripts.scenarios.scenario import read_scenario, write_scenario

SCENARIO = read_scenario(resources_dir() / "scenarios" / "how_sure")


def in_the_end(user: str) -> dict[str, tuple[float, float]]:
    """By thing: how sure the last word about it is; what is not told is not there."""
    last = {thing: f"{thing}-7" for thing in (*(f"S{n}" for n in range(1, 9)), *(f"E{n}" for n in range(1, 4)))}
    told = {thing: event for thing, event in last.items() if event in SCENARIO.expected[user]}
    found = {}
    for thing, event in told.items():
        (degrees,) = SCENARIO.degrees.get(user, {}).get(event, {"": (1.0, 1.0)}).values()
        found[thing] = (degrees[0], degrees[1])
    return found


def test_in_the_end_some_is_certain_some_possible_and_some_excluded() -> None:
    words = {thing: sureness(necessity) for thing, (_, necessity) in in_the_end("officer").items()}
    certain = [thing for thing, word in words.items() if word is Sureness.CERTAIN]
    assert certain == ["S1", "S2", "E1"]
    assert [thing for thing, word in words.items() if word is not Sureness.CERTAIN] == ["S3", "S4", "S5", "E2"]
    assert {"S6", "S7", "S8", "E3"}.isdisjoint(words)


def test_who_asks_for_what_is_certain_is_told_only_that() -> None:
    assert set(in_the_end("neighbour")) == {"S1", "S2"}
    assert "neighbour" not in SCENARIO.degrees


def test_the_south_shoulder_by_hand() -> None:
    # 28 ± 2.5 °C in hot, which rises from 25 to 30: (30.5 - 25) / 7.5, and 1 - (30 - 25.5) / 7.5.
    # 20 ± 3 % is as dry as can be.
    assert in_the_end("officer")["S3"] == pytest.approx((5.5 / 7.5, 1 - 4.5 / 7.5))


def test_the_lookout_stands_in_the_margin_and_is_as_possible_as_it_is_near() -> None:
    place = shapely.Point(SENSORS[4].place)
    assert not ridge().contains(place)
    possibility, necessity = in_the_end("officer")["S5"]
    assert possibility == necessity
    assert 0.4 < possibility < 0.7


def test_the_poor_fix_is_outside_and_reaches_in() -> None:
    assert not ridge().contains(shapely.Point(ASSETS[1].last))
    possibility, necessity = in_the_end("officer")["E2"]
    assert 0.2 < possibility < 0.8
    assert necessity == 0.0


def test_the_record_is_what_is_made_and_the_oracle_says() -> None:
    made = with_expected(make())
    assert (made.events, made.steps, made.expected) == (SCENARIO.events, SCENARIO.steps, SCENARIO.expected)
    for user, events in made.degrees.items():
        assert list(events) == list(SCENARIO.degrees[user])
        for event, matches in events.items():
            for subscription, degrees in matches.items():
                assert SCENARIO.degrees[user][event][subscription] == pytest.approx(degrees, abs=1e-9)


def test_accuracies_and_degrees_are_read_as_they_are_written(tmp_path: Path) -> None:
    folder = tmp_path / "how_sure"
    write_scenario(SCENARIO, folder)
    assert read_scenario(folder) == SCENARIO
    assert {e.feature.get("accuracy_m") for e in SCENARIO.events if e.topic == "EALocation"} == {6.0, 450.0, 12.0}
