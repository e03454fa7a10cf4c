"""Tests of generalising features for each scale."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray

from rfers_desktop.geo.features import Kind, of_geometries
from rfers_desktop.geo.shape_levels import ShapeLevels


def as_it_is(lonlat: NDArray[np.float64]) -> NDArray[np.float64]:
    return lonlat


def a_coast(count: int = 2000) -> NDArray[np.float64]:
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False)
    radius = 1000 + 3 * np.sin(angles * 300)
    return np.column_stack((np.cos(angles), np.sin(angles))) * radius[:, None]


def areas(*rings: NDArray[np.float64]) -> ShapeLevels:
    return ShapeLevels(of_geometries(Kind.AREA, np.array([shapely.Polygon(ring) for ring in rings])), as_it_is)


def test_a_far_view_has_far_fewer_positions_within_a_pixel() -> None:
    levels = areas(a_coast())
    far = levels.level(16.0)
    assert len(far.xy) < len(levels.full.xy) / 5
    apart = shapely.hausdorff_distance(shapely.LineString(far.xy), shapely.LineString(levels.full.xy), densify=0.01)
    assert apart < 16.0
    assert (far.xy[0] == far.xy[-1]).all()


def test_a_near_view_has_all_positions() -> None:
    levels = areas(a_coast())
    assert levels.level(0.01) is levels.full
    assert len(levels.full.xy) >= 2000


def test_an_island_smaller_than_a_pixel_is_not_drawn() -> None:
    levels = areas(a_coast(), np.array([(0, 0), (1, 0), (1, 1), (0, 0)]))
    assert levels.level(16.0).feature.tolist() == [0]
    assert levels.level(0.1).feature.tolist() == [0, 1]


def test_of_points_on_one_pixel_the_first_stays() -> None:
    places = shapely.points([(0.0, 0.0), (0.1, 0.1), (50.0, 50.0)])
    levels = ShapeLevels(of_geometries(Kind.POINT, np.asarray(places)), as_it_is)
    assert levels.level(10.0).feature.tolist() == [0, 2]
    assert levels.full.feature.tolist() == [0, 1, 2]


def test_runs_are_found_by_bounds_and_taken_out() -> None:
    lines = np.array([shapely.LineString([(0, 0), (1, 1)]), shapely.LineString([(5, 5), (6, 6), (7, 5)])])
    full = ShapeLevels(of_geometries(Kind.LINE, lines), as_it_is).full
    assert full.runs_in((4, 4, 9, 9)).tolist() == [1]
    xy, starts = full.taken(np.array([1, 0]))
    assert starts.tolist() == [0, 3, 5]
    assert xy.tolist() == [[5, 5], [6, 6], [7, 5], [0, 0], [1, 1]]


def test_runs_that_the_projection_cannot_show_are_left_out() -> None:
    def half(lonlat: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.where(lonlat > 4, np.inf, lonlat)

    lines = np.array([shapely.LineString([(0, 0), (9, 9)]), shapely.LineString([(1, 1), (2, 2)])])
    full = ShapeLevels(of_geometries(Kind.LINE, lines), half).full
    assert full.feature.tolist() == [1]
    assert full.xy.tolist() == [[1, 1], [2, 2]]


def test_a_level_is_made_once() -> None:
    levels = areas(a_coast())
    assert levels.level(16.0) is levels.level(17.0)
