"""Strips along closed paths: all that is within reach on the right, and nothing beyond reach."""

import numpy as np
import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.matching.spatial.antimeridian import cut
from broker_local.matching.spatial.geodesic_strips import strips
from tests.geodesic_distance import WGS84, Floats, distances_m, outline

# Without discs' outsets, corners of arcs are at the full distance and the edges between them dip 0.054 % inside it.
DIP = 0.0007


def ring(lon: float, lat: float, half_deg: float) -> shapely.Polygon:
    """An L, to have a corner that turns the other way, clockwise: its inside is on its right."""
    corners = np.array([(-1, -1), (-1, 1), (0, 1), (0, 0), (1, 0), (1, -1), (-1, -1)])
    wider = 1.0 / np.cos(np.radians(lat))
    return shapely.Polygon(corners * [half_deg * wider, half_deg] + [lon, lat])


def strip(paths: list[Floats], reach_m: float) -> BaseGeometry:
    shapes = strips(paths, reach_m)
    assert shapely.is_valid(shapes).all()
    return shapely.union_all(cut(shapes))


def places_round(area: BaseGeometry, reach_m: float) -> Floats:
    rng = np.random.default_rng(8)
    xy = shapely.get_coordinates(shapely.segmentize(area, area.length / 60))
    shares = rng.choice([0.3, 0.9, 0.998, 1.001, 1.1], len(xy))
    lon, lat, _ = WGS84.fwd(xy[:, 0], xy[:, 1], rng.uniform(0, 360, len(xy)), shares * reach_m)
    return np.stack([lon, lat], axis=1)


@pytest.mark.parametrize("reach_m", [1.0, 3_000.0, 500_000.0])
@pytest.mark.parametrize("lat", [0.0, 51.0, -84.0, 88.0])
@pytest.mark.parametrize("size", [0.5, 5.0])
def test_the_inside_rim_of_a_ring_is_covered_and_nothing_out_of_reach(lat: float, reach_m: float, size: float) -> None:
    area = ring(40.0, lat, min(np.degrees(size * reach_m / 6.4e6), (90 - abs(lat)) / 2, 20.0))
    covered = strip([shapely.get_coordinates(area)], reach_m)
    places = places_round(area, reach_m)
    share = distances_m(places, area) / reach_m
    has_it = shapely.intersects_xy(covered, places[:, 0], places[:, 1])
    is_inside = shapely.intersects_xy(area, places[:, 0], places[:, 1])
    assert has_it[is_inside & (share < 1.0 - DIP)].all()
    assert not has_it[share > 1.0 + DIP].any()
    assert (share < 1.0 - DIP).any()
    assert (share > 1.0 + DIP).any()


def test_a_path_there_and_back_is_covered_on_both_sides_and_round_its_ends() -> None:
    there = np.array([(10.0, 50.0), (10.1, 50.02)])
    covered = strip([np.concatenate([there, there[-2::-1]])], 2_000.0)
    line = shapely.LineString(there)
    places = places_round(line, 2_000.0)
    share = distances_m(places, line) / 2_000.0
    sure = np.abs(share - 1.0) > DIP
    assert (shapely.intersects_xy(covered, places[:, 0], places[:, 1]) == (share < 1.0))[sure].all()


def test_where_a_path_turns_back_its_end_is_covered_whatever_its_direction() -> None:
    rng = np.random.default_rng(9)
    ends = rng.uniform([-170.0, -80.0], [170.0, 80.0], (300, 2))
    starts = ends + rng.uniform(-0.05, 0.05, (300, 2))
    for start, end in zip(starts, ends, strict=True):
        covered = strip([np.stack([start, end, start])], 500.0)
        azimuth, _, _ = WGS84.inv(*start, *end)
        lon, lat, _ = WGS84.fwd(end[0], end[1], azimuth, 490.0)
        assert shapely.intersects_xy(covered, lon, lat)


def test_near_a_pole_the_outline_has_no_dents() -> None:
    there = np.array([(20.0, 88.0), (100.0, 87.0)])
    line = shapely.LineString(there)
    covered = strip([np.concatenate([there, there[-2::-1]])], 300_000.0)
    share = distances_m(outline(covered, most=2_000), line) / 300_000.0
    assert np.abs(share - 1.0).max() < DIP


def test_far_from_the_poles_nothing_on_the_left_is_covered() -> None:
    area = ring(10.0, 50.0, 0.1)
    covered = strip([shapely.get_coordinates(area)], 500.0)
    assert covered.difference(area).area < 1e-6 * covered.area


def test_each_edge_far_from_the_poles_is_one_strip() -> None:
    area = ring(10.0, 50.0, 0.1)
    assert len(strips([shapely.get_coordinates(area)], 500.0)) == 6


def test_paths_are_covered_each_on_their_own() -> None:
    paths = [shapely.get_coordinates(ring(lon, 20.0, 0.1)) for lon in (10.0, 11.0)]
    both = strip(paths, 800.0)
    assert both.symmetric_difference(strip(paths[:1], 800.0) | strip(paths[1:], 800.0)).area == pytest.approx(
        0.0, abs=1e-12
    )
    assert len(shapely.get_parts(both)) == 2


def test_a_long_edge_is_cut_so_that_its_far_side_keeps_the_distance() -> None:
    there = np.array([(-40.0, 60.0), (40.0, 60.0)])  # a parallel: far from any geodesic
    covered = strip([np.concatenate([there, there[-2::-1]])], 200_000.0)
    line = shapely.LineString(there)
    places = places_round(line, 200_000.0)
    share = distances_m(places, line) / 200_000.0
    sure = np.abs(share - 1.0) > DIP
    assert (shapely.intersects_xy(covered, places[:, 0], places[:, 1]) == (share < 1.0))[sure].all()
