"""Zones with soft edges and points whose place has an error: found without a miss, and graded."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from pyproj import Geod

from broker_local.matching.brute_force import point_degrees
from broker_local.matching.spatial.buffers import buffered
from broker_local.matching.spatial.codes import codes_of
from broker_local.matching.spatial.flat_geometry import FlatGeometries
from broker_local.matching.spatial.graded_zones import Errors, GradedZones
from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape, exactly
from broker_local.protocol.operators import Operator
from tests.builders import CALGARY, a_zone

GEOD = Geod(ellps="WGS84")
OFF = FuzzyNumber(0.0, 0.0, right=90.0)
Answers = dict[tuple[int, int], tuple[float, float]]


def an_index(*zones: tuple[shapely.Geometry, Operator, float]) -> GradedZones:
    index = GradedZones()
    flat = FlatGeometries.from_shapely(np.array([zone for zone, _, _ in zones], dtype=object))
    soft_m = np.array([soft for _, _, soft in zones])
    tests = codes_of([test for _, test, _ in zones])
    index.add(np.arange(len(zones)), flat, tests, soft_m, np.zeros((len(zones), 2)))
    return index


def answers(index: GradedZones, points: list[shapely.Point], errors: Errors) -> Answers:
    rows, handles, degrees = index.match(np.array(points, dtype=object), errors)
    found = dict(zip(zip(rows.tolist(), handles.tolist()), map(tuple, degrees.tolist())))
    assert len(found) == len(rows)
    return found


def away(metres: float) -> shapely.Point:
    """A point so far north of the middle of the northern edge."""
    _, _, _, north = a_zone().bounds
    lon, lat, _ = GEOD.fwd(CALGARY[0], north, 0.0, metres)
    return shapely.Point(lon, lat)


def test_beyond_a_soft_edge_possibility_fades_and_necessity_with_it() -> None:
    index = an_index((a_zone(), Operator.CONTAIN, 200.0))
    found = answers(index, [away(-50.0), away(50.0), away(150.0), away(201.0)], {})
    assert found[0, 0] == (1.0, 1.0)
    assert found[1, 0] == pytest.approx((0.75, 0.75), abs=2e-3)
    assert found[2, 0] == pytest.approx((0.25, 0.25), abs=2e-3)
    assert set(found) == {(0, 0), (1, 0), (2, 0)}


def test_a_place_with_an_error_near_a_hard_edge_is_possible_and_not_certain() -> None:
    index = an_index((a_zone(), Operator.INTERSECT, 0.0), (a_zone(), Operator.DISJOINT, 0.0))
    points = [away(-100.0), away(-45.0), away(45.0), away(100.0)]
    found = answers(index, points, dict.fromkeys(range(4), OFF))
    assert found[0, 0] == (1.0, 1.0)
    assert found[1, 0] == pytest.approx((1.0, 0.5), abs=5e-3)
    assert found[2, 0] == pytest.approx((0.5, 0.0), abs=5e-3)
    assert found[1, 1] == pytest.approx((0.5, 0.0), abs=5e-3)
    assert found[2, 1] == pytest.approx((1.0, 0.5), abs=5e-3)
    assert found[3, 1] == (1.0, 1.0)
    assert set(found) == {(0, 0), (1, 0), (2, 0), (1, 1), (2, 1), (3, 1)}


def test_a_place_that_is_known_has_degrees_of_its_own_beside_one_that_is_not() -> None:
    index = an_index((a_zone(), Operator.CONTAIN, 0.0), (a_zone(), Operator.TOUCH, 0.0))
    found = answers(index, [away(10.0), away(10.0)], {1: OFF})
    assert set(found) == {(1, 0), (1, 1)}
    assert found[1, 0] == pytest.approx((8 / 9, 0.0), abs=1e-2)
    assert found[1, 1] == pytest.approx((8 / 9, 0.0), abs=1e-2)


def test_pairs_are_graded_as_all_are() -> None:
    index = an_index((a_zone(), Operator.CONTAIN, 200.0), (a_zone(), Operator.DISJOINT, 0.0))
    points = np.array([away(50.0), away(-45.0), shapely.box(-115, 50, -113, 52)], dtype=object)
    found = answers(index, points.tolist(), {1: OFF})
    rows, handles = np.repeat(np.arange(3), 2), np.tile(np.arange(2), 3)
    degrees = index.test(points, {1: OFF}, rows, handles)
    graded = {
        pair: tuple(sure) for pair, sure in zip(zip(rows.tolist(), handles.tolist()), degrees.tolist()) if sure[0]
    }
    assert graded == found


@pytest.mark.parametrize("middle", [(-114.0, 51.0), (179.999, 20.0), (-179.9995, -60.0), (10.0, 89.0), (0.0, 0.0)])
def test_no_point_within_reach_is_missed_anywhere_on_the_globe(middle: tuple[float, float]) -> None:
    rng = np.random.default_rng(3)
    zones = [
        (buffered(shapely.Point(middle), 300.0), Operator.CONTAIN, 0.0),
        (buffered(shapely.Point(middle), 300.0), Operator.INTERSECT, 1_000.0),
        (shapely.Point(middle), Operator.INTERSECT, 3_000.0),
    ]
    index = an_index(*zones)
    points, errors = [], {}
    for row in range(120):
        lon, lat, _ = GEOD.fwd(*middle, rng.uniform(0, 360), rng.uniform(0, 4_500.0))
        points.append(shapely.Point(lon, lat))
        if row % 2:
            core = float(rng.uniform(0, 500))
            errors[row] = FuzzyNumber(0.0, core, right=float(rng.uniform(1, 900)), right_shape=Shape.GAUSSIAN)
    found = answers(index, points, errors)
    for row, point in enumerate(points):
        for number, (zone, test, soft_m) in enumerate(zones):
            if row not in errors and soft_m == 0.0:
                assert ((row, number) in found) == bool(shapely.contains(zone, point))
                continue
            up, down = point_degrees(test, zone, soft_m, point, errors.get(row, exactly(0.0)))
            assert found.get((row, number), (0.0, 0.0)) == pytest.approx((up, min(up, down)), abs=1e-7)
    assert len(found) > 60


def test_zones_that_went_are_found_no_more() -> None:
    index = an_index((a_zone(), Operator.CONTAIN, 200.0), (a_zone(), Operator.CONTAIN, 100.0))
    before = index.nbytes
    index.remove(np.array([0]))
    assert len(index) == 1
    assert set(answers(index, [away(50.0)], {})) == {(0, 1)}
    index.remove(np.array([1]))
    assert (len(index), answers(index, [away(50.0)], {0: OFF})) == (0, {})
    assert index.nbytes <= before


def test_the_least_degrees_of_a_place_alone_are_kept() -> None:
    index = GradedZones()
    flat = FlatGeometries.from_shapely(np.array([a_zone()], dtype=object))
    index.add(np.array([4]), flat, codes_of([Operator.CONTAIN]), np.array([200.0]), np.array([[0.6, 0.2]]))
    degrees = np.array([[0.7, 0.3], [0.5, 0.3], [0.7, 0.1], [0.0, 0.0]])
    assert index.reach_least(np.full(4, 4), degrees).tolist() == [True, False, False, False]
