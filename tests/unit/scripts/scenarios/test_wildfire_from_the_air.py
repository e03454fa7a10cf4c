"""Wildfire from the air: nine images that grow, of which those over the community are expected by plain geometry."""

from __future__ import annotations

import shapely

from broker_local.protocol.resources import resources_dir
from broker_local.service.images import read_image
from scripts.scenarios.scenario import read_scenario, untimed
from scripts.scenarios.wildfire_from_the_air import BRAGG_CREEK, IGNITION, PASSES, make

SCENARIO = read_scenario(resources_dir() / "scenarios" / "wildfire_from_the_air")
FOOTPRINTS = {event.id: read_image(event.files["RasterFile"], event.id).footprint for event in SCENARIO.events}


def test_nine_passes_cover_the_fire_and_each_is_larger_than_the_last() -> None:
    areas = [FOOTPRINTS[f"all-pass-{number}"] for number in range(1, PASSES + 1)]
    assert all(area.contains(shapely.Point(IGNITION)) for area in areas)
    sizes = [area.area for area in areas]
    assert sizes == sorted(sizes)
    assert sizes[-1] > 3 * sizes[0]


def test_all_are_told_first_and_then_those_that_overlap_the_community() -> None:
    assert BRAGG_CREEK.is_valid
    over = [number for number in range(1, PASSES + 1) if FOOTPRINTS[f"all-pass-{number}"].overlaps(BRAGG_CREEK)]
    assert 2 <= len(over) < PASSES
    first = [f"all-pass-{number}" for number in range(1, PASSES + 1)]
    assert SCENARIO.expected["officer"] == [*first, *(f"community-pass-{number}" for number in over)]
    assert SCENARIO.expected["community"] == [f"{flight}-pass-{n}" for flight in ("all", "community") for n in over]


def test_the_same_images_are_flown_twice() -> None:
    by_id = {event.id: event.files["RasterFile"] for event in SCENARIO.events}
    assert len(set(by_id.values())) == PASSES
    assert all(by_id[f"all-pass-{n}"] == by_id[f"community-pass-{n}"] for n in range(1, PASSES + 1))


def test_the_record_is_what_is_made() -> None:
    made = make()
    assert made.steps == SCENARIO.steps
    assert [(event.at_s, event.id) for event in made.events] == [(event.at_s, event.id) for event in SCENARIO.events]
    assert [untimed(event.feature) for event in made.events] == [event.feature for event in SCENARIO.events]
