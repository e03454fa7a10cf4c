"""Tests of rfers_desktop/layers/analysis.py."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from broker_local.protocol.errors import FilterError, ProtocolError
from rfers_desktop.geo.features import Kind, of_geometries
from rfers_desktop.geo.out_layer import OutLayer, shape_array
from rfers_desktop.geo.road_graph import RoadGraph
from rfers_desktop.layers.analysis import (
    AnalysisLayer,
    Overlay,
    Where,
    as_analysis_layer,
    buffer,
    count_in_zones,
    nearest,
    overlay,
    select_by_attribute,
    select_by_location,
)


def a_layer(name: str, *texts: str | None, **columns: list[object]) -> AnalysisLayer:
    shapes = [None if text is None else shapely.from_wkt(text) for text in texts]
    numbered: dict[str, list[object]] = {"id": list(range(1, len(texts) + 1)), **columns}
    return as_analysis_layer(OutLayer(name, shape_array(shapes), numbered))


ENGINES = a_layer("Engines", "POINT (0 0)", "POINT (0.1 0)", "POINT (1 0)", None, speed=[90, 20, None, 50])
ZONES = a_layer("Zones", "POLYGON ((-1 -1, 0.5 -1, 0.5 1, -1 1, -1 -1))", "POLYGON ((5 5, 6 5, 6 6, 5 5))")


def ids(layer: AnalysisLayer | OutLayer) -> list[object]:
    out = layer.layer if isinstance(layer, AnalysisLayer) else layer
    return list(out.columns["id"])


def test_features_are_selected_by_the_filter_language() -> None:
    assert ids(select_by_attribute(ENGINES, "speed > 30")) == [1, 4]
    assert ids(select_by_attribute(ENGINES, "speed IS NULL")) == [3]
    with pytest.raises(FilterError):
        select_by_attribute(ENGINES, "sped > 30")


@pytest.mark.parametrize(
    ("where", "found"),
    [
        (Where.INTERSECTS, [1, 2]),
        (Where.WITHIN, [1, 2]),
        (Where.CONTAINS, []),
        (Where.APART, [3]),
    ],
)
def test_features_are_selected_by_how_they_lie(where: Where, found: list[int]) -> None:
    assert ids(select_by_location(ENGINES, ZONES, where)) == found


def test_features_are_selected_by_a_distance_on_the_earth() -> None:
    assert ids(select_by_location(ENGINES, ZONES, Where.NEAR, 54_000)) == [1, 2]
    assert ids(select_by_location(ENGINES, ZONES, Where.NEAR, 56_000)) == [1, 2, 3]  # half a degree is 55.66 km
    with pytest.raises(ProtocolError, match="distance"):
        select_by_location(ENGINES, ZONES, Where.NEAR, -1)


def test_buffers_are_geodesic_and_keep_attributes() -> None:
    made = buffer(ENGINES, 10_000, is_dissolved=False)
    assert ids(made) == [1, 2, 3]
    west, south, east, north = made.geometries[0].bounds
    assert (east - west) / 2 == pytest.approx(10_000 / 111_320, rel=0.002)
    assert (north - south) / 2 == pytest.approx(10_000 / 110_574, rel=0.002)


def test_buffers_are_dissolved_into_one() -> None:
    made = buffer(ENGINES, 10_000, is_dissolved=True)
    assert len(made) == 1
    assert made.geometries[0].geom_type == "MultiPolygon"  # two overlap, one lies apart
    assert made.columns["features"] == [3]


def test_an_area_is_shrunk_and_what_is_left_of_nothing_is_left_out() -> None:
    assert ids(buffer(ZONES, -60_000, is_dissolved=False)) == [1]


def test_the_nearest_come_in_order_with_their_distance() -> None:
    things, ways = nearest(shapely.Point(0.08, 0), ENGINES, 2)
    assert ids(things) == [2, 1]
    assert things.columns["straight_m"] == [pytest.approx(2_226.4, abs=1), pytest.approx(8_905.6, abs=1)]
    assert things.columns["road_minutes"] == [None, None]
    assert [way.geom_type for way in ways.geometries] == ["LineString", "LineString"]


def test_along_the_roads_a_farther_one_may_be_nearer() -> None:
    roads = np.array(
        [shapely.LineString([(0.08, 0), (0, 0)]), shapely.LineString([(0.08, 0), (0.08, 1), (0.1, 1), (0.1, 0)])]
    )
    graph = RoadGraph(of_geometries(Kind.LINE, roads, {"rank": np.array([4.0, 4.0])}))
    things, ways = nearest(shapely.Point(0.08, 0), ENGINES, 2, graph)
    assert ids(things)[0] == 1
    assert things.columns["rank"] == [1, 2]
    assert things.columns["road_minutes"][0] == pytest.approx(8.9 / 80 * 60, abs=0.2)
    assert len(ways) == 2


def test_things_are_counted_in_zones() -> None:
    counted = count_in_zones(ZONES, ENGINES)
    assert counted.columns["count"] == [2, 0]
    assert ids(counted) == [1, 2]


@pytest.mark.parametrize(
    ("kind", "area"), [(Overlay.INTERSECTION, 1.0), (Overlay.DIFFERENCE, 3.0), (Overlay.UNION, 7.0)]
)
def test_areas_are_laid_over_each_other(kind: Overlay, area: float) -> None:
    first = a_layer("A", "POLYGON ((0 0, 2 0, 2 2, 0 2, 0 0))")
    second = a_layer("B", "POLYGON ((1 1, 3 1, 3 3, 1 3, 1 1))", "POINT (9 9)")
    made = overlay(first, second, kind)
    assert sum(shape.area for shape in made.geometries) == pytest.approx(area)


def test_areas_that_cross_themselves_are_counted_in_all_around() -> None:
    eight = a_layer("Z", "POLYGON ((0 0, 2 2, 2 0, 0 2, 0 0))")
    assert not eight.shapes[0].is_valid
    inside = a_layer("P", "POINT (0.2 1)", "POINT (1.8 1)", "POINT (1 0.2)")
    assert count_in_zones(eight, inside).columns["count"] == [2]
    for where, found in ((Where.WITHIN, [1, 2]), (Where.APART, [3])):
        assert ids(select_by_location(inside, eight, where)) == found
    holed = a_layer("Z", "MULTIPOLYGON (((0 0, 3 0, 3 3, 0 3, 0 0)), ((1 1, 2 1, 2 2, 1 2, 1 1)))")
    assert count_in_zones(holed, a_layer("P", "POINT (1.5 1.5)")).columns["count"] == [1]


def test_an_overlay_of_nothing_is_told() -> None:
    apart = a_layer("B", "POLYGON ((7 7, 8 7, 8 8, 7 7))")
    with pytest.raises(ProtocolError, match="something is left"):
        overlay(ZONES, apart, Overlay.INTERSECTION)
    with pytest.raises(ProtocolError, match="at least one area"):
        overlay(ENGINES, ZONES, Overlay.UNION)


def test_long_work_tells_how_far_it_is() -> None:
    parts: list[float] = []
    buffer(ENGINES, 100, is_dissolved=False, progress=parts.append)
    assert parts == sorted(parts)
    assert len(parts) == 3
