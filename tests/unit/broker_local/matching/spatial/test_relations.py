"""The quick decisions equal GEOS's full relate, on touching, nested, thin, holed and many-part geometries."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from broker_local.matching.spatial import exact
from broker_local.matching.spatial.codes import RELATIONS, TESTS, Test
from broker_local.matching.spatial.relations import decide, holds, prepare_repeated, relations_between
from broker_local.protocol.operators import Operator, Relation
from tests.random_regions import Geometries, lattice_regions, mixed_regions, turned


def all_pairs(geometries: Geometries) -> tuple[Geometries, Geometries]:
    events, zones = np.meshgrid(geometries, geometries)
    return events.ravel(), zones.ravel()


def lines_and_points(rng: np.random.Generator, count: int) -> Geometries:
    """Lines, closed lines and points on the same lattice as the regions, single and several."""
    ends = rng.integers(0, 4, (count, 3, 2)).astype(float)
    lines = [shapely.LineString(xy) for xy in ends if len({tuple(p) for p in xy}) == 3]
    several = [shapely.union_all(lines[k : k + 2]) for k in range(0, len(lines) - 1, 2)]
    points = [shapely.Point(xy[0]) for xy in ends]
    clusters = [shapely.MultiPoint(xy[:2]) for xy in ends]
    rings = [region.boundary for region in lattice_regions(rng, count // 4)]
    geometries = np.array([*lines, *several, *points, *clusters, *rings], dtype=object)
    return geometries[shapely.is_valid(geometries)]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("angle", "scale"), [(0.0, 1.0), (0.7, 3.3), (1e-9, 1.0), (0.3, 1e6)])
def test_each_relation_is_decided_as_relate_decides_it(seed: int, angle: float, scale: float) -> None:
    regions = mixed_regions(np.random.default_rng(seed), 60)
    events, zones = all_pairs(turned(regions, angle, scale) if angle else regions)
    expected = np.array([exact.relation_of_matrix(matrix) for matrix in shapely.relate(events, zones)])
    for relation in Relation:
        assert np.array_equal(holds(relation, zones, events), expected == relation), relation


@pytest.mark.parametrize("test", list(Operator))
def test_each_operator_is_decided_as_geos_decides_it_for_all_kinds_of_geometry(test: Operator) -> None:
    rng = np.random.default_rng(4)
    geometries = np.concatenate([mixed_regions(rng, 40), lines_and_points(rng, 24)])
    events, zones = all_pairs(geometries)
    quick = holds(test, zones, events)
    shapely.destroy_prepared(geometries)
    assert np.array_equal(quick, exact.holds(test, zones, events))
    assert quick.any()


@pytest.mark.parametrize("test", TESTS)
def test_a_decision_does_not_depend_on_preparation(test: Test) -> None:
    rng = np.random.default_rng(5)
    regions = turned(mixed_regions(rng, 60), 0.7, 3.3)
    events, zones = all_pairs(regions)
    unprepared = decide(test, zones, events)
    prepare_repeated(events)
    assert shapely.is_prepared(events).all()
    assert np.array_equal(decide(test, zones, events), unprepared)


def test_exactly_one_relation_holds_for_any_two_regions() -> None:
    events, zones = all_pairs(turned(mixed_regions(np.random.default_rng(6), 70), 0.2))
    count = sum(holds(relation, zones, events).astype(int) for relation in Relation)
    assert (count == 1).all()


def test_the_relation_between_two_regions_is_the_one_that_holds() -> None:
    events, zones = all_pairs(mixed_regions(np.random.default_rng(7), 70))
    codes = relations_between(events, zones)
    for code, relation in enumerate(RELATIONS):
        assert np.array_equal(codes == code, exact.holds(relation, zones, events))


def test_a_vertex_within_rounding_of_an_edge_is_judged_as_relate_judges_it() -> None:
    """A pair for which the prepared `covers` of GEOS says no and `relate` says yes."""
    event = shapely.from_wkt("POLYGON ((2 2e-9, 1.999999997 3.000000002, -3.0000000000000004e-9 3, 0 0, 2 2e-9))")
    zone = shapely.from_wkt("POLYGON ((0 0, 0.999999997 3.000000001, 0.4999999985 1.5000000005001, 0 0))")
    events, zones = np.array([event, event]), np.array([zone, zone])
    expected = exact.holds(Relation.COVERS, zones, events)
    assert np.array_equal(holds(Relation.COVERS, zones, events), expected)
    assert np.array_equal(holds(Operator.WITHIN, zones, events), exact.holds(Operator.WITHIN, zones, events))


def test_geometries_that_occur_once_are_not_prepared() -> None:
    once, twice = shapely.box(0, 0, 1, 1), shapely.box(0, 0, 2, 2)
    prepare_repeated(np.array([twice, once, twice], dtype=object))
    assert shapely.is_prepared(twice)
    assert not shapely.is_prepared(once)


def test_an_empty_batch_has_an_empty_answer() -> None:
    nothing = np.array([], dtype=object)
    assert len(holds(Relation.INSIDE, nothing, nothing)) == 0
    assert len(relations_between(nothing, nothing)) == 0
