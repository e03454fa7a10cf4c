"""Operators and relations as appendix A and OGC have them: tables by hand, small grids in full, random regions."""

from collections.abc import Sequence
from itertools import combinations, permutations, product
from typing import TypeVar

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from broker_local.matching.spatial.exact import holds, relation_of_matrix
from broker_local.protocol.geometry_codec import kind_of
from broker_local.protocol.operators import GeometryKind, Operator, Relation, why_never
from tests.predicate_table import BACKWARDS, CASES, LETTERS, REGION_CASES

Geometries = NDArray[np.object_]
Part = TypeVar("Part")

CONVERSE = {
    Relation.INSIDE: Relation.CONTAINS,
    Relation.CONTAINS: Relation.INSIDE,
    Relation.COVERS: Relation.COVERED_BY,
    Relation.COVERED_BY: Relation.COVERS,
}
KIND_PAIRS = list(product(GeometryKind, GeometryKind))


def geometries(*wkt: str) -> Geometries:
    return np.array([shapely.from_wkt(text) for text in wkt], dtype=object)


def true_letters(zone: str, event: str) -> str:
    pair = geometries(zone), geometries(event)
    return "".join(letter for letter, operator in LETTERS.items() if holds(operator, *pair)[0])


@pytest.mark.parametrize(("zone", "event", "letters"), CASES)
def test_exactly_these_operators_hold(zone: str, event: str, letters: str) -> None:
    assert set(true_letters(zone, event)) == set(letters)
    assert set(true_letters(event, zone)) == set(letters.translate(BACKWARDS))


def test_the_table_has_every_operator_that_can_hold_for_each_pair_of_kinds() -> None:
    shown: set[tuple[str, GeometryKind, GeometryKind]] = set()
    for zone, event, letters in CASES:
        kinds = kind_of(shapely.from_wkt(zone)), kind_of(shapely.from_wkt(event))
        shown |= {(letter, *kinds) for letter in letters}
        shown |= {(letter, *kinds[::-1]) for letter in letters.translate(BACKWARDS)}
    possible = {
        (letter, *kinds)
        for kinds in KIND_PAIRS
        for letter, operator in LETTERS.items()
        if why_never(operator, *kinds) is None
    }
    assert shown == possible


def test_a_pair_is_disjoint_or_intersects() -> None:
    assert all(("D" in letters) != ("I" in letters) for _, _, letters in CASES)


GRID = [(float(x), float(y)) for x in range(3) for y in range(3)]


def grid_geometries(kind: GeometryKind) -> Geometries:
    """Geometries of a kind with all their positions on a grid of 3 x 3, of one or two parts; an even choice of many."""
    points = [shapely.Point(at) for at in GRID]
    lines = [shapely.LineString(path) for length in (2, 3) for path in permutations(GRID, length) if path < path[::-1]]
    areas = [area for area in map(shapely.Polygon, combinations(GRID, 3)) if area.area > 0]
    all_of: dict[GeometryKind, list[BaseGeometry]] = {
        GeometryKind.POINT: list(points),
        GeometryKind.LINE_STRING: list(lines),
        GeometryKind.POLYGON: list(areas),
        GeometryKind.MULTI_POINT: [shapely.MultiPoint(parts) for parts in one_or_two(points)],
        GeometryKind.MULTI_LINE_STRING: [shapely.MultiLineString(parts) for parts in one_or_two(lines[::5])],
        GeometryKind.MULTI_POLYGON: [shapely.MultiPolygon(parts) for parts in one_or_two(areas)],
    }
    valid = [geometry for geometry in all_of[kind] if geometry.is_valid and geometry.is_simple]
    most = 70
    return np.array(valid[:: -(-len(valid) // most)], dtype=object)


def one_or_two(parts: Sequence[Part]) -> list[tuple[Part, ...]]:
    return [*((part,) for part in parts), *combinations(parts, 2)]


@pytest.fixture(scope="module")
def grids() -> dict[GeometryKind, Geometries]:
    return {kind: grid_geometries(kind) for kind in GeometryKind}


@pytest.mark.parametrize(("zone", "event"), KIND_PAIRS)
def test_on_a_grid_an_operator_holds_for_some_pair_unless_it_is_said_never_to(
    zone: GeometryKind, event: GeometryKind, grids: dict[GeometryKind, Geometries]
) -> None:
    zones = np.repeat(grids[zone], len(grids[event]))
    events = np.tile(grids[event], len(grids[zone]))
    assert {kind_of(zones[0]), kind_of(events[0])} == {zone, event}
    found = {operator for operator in Operator if holds(operator, zones, events).any()}
    assert found == {operator for operator in Operator if why_never(operator, zone, event) is None}


@pytest.mark.parametrize(("event", "zone", "relation"), REGION_CASES)
def test_exactly_this_relation_holds_between_two_regions(event: str, zone: str, relation: Relation) -> None:
    events, zones = geometries(event), geometries(zone)
    assert [test for test in Relation if holds(test, zones, events)[0]] == [relation]
    assert [test for test in Relation if holds(test, events, zones)[0]] == [CONVERSE.get(relation, relation)]


def test_the_table_has_every_relation() -> None:
    shown = {relation for _, _, relation in REGION_CASES}
    assert shown | {CONVERSE.get(relation, relation) for relation in shown} == set(Relation)


def random_regions(count: int, seed: int) -> Geometries:
    """Unions of half squares of a 4 x 4 grid: holes, parts, shared edges and corners, nesting and equality abound."""
    rng = np.random.default_rng(seed)
    corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], dtype=float)
    halves = [(0, 1, 2), (0, 2, 3)]
    triangles = np.array(
        [shapely.Polygon(corners[list(half)] + [x, y]) for x in range(4) for y in range(4) for half in halves]
    )
    density = rng.choice([0.0, 0.04, 0.15, 0.5, 0.95], count)
    chosen = rng.random((count, len(triangles))) < density[:, None]
    chosen[np.arange(count), rng.integers(len(triangles), size=count)] = True
    return np.array([shapely.union_all(triangles[row]) for row in chosen], dtype=object)


def every_pair(regions: Geometries) -> tuple[Geometries, Geometries]:
    zones, events = np.meshgrid(regions, regions)
    return zones.ravel(), events.ravel()


def relation_by_overlay(event: BaseGeometry, zone: BaseGeometry) -> Relation:
    """The definition, by areas and boundaries: exact where all coordinates are halves and quarters."""
    if not event.intersects(zone):
        return Relation.DISJOINT
    if (event & zone).area == 0.0:
        return Relation.MEETS
    sticks_out, leaves_some = (event - zone).area > 0.0, (zone - event).area > 0.0
    if sticks_out and leaves_some:
        return Relation.OVERLAPS
    if not sticks_out and not leaves_some:
        return Relation.EQUALS
    if event.boundary.intersects(zone.boundary):
        return Relation.COVERS if sticks_out else Relation.COVERED_BY
    return Relation.CONTAINS if sticks_out else Relation.INSIDE


def test_relations_of_random_regions_are_those_of_their_overlay() -> None:
    zones, events = every_pair(random_regions(60, seed=11))
    expected = np.array([relation_by_overlay(event, zone) for event, zone in zip(events, zones, strict=True)])
    for relation in Relation:
        assert (holds(relation, zones, events) == (expected == relation)).all(), relation
    assert set(expected) == set(Relation)  # none was left untried


@pytest.mark.parametrize("angle", [0.0, 0.7])  # turned, shared edges are shared up to rounding only
def test_any_two_regions_have_a_relation_and_the_converse_the_other_way(angle: float) -> None:
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    regions = shapely.transform(random_regions(110, seed=13), lambda xy: xy @ turn)
    assert {kind_of(region) for region in regions} == {GeometryKind.POLYGON, GeometryKind.MULTI_POLYGON}
    assert (shapely.get_num_interior_rings(regions) > 0).any()
    zones, events = every_pair(regions)
    there = [relation_of_matrix(matrix) for matrix in shapely.relate(events, zones)]
    back = [relation_of_matrix(matrix) for matrix in shapely.relate(zones, events)]
    assert back == [CONVERSE.get(relation, relation) for relation in there]


def test_relations_say_of_regions_what_operators_say() -> None:
    zones, events = every_pair(random_regions(50, seed=12))
    of_operator = {
        Operator.DISJOINT: {Relation.DISJOINT},
        Operator.TOUCH: {Relation.MEETS},
        Operator.OVERLAP: {Relation.OVERLAPS},
        Operator.CONTAIN: {Relation.INSIDE, Relation.COVERED_BY, Relation.EQUALS},
        Operator.WITHIN: {Relation.CONTAINS, Relation.COVERS, Relation.EQUALS},
        Operator.INTERSECT: set(Relation) - {Relation.DISJOINT},
        Operator.CROSS: set(),
    }
    by_relation = {relation: holds(relation, zones, events) for relation in Relation}
    for operator, relations in of_operator.items():
        any_of = np.zeros(len(zones), dtype=bool)
        for relation in relations:
            any_of |= by_relation[relation]
        assert (holds(operator, zones, events) == any_of).all(), operator


@pytest.mark.parametrize("relation", Relation)
@pytest.mark.parametrize("other", ["POINT (1 1)", "POINT (9 9)", "LINESTRING (1 1, 9 9)", "MULTIPOINT ((0 0), (1 1))"])
def test_no_relation_holds_unless_both_are_regions(other: str, relation: Relation) -> None:
    square, other_one = geometries("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))"), geometries(other)
    assert not holds(relation, square, other_one)[0]
    assert not holds(relation, other_one, square)[0]
    assert not holds(relation, other_one, other_one)[0]


def test_a_matrix_of_no_two_regions_is_an_error_of_ours() -> None:
    with pytest.raises(ValueError, match="T is no matrix of two regions"):
        relation_of_matrix("T")


def test_answers_come_pair_by_pair() -> None:
    zones = geometries("POINT (0 0)", "POINT (1 1)", "POINT (2 2)")
    events = geometries("POINT (0 0)", "POINT (9 9)", "POINT (2 2)")
    assert holds(Operator.CONTAIN, zones, events).tolist() == [True, False, True]


@pytest.mark.parametrize("test", [*Operator, *Relation])
def test_no_pairs_give_no_answers(test: Operator | Relation) -> None:
    none = geometries()
    assert holds(test, none, none).tolist() == []
