"""Tests of making the base map: what is done with the data once it is there."""

from __future__ import annotations

import json

import numpy as np
import pytest
import shapely

from broker_local.protocol.resources import resources_dir
from scripts.make_basemap import _smooth, _within_a_larger_one, parks, sea_names

BY_HAND = resources_dir() / "basemap" / "by_hand"


def test_a_smooth_line_goes_through_all_places() -> None:
    path = [[0.0, 0.0], [1.0, 2.0], [3.0, 2.0], [4.0, 0.0]]
    line = _smooth(path)
    assert line[::4].tolist() == path
    assert len(line) == 13
    ring = _smooth(path, is_closed=True)
    assert len(ring) == 16
    assert ring[::4].tolist() == path


def test_a_place_near_to_a_city_three_times_as_large_is_a_quarter() -> None:
    lonlat = np.array([(-114.0, 51.0), (-114.05, 51.0), (-114.05, 51.02), (-110.0, 51.0)])
    assert _within_a_larger_one(lonlat, np.array([900_000.0, 400_000.0, 9_000.0, 9_000.0])).tolist() == [
        False,
        False,
        True,
        False,
    ]


@pytest.mark.parametrize("name", ["parks", "highways", "waters", "regions"])
def test_what_is_drawn_by_hand_says_so(name: str) -> None:
    assert json.loads((BY_HAND / f"{name}.json").read_text("utf-8"))["about"]


def test_the_parks_are_whole_areas_in_the_west() -> None:
    drawn = json.loads((BY_HAND / "parks.json").read_text("utf-8"))
    for name, ring in drawn["parks"].items():
        assert shapely.Polygon(ring).is_valid, name
        assert -142 < ring[0][0] < -98, name
    assert len(parks(drawn)) == len(drawn["parks"])


def test_oceans_are_named_from_farther_than_seas() -> None:
    seas = sea_names({"Pacific Ocean": [-134.0, 46.0], "Hudson Bay": [-85.0, 59.0]})
    assert seas.columns["class"].tolist() == ["ocean", "sea"]
