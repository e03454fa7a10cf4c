"""Tests of the base map: what it shows, and from how far."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from broker_local.protocol.resources import resources_dir
from rfers_desktop.geo.features import Features, Kind
from rfers_desktop.layers.base_layers import BASE_LAYERS, FARTHEST, LAND, load_base_layer, with_base_layers
from rfers_desktop.layers.layer_tree import LayerEntry, LayerTree, Source, SourceKind
from rfers_desktop.layers.vector_style import classes_of, symbols_of

FOLDER = resources_dir() / "basemap"
NAMES = [entry.source.address for entry in BASE_LAYERS]


@pytest.mark.parametrize("name", NAMES)
def test_every_layer_is_there_and_fits_its_style(name: str) -> None:
    features = load_base_layer(FOLDER, name)
    style = BASE_LAYERS.entry(f"base.{name}").style
    classes = classes_of(style, features.columns, len(features))
    assert len(features) > 0
    assert (classes >= 0).all()
    assert classes.max() < len(symbols_of(style))
    labels = BASE_LAYERS.entry(f"base.{name}").labels
    assert labels is None or {labels.attribute} | ({labels.priority} - {""}) <= set(features.columns)
    assert (features.columns[FARTHEST] > 0).all()


def named(features: Features, name: str) -> int:
    return int(np.flatnonzero(features.columns["name"] == name)[0])


def test_the_base_map_is_a_few_megabytes() -> None:
    assert sum(file.stat().st_size for file in FOLDER.rglob("*.*")) < 5_000_000


def test_cities_are_seen_from_farther_than_villages_and_quarters() -> None:
    places = load_base_layer(FOLDER, "places")
    farthest = places.columns[FARTHEST]
    assert farthest[named(places, "Calgary")] > farthest[named(places, "Red Deer")] > farthest[named(places, "Banff")]
    assert farthest[named(places, "Bankview")] < farthest[named(places, "Banff")]


@pytest.mark.parametrize(
    ("name", "lon", "lat"), [("Calgary", -114.07, 51.05), ("Jasper", -118.08, 52.88), ("Kamloops", -120.34, 50.67)]
)
def test_towns_are_where_they_are(name: str, lon: float, lat: float) -> None:
    places = load_base_layer(FOLDER, "places")
    assert np.allclose(places.lonlat[named(places, name)], (lon, lat), atol=0.05)


@pytest.mark.parametrize(
    "park",
    ["Jasper", "Banff", "Yoho", "Kootenay", "Waterton Lakes", "Elk Island", "Wood Buffalo", "Mount Revelstoke"],
)
def test_the_national_parks_are_drawn(park: str) -> None:
    parks = load_base_layer(FOLDER, "parks")
    assert parks.kind is Kind.AREA
    assert f"{park} National Park" in parks.columns["name"].tolist()


def test_new_base_layers_join_what_was_remembered_in_their_place() -> None:
    mine = LayerEntry("vector.1", "Mine", Source(SourceKind.VECTOR, "mine.gpkg"))
    gone = LayerEntry("base.gone", "Gone", Source(SourceKind.BASE, "gone"))
    lakes = BASE_LAYERS.changed("base.lakes", is_visible=False).entry("base.lakes")
    tree = with_base_layers(LayerTree((mine, lakes, gone)))
    order = [entry.id for entry in tree]
    assert order[0] == "vector.1"
    assert order[-1] == LAND
    assert "base.gone" not in order
    assert not tree.entry("base.lakes").is_visible
    assert order.index("base.places") < order.index("base.lakes") < order.index("base.parks")
    assert sorted(order) == sorted(["vector.1", *(entry.id for entry in BASE_LAYERS)])


def test_without_memory_the_base_map_is_as_it_was_made() -> None:
    assert with_base_layers(LayerTree()) == BASE_LAYERS


# Where everybody who has been there knows the park to be (lon, lat).
IN_THE_PARKS = {
    "Banff National Park": [(-115.57, 51.18), (-116.18, 51.43)],  # the town, Lake Louise
    "Jasper National Park": [(-118.08, 52.87), (-117.22, 52.22)],  # the town, the Columbia Icefield
    "Yoho National Park": [(-116.49, 51.40)],  # Field
    "Waterton Lakes National Park": [(-113.91, 49.05)],  # the town
    "Wells Gray Provincial Park": [(-120.07, 52.10)],  # Clearwater Lake
    "Yellowstone National Park": [(-110.83, 44.46), (-110.37, 44.42)],  # Old Faithful, the lake
    "Yosemite National Park": [(-119.59, 37.75)],  # the valley
    "Mount Rainier National Park": [(-121.76, 46.85)],
    "Crater Lake National Park": [(-122.11, 42.94)],
    "Grand Canyon National Park": [(-112.11, 36.10)],
}


def test_parks_drawn_by_hand_are_where_they_are_known_to_be() -> None:
    parks = load_base_layer(FOLDER, "parks")
    for name, places in IN_THE_PARKS.items():
        feature = named(parks, name)
        start, end = parks.run_starts[parks.feature_starts[[feature, feature + 1]]]
        ring = shapely.Polygon(parks.lonlat[start:end])
        for place in places:
            assert ring.contains(shapely.Point(place)), (name, place)
        assert not ring.contains(shapely.Point(-114.07, 51.05)), f"{name} in Calgary"


@pytest.mark.parametrize(
    ("highway", "towns"),
    [
        ("Trans-Canada Highway", [(-115.57, 51.18), (-114.07, 51.06), (-120.33, 50.67), (-104.62, 50.45)]),
        ("Okanagan Highway", [(-119.59, 49.49), (-119.74, 49.77), (-119.49, 49.89), (-119.27, 50.26)]),
        ("Interstate 5", [(-122.33, 47.61), (-122.68, 45.52), (-122.39, 40.59), (-118.24, 34.05)]),
        ("Interstate 90", [(-117.43, 47.66), (-113.99, 46.87), (-108.5, 45.78)]),
        ("Interstate 80", [(-119.81, 39.53), (-111.89, 40.76), (-104.82, 41.14)]),
    ],
)
def test_highways_drawn_by_hand_pass_the_towns_on_them(highway: str, towns: list[tuple[float, float]]) -> None:
    highways = load_base_layer(FOLDER, "highways")
    for town in towns:
        distances = []
        for feature in np.flatnonzero(highways.columns["title"] == highway).tolist():
            start, end = highways.run_starts[highways.feature_starts[[feature, feature + 1]]]
            distances.append(shapely.LineString(highways.lonlat[start:end]).distance(shapely.Point(town)))
        assert min(distances) < 0.08, town  # degrees


def test_what_is_drawn_by_hand_says_that_it_is_approximate() -> None:
    for name, other in (("highways", ""), ("rivers", "Fraser River"), ("lakes", "Great Slave Lake")):
        features = load_base_layer(FOLDER, name)
        accuracy = features.columns["accuracy"]
        assert 0 < (accuracy != "").sum() < len(features)
        assert accuracy[named(features, other)] == ""
    assert (load_base_layer(FOLDER, "parks").columns["accuracy"] == "approximate: drawn by hand").all()
