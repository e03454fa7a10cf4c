"""Hot and dry: the sums of it by hand."""

from __future__ import annotations

import shapely

from broker_local.protocol.resources import resources_dir
from scripts.scenarios.hot_and_dry import make, park
from scripts.scenarios.scenario import read_scenario

FOLDER = resources_dir() / "scenarios" / "hot_and_dry"
SCENARIO = read_scenario(FOLDER)


def test_ten_sensors_stand_in_the_park_and_one_before_it() -> None:
    places = {
        event.feature["properties"]["SensorID"]: event.feature["geometry"]["coordinates"] for event in SCENARIO.events
    }
    inside = {sensor for sensor, place in places.items() if park().contains(shapely.Point(place))}
    assert len(inside) == 10
    assert set(places) - inside == {"S11"}


def test_every_sensor_reports_every_ten_seconds_within_the_ranges() -> None:
    times: dict[str, list[float]] = {}
    for event in SCENARIO.events:
        said = event.feature["properties"]
        assert 20 <= said["Temperature"] <= 30
        assert 0.05 <= said["Humidity"] <= 0.20
        times.setdefault(said["SensorID"], []).append(event.at_s)
    for moments in times.values():
        assert {round(later - earlier, 1) for earlier, later in zip(moments, moments[1:], strict=False)} == {10.0}


def test_what_is_expected_is_what_is_hot_and_dry_in_the_park() -> None:
    wanted = [
        event.id
        for event in SCENARIO.events
        if event.feature["properties"]["Temperature"] > 27
        and event.feature["properties"]["Humidity"] < 0.08
        and park().contains(shapely.Point(event.feature["geometry"]["coordinates"]))
    ]
    assert SCENARIO.expected["officer"] == wanted
    assert 10 < len(wanted) < len(SCENARIO.events) / 4
    outside = [event for event in SCENARIO.events if event.feature["properties"]["SensorID"] == "S11"]
    assert any(
        e.feature["properties"]["Temperature"] > 27 and e.feature["properties"]["Humidity"] < 0.08 for e in outside
    )


def test_the_record_is_what_is_made() -> None:
    made = make()
    assert (made.events, made.steps) == (SCENARIO.events, SCENARIO.steps)


def test_the_guide_names_the_true_figures() -> None:
    told, said = len(SCENARIO.expected["officer"]), len(SCENARIO.events)
    assert f"{told} of {said} observations" in (FOLDER / "tour.json").read_text("utf-8")


def test_whole_degrees_and_per_cents_as_the_map_writes_them_are_as_hot_and_dry_as_the_filter_says() -> None:
    for event in SCENARIO.events:
        if event.id in SCENARIO.expected["officer"]:
            said = event.feature["properties"]
            assert f"{said['Temperature']:.0f}" > "27"
            assert int(f"{100 * said['Humidity']:.0f}") < 8
