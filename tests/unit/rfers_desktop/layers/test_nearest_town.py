"""Tests of the town that people would name."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from rfers_desktop.geo.features import Kind, of_geometries
from rfers_desktop.layers.nearest_town import NearestTown


@pytest.fixture(scope="module")
def towns() -> NearestTown:
    places = np.array([shapely.Point(place) for place in ((-114.07, 51.05), (-114.12, 51.09), (-113.81, 52.27))])
    columns = {
        "name": np.array(["Calgary", "Capitol Hill", "Red Deer"]),
        "population": np.array([1_300_000.0, 4_000.0, 100_000.0]),
    }
    return NearestTown(of_geometries(Kind.POINT, places, columns))


@pytest.mark.parametrize(
    ("lon", "lat", "name"),
    [(-114.07, 51.06, "Calgary"), (-114.11, 51.08, "Calgary"), (-113.8, 52.3, "Red Deer"), (-60.0, 70.0, "")],
)
def test_the_city_is_named_before_its_suburb_and_nothing_far_away(
    towns: NearestTown, lon: float, lat: float, name: str
) -> None:
    assert towns.name(lon, lat) == name
