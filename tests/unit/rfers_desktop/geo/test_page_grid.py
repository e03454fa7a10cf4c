"""Tests of the grid of a printed map."""

from __future__ import annotations

import numpy as np
import pytest

from rfers_desktop.geo.page_grid import Edge, GridKind, PageGrid, page_grid
from rfers_desktop.geo.projections import WEB_MERCATOR, Bounds, Projection, canada_lambert, utm_for

CALGARY = (-114.6, 50.7, -113.6, 51.3)


def degrees_on(projection: Projection, bounds: Bounds) -> PageGrid:
    grid = page_grid(projection, bounds)
    assert grid is not None
    return grid


@pytest.mark.parametrize("projection", [WEB_MERCATOR, utm_for(-114, 51), canada_lambert()], ids=lambda p: p.name)
@pytest.mark.parametrize("area", [CALGARY, (-125.0, 48.0, -105.0, 60.0)])
def test_ticks_are_where_their_meridian_or_parallel_meets_the_edge(
    projection: Projection, area: tuple[float, float, float, float]
) -> None:
    bounds = projection.bounds_to_map(area)
    x_min, y_min, x_max, y_max = bounds
    grid = degrees_on(projection, bounds)
    assert len(grid.ticks) >= 8
    levels = {Edge.LEFT: x_min, Edge.RIGHT: x_max, Edge.TOP: y_max, Edge.BOTTOM: y_min}
    for tick in grid.ticks:
        is_side = tick.edge in (Edge.LEFT, Edge.RIGHT)
        place = (levels[tick.edge], tick.at) if is_side else (tick.at, levels[tick.edge])
        lon, lat = projection.point_to_lonlat(*place)
        degrees = _degrees(tick.text)
        assert (lat if is_side else lon) == pytest.approx(degrees, abs=0.002)


def test_on_mercator_every_line_is_straight_and_labelled_on_both_sides() -> None:
    grid = degrees_on(WEB_MERCATOR, WEB_MERCATOR.bounds_to_map(CALGARY))
    assert all(np.ptp(line, axis=0).min() < 1e-6 for line in grid.lines)
    texts = {edge: [tick.text for tick in grid.ticks if tick.edge is edge] for edge in Edge}
    assert texts[Edge.TOP] == texts[Edge.BOTTOM]
    assert texts[Edge.LEFT] == texts[Edge.RIGHT]
    assert len(grid.lines) == len(texts[Edge.TOP]) + len(texts[Edge.LEFT])


def test_lines_reach_across_the_frame() -> None:
    bounds = canada_lambert().bounds_to_map((-120.0, 49.0, -110.0, 60.0))
    grid = degrees_on(canada_lambert(), bounds)
    assert any(line[:, 1].min() < bounds[1] and line[:, 1].max() > bounds[3] for line in grid.lines)


@pytest.mark.parametrize("projection", [WEB_MERCATOR, utm_for(-114, 51), canada_lambert()], ids=lambda p: p.name)
def test_a_metric_grid_is_of_round_metres_of_the_zone_and_says_its_datum(projection: Projection) -> None:
    bounds = projection.bounds_to_map(CALGARY)
    grid = page_grid(projection, bounds, GridKind.UTM)
    assert grid is not None
    assert grid.name == "WGS 84 / UTM zone 11N"
    assert len(grid.ticks) >= 8
    zone, levels = utm_for(-114.1, 51), dict(zip((Edge.LEFT, Edge.BOTTOM, Edge.RIGHT, Edge.TOP), bounds))
    for tick in grid.ticks:
        is_side = tick.edge in (Edge.LEFT, Edge.RIGHT)
        place = (levels[tick.edge], tick.at) if is_side else (tick.at, levels[tick.edge])
        easting, northing = zone.point_to_map(*projection.point_to_lonlat(*place))
        metres, way = tick.text.split()
        assert (easting if way == "E" else northing) == pytest.approx(float(metres.replace(",", "")), abs=60)
        assert float(metres.replace(",", "")) % 5_000 == 0


def test_a_grid_of_the_maps_own_metres_is_straight() -> None:
    projection = canada_lambert()
    grid = page_grid(projection, projection.bounds_to_map(CALGARY), GridKind.PROJECT)
    assert grid is not None
    assert grid.name == projection.name
    assert all(np.ptp(line, axis=0).min() < 1e-6 for line in grid.lines)


def test_an_area_too_wide_for_a_zone_has_degrees_and_no_grid_is_none() -> None:
    country = WEB_MERCATOR.bounds_to_map((-140.0, 42.0, -55.0, 70.0))
    grid = page_grid(WEB_MERCATOR, country, GridKind.UTM)
    assert grid is not None
    assert grid.name == "WGS 84"
    assert page_grid(WEB_MERCATOR, country, GridKind.NONE) is None


def _degrees(text: str) -> float:
    number, side = text[:-1].strip(), text[-1]
    parts = [float(part) for part in number.replace("°", " ").replace("′", " ").replace("″", " ").split()]
    value = sum(part / 60**index for index, part in enumerate(parts))
    return -value if side in "WS" else value
