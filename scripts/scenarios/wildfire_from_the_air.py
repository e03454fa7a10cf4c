"""Scenario: wildfire from the air (thesis 5.2.3): nine thermal images of a growing fire, and a community before it."""

from __future__ import annotations

from datetime import UTC, datetime

import shapely

from broker_local.protocol.operators import Operator
from broker_local.protocol.subscription import Priority
from scripts.simulation.ground import grid_around
from scripts.simulation.terrain import generated_terrain
from scripts.simulation.thermal_images import image_of, pass_over
from scripts.simulation.wildfire import Fire, Wind, spread
from scripts.topic_features import image_feature

from .asking import asks, ends
from .scenario import Scenario, ScenarioEvent, untimed

TITLE = "Wildfire from the air"
OFFICER, COMMUNITY = "officer", "community"
PASSES = 9
IGNITION = (-114.642, 50.950)
# The hamlet of Bragg Creek and its surroundings, drawn by hand: approximate.
BRAGG_CREEK = shapely.Polygon(
    [(-114.592, 50.918), (-114.576, 50.925), (-114.562, 50.942), (-114.555, 50.962), (-114.557, 50.985)]
    + [(-114.568, 50.988), (-114.578, 50.975), (-114.585, 50.955), (-114.594, 50.936), (-114.592, 50.918)]
)
_BRIGHT = "#16c8e0"  # of the zone: it is seen on the dark of an image too
_SEED, _WIND = 523, Wind(262.0, 10.0)
_BURNING_S = 1_800.0  # from pass to pass
_FIRST_S, _EVERY_S, _SECOND_S = 4.0, 8.0, 84.0


def the_fire() -> Fire:
    """A fire in the forest to the west of the hamlet, with the wind towards it."""
    terrain = generated_terrain(grid_around((-114.6, 50.95), 14_000, 10_000, 40.0), _SEED)
    return spread(terrain, [IGNITION], PASSES * _BURNING_S, _WIND, _SEED)


def make() -> Scenario:
    """Nine passes for who asked for all of them; then the same again for who asked for those over the hamlet."""
    fire = the_fire()
    begun = datetime(2026, 7, 1, 21, 0, tzinfo=UTC)
    events = []
    for number in range(1, PASSES + 1):
        burning_s = number * _BURNING_S
        flight = pass_over(fire, burning_s, heading_deg=82.0 if number % 2 else 262.0)
        image = {"RasterFile": image_of(fire, burning_s, flight, seed=_SEED + number)}
        hectares = fire.burnt_area_m2(burning_s) / 10_000
        words = f"Pass {number} of {PASSES}: {hectares:,.0f} ha, wind from the west at {_WIND.speed_m_s * 3.6:.0f} km/h"
        said = untimed(image_feature(b"", begun, words))
        for prefix, first_s in (("all", _FIRST_S), ("community", _SECOND_S)):
            at_s = first_s + (number - 1) * _EVERY_S
            events.append(ScenarioEvent(at_s, f"{prefix}-pass-{number}", "WFireRSImage", said, image))
    events.sort(key=lambda event: event.at_s)
    over = ("WFireRSImage", BRAGG_CREEK, Operator.OVERLAP)
    steps = [
        asks(0.0, OFFICER, "all-images", "All thermal images", "WFireRSImage", priority=Priority.LOW),
        asks(0.0, COMMUNITY, "bragg-creek", "Images over Bragg Creek", *over),
        ends(_SECOND_S - 4.0, OFFICER, "all-images"),
        asks(
            *(_SECOND_S - 4.0, OFFICER, "over-bragg-creek", "Images over Bragg Creek", *over),
            priority=Priority.LOW,
            colour=_BRIGHT,
        ),
    ]
    return Scenario("wildfire_from_the_air", TITLE, events[-1].at_s, events, steps)
