"""The relation of two boxes is that of the rectangles, and table 2 as corrected leaves out nothing that can happen."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from broker_local.matching.spatial import exact
from broker_local.matching.spatial.box_relations import ALLOWED, boxes_allow, relations_of_boxes
from broker_local.matching.spatial.codes import RELATIONS, TESTS, Test
from broker_local.protocol.operators import Operator, Relation
from tests.random_regions import lattice_rectangles, lattice_regions, mixed_regions

L_SHAPE = shapely.Polygon([(0, 0), (3, 0), (3, 3), (2, 3), (2, 2), (0, 2)])  # its inward corner is (2, 2)
COVERED = shapely.Polygon([(2, 2), (1, 1), (2, 0.5), (2.5, 1)])  # inside the L but for its inward corner
RISING = shapely.MultiPolygon([shapely.box(0, 0, 1, 1), shapely.box(3, 3, 4, 4)])
FALLING = shapely.MultiPolygon([shapely.box(0, 3, 1, 4), shapely.box(3, 0, 4, 1)])

# Konstantinidis 2011, table 2, as printed.
PRINTED = {
    Relation.DISJOINT: frozenset(Relation) - {Relation.EQUALS},
    Relation.MEETS: frozenset(Relation) - {Relation.DISJOINT},
    Relation.OVERLAPS: frozenset(Relation) - {Relation.DISJOINT, Relation.MEETS},
    Relation.INSIDE: frozenset({Relation.INSIDE}),
    Relation.CONTAINS: frozenset({Relation.CONTAINS}),
    Relation.COVERED_BY: frozenset({Relation.COVERED_BY, Relation.EQUALS}),
    Relation.COVERS: frozenset({Relation.COVERS, Relation.EQUALS}),
    Relation.EQUALS: frozenset({Relation.EQUALS}),
}


def relation_of_boxes(event: shapely.Geometry, zone: shapely.Geometry) -> Relation:
    return RELATIONS[relations_of_boxes(shapely.bounds([event]), shapely.bounds([zone]))[0]]


def relation(event: shapely.Geometry, zone: shapely.Geometry) -> Relation:
    return exact.relation_of_matrix(shapely.relate(event, zone))


def test_boxes_relate_as_their_rectangles_do() -> None:
    rng = np.random.default_rng(1)
    events, zones = lattice_rectangles(rng, 4000, 4), lattice_rectangles(rng, 4000, 4)
    given = relations_of_boxes(shapely.bounds(events), shapely.bounds(zones))
    expected = [relation(event, zone) for event, zone in zip(events, zones)]
    assert [RELATIONS[code] for code in given] == expected
    assert set(expected) == set(Relation)


def test_coordinates_one_bit_apart_are_told_apart() -> None:
    after_one = np.nextafter(1.0, 2.0)
    zone = np.array([[0.0, 0.0, 1.0, 1.0]])
    cases = [
        ((after_one, 0.0, 2.0, 1.0), Relation.DISJOINT),
        ((1.0, 0.0, 2.0, 1.0), Relation.MEETS),
        ((0.0, 0.0, after_one, 1.0), Relation.COVERS),
        ((0.5, 0.5, 1.0, 0.6), Relation.COVERED_BY),
        ((0.5, 0.5, np.nextafter(1.0, 0.0), 0.6), Relation.INSIDE),
    ]
    for event, expected in cases:
        assert RELATIONS[relations_of_boxes(np.array([event]), zone)[0]] is expected


def test_a_box_without_an_area_still_lies_within_another() -> None:
    zone = np.array([[0.0, 0.0, 1.0, 1.0]])
    point, edge = np.array([[0.5, 0.5, 0.5, 0.5]]), np.array([[0.0, 1.0, 1.0, 1.0]])
    assert boxes_allow(Operator.CONTAIN, point, zone)[0]
    assert boxes_allow(Operator.CONTAIN, edge, zone)[0]
    assert boxes_allow(Operator.WITHIN, zone, point)[0]
    assert not boxes_allow(Operator.CONTAIN, point + 1, zone)[0]


@pytest.mark.parametrize("test", TESTS)
def test_boxes_never_rule_out_a_test_that_holds(test: Test) -> None:
    rng = np.random.default_rng(2)
    regions = mixed_regions(rng, 120)
    events, zones = (rows.ravel() for rows in np.meshgrid(regions, regions))
    allowed = boxes_allow(test, shapely.bounds(events), shapely.bounds(zones))
    true = exact.holds(test, zones, events)
    assert not (true & ~allowed).any()
    assert true.any() or test is Operator.CROSS


def test_every_box_relation_that_the_table_allows_can_happen() -> None:
    rng = np.random.default_rng(3)
    regions = np.concatenate([lattice_regions(rng, 1200), lattice_regions(rng, 1200, 6)])
    seen = {(relation(RISING, FALLING), relation_of_boxes(RISING, FALLING))}
    for _ in range(20):
        events, zones = rng.permutation(regions), rng.permutation(regions)
        boxes = relations_of_boxes(shapely.bounds(events), shapely.bounds(zones))
        matrices = shapely.relate(events, zones)
        seen |= {(exact.relation_of_matrix(matrix), RELATIONS[code]) for matrix, code in zip(matrices, boxes)}
    expected = {(asked, boxes) for asked in Relation for boxes in ALLOWED[asked]}
    assert seen == expected


def test_a_covered_region_can_have_its_box_strictly_inside_which_table_2_excludes() -> None:
    assert relation(COVERED, L_SHAPE) is Relation.COVERED_BY
    assert relation_of_boxes(COVERED, L_SHAPE) is Relation.INSIDE
    assert Relation.INSIDE not in PRINTED[Relation.COVERED_BY]
    assert Relation.INSIDE in ALLOWED[Relation.COVERED_BY]


def test_a_covering_region_can_have_its_box_strictly_around_which_table_2_excludes() -> None:
    assert relation(L_SHAPE, COVERED) is Relation.COVERS
    assert relation_of_boxes(L_SHAPE, COVERED) is Relation.CONTAINS
    assert Relation.CONTAINS not in PRINTED[Relation.COVERS]
    assert Relation.CONTAINS in ALLOWED[Relation.COVERS]


def test_multipolygons_with_equal_boxes_can_be_disjoint_which_table_2_excludes() -> None:
    assert relation(RISING, FALLING) is Relation.DISJOINT
    assert relation_of_boxes(RISING, FALLING) is Relation.EQUALS
    assert Relation.EQUALS not in PRINTED[Relation.DISJOINT]
    assert Relation.EQUALS in ALLOWED[Relation.DISJOINT]


def test_connected_regions_with_equal_boxes_are_never_disjoint_as_table_2_says() -> None:
    rng = np.random.default_rng(4)
    regions = lattice_regions(rng, 900)
    regions = regions[shapely.get_type_id(regions) == shapely.GeometryType.POLYGON]
    events, zones = (rows.ravel() for rows in np.meshgrid(regions, regions))
    equal = np.flatnonzero((shapely.bounds(events) == shapely.bounds(zones)).all(axis=1))
    assert len(equal) > 1000
    assert shapely.intersects(events[equal], zones[equal]).all()


def test_apart_from_those_rows_the_table_is_the_printed_one() -> None:
    differing = {asked for asked in Relation if ALLOWED[asked] != PRINTED[asked]}
    assert differing == {Relation.COVERED_BY, Relation.COVERS, Relation.DISJOINT}
