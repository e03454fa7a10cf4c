"""Tests of searching the names of the base map."""

from __future__ import annotations

import pytest

from broker_local.protocol.resources import resources_dir
from rfers_desktop.layers.map_layers import MapLayers
from rfers_desktop.layers.place_names import base_names
from rfers_desktop.layers.search import NameIndex


@pytest.fixture(scope="module")
def index() -> NameIndex:
    return NameIndex(base_names(MapLayers(resources_dir() / "basemap")))


@pytest.mark.parametrize(
    ("text", "title", "kind"),
    [
        ("calgary", "Calgary", "Town"),
        ("jasper national", "Jasper National Park", "Park"),
        ("great bear", "Great Bear Lake", "Lake"),
    ],
)
def test_towns_parks_and_lakes_are_found(index: NameIndex, text: str, title: str, kind: str) -> None:
    best = index.search(text, 5)[0]
    assert (best.title, best.kind) == (title, kind)


def test_a_town_is_where_it_is_and_a_park_has_bounds(index: NameIndex) -> None:
    town, park = index.search("Canmore", 1)[0], index.search("Banff National Park", 1)[0]
    assert abs(town.lon + 115.35) < 0.05
    assert town.bounds is None
    assert park.bounds is not None
    assert park.bounds[0] < -115.57 < park.bounds[2]
