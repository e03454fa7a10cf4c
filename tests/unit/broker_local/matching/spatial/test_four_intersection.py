"""Algorithm 1 finds the eight relations, errs where points are too sparse, and errs less the denser they are."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from broker_local.matching.spatial.codes import CODE, CONVERSE, RELATIONS
from broker_local.matching.spatial.four_intersection import (
    density,
    error_rate,
    find_relation,
    find_relations,
    rings_of,
)
from broker_local.matching.spatial.relations import relations_between
from broker_local.protocol.operators import Relation
from tests.random_regions import Geometries, lattice_rectangles, stars


def ring(*corners: tuple[float, float]) -> np.ndarray:
    return np.array([*corners, corners[0]], dtype=float)


def square(x: float, y: float, side: float) -> np.ndarray:
    return ring((x, y), (x + side, y), (x + side, y + side), (x, y + side))


def pairs_of_stars(seed: int, count: int) -> tuple[Geometries, Geometries]:
    rng = np.random.default_rng(seed)
    regions = stars(rng, 2 * count, vertices=10)
    regions = regions[shapely.is_valid(regions)]
    half = len(regions) // 2
    return regions[:half], regions[half : 2 * half]


CASES = [
    (square(0, 0, 4), square(6, 0, 4), Relation.DISJOINT),
    (square(0, 0, 4), square(4, 0, 4), Relation.MEETS),
    (square(0, 0, 4), square(4, 4, 4), Relation.MEETS),  # at one corner
    (square(0, 0, 4), square(2, 1, 4), Relation.OVERLAPS),
    (square(0, 0, 4), square(0, 0, 4), Relation.EQUALS),
    (square(1, 1, 2), square(0, 0, 4), Relation.INSIDE),
    (square(0, 0, 4), square(1, 1, 2), Relation.CONTAINS),
    (square(0, 0, 4), square(0, 1, 2), Relation.COVERS),
    (square(0, 1, 2), square(0, 0, 4), Relation.COVERED_BY),
]


@pytest.mark.parametrize(("a", "b", "expected"), CASES)
@pytest.mark.parametrize("per_unit", [5.0, 100.0])
def test_each_of_the_eight_relations_is_found(
    a: np.ndarray, b: np.ndarray, expected: Relation, per_unit: float
) -> None:
    assert find_relation(a, b, per_unit) is expected
    assert find_relation(b, a, per_unit) is CONVERSE[expected]


def test_regions_that_cross_between_their_corners_are_told_apart_only_by_points_in_between() -> None:
    upright, level = ring((4, 0), (6, 0), (6, 10), (4, 10)), ring((0, 4), (10, 4), (10, 6), (0, 6))
    assert find_relation(upright, level, 0.0, has_halo=False) is Relation.DISJOINT
    assert find_relation(upright, level, 2.0, has_halo=False) is Relation.OVERLAPS


def test_the_halo_takes_what_is_within_half_a_step_for_touching() -> None:
    left = square(0, 0, 4)
    for gap, expected in ((0.04, Relation.MEETS), (0.06, Relation.DISJOINT)):
        assert find_relation(left, square(4 + gap, 0, 4), 10.0) is expected  # points 0.1 apart
        assert find_relation(left, square(4 + gap, 0, 4), 10.0, has_halo=False) is Relation.DISJOINT


def test_the_halo_finds_touching_boundaries_that_no_point_hits() -> None:
    events = lattice_rectangles(np.random.default_rng(1), 1500, 4)
    zones = lattice_rectangles(np.random.default_rng(2), 1500, 4)
    assert error_rate(events, zones, 8.3) == 0.0
    assert error_rate(events, zones, 8.3, has_halo=False) > 0.1


@pytest.mark.parametrize("has_halo", [True, False])
def test_the_error_shrinks_as_density_grows(has_halo: bool) -> None:
    events, zones = pairs_of_stars(3, 1500)
    rates = [error_rate(events, zones, density(points, 6, 6), has_halo) for points in (0, 100, 400, 1600, 6400)]
    assert rates == sorted(rates, reverse=True)
    assert rates[0] > 0.02
    assert rates[-1] < 0.005


def test_the_error_rate_is_the_share_of_relations_that_differ_from_the_exact_ones() -> None:
    events, zones = pairs_of_stars(4, 300)
    rows = np.arange(len(events))
    found = find_relations(rings_of(events), rings_of(zones), rows, rows, 20.0)
    differing = np.count_nonzero(found != relations_between(events, zones))
    assert error_rate(events, zones, 20.0) == differing / len(events) > 0


def test_asking_the_other_way_round_gives_the_converse() -> None:
    events, zones = pairs_of_stars(5, 500)
    a, b, rows = rings_of(events), rings_of(zones), np.arange(len(events))
    there, back = find_relations(a, b, rows, rows, 30.0), find_relations(b, a, rows, rows, 30.0)
    assert [CODE[CONVERSE[RELATIONS[code]]] for code in there] == back.tolist()


def test_any_rows_can_be_paired() -> None:
    regions = rings_of(np.array([shapely.box(0, 0, 4, 4), shapely.box(1, 1, 2, 2)], dtype=object))
    codes = find_relations(regions, regions, np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]), 10.0)
    expected = [Relation.EQUALS, Relation.CONTAINS, Relation.INSIDE, Relation.EQUALS]
    assert [RELATIONS[code] for code in codes] == expected


def test_density_counts_points_per_half_length_of_the_universe() -> None:
    assert density(2000, 500, 500) == 2.0


@pytest.mark.parametrize(
    "region",
    [
        shapely.box(0, 0, 3, 3).difference(shapely.box(1, 1, 2, 2)),
        shapely.MultiPolygon([shapely.box(0, 0, 1, 1), shapely.box(2, 2, 3, 3)]),
    ],
)
def test_regions_with_holes_or_parts_are_refused(region: shapely.Geometry) -> None:
    with pytest.raises(ValueError, match="one piece without holes"):
        rings_of(np.array([region], dtype=object))
