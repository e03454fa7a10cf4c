"""No geometries contradict what is held possible, and for regions it is exactly the composition table of RCC-8."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from broker_local.matching.spatial.codes import CONVERSE, RELATIONS
from broker_local.matching.spatial.exact import relation_of_matrix
from broker_local.matching.spatial.three_way import AREAS, go_together, matrix_of, possible_matrices
from broker_local.protocol.operators import Relation
from tests.random_regions import Geometries, lattice_regions, mixed_regions

D, M, O, E = Relation.DISJOINT, Relation.MEETS, Relation.OVERLAPS, Relation.EQUALS  # noqa: E741
I, N, V, B = Relation.INSIDE, Relation.CONTAINS, Relation.COVERS, Relation.COVERED_BY  # noqa: E741

# A row B, B column C: what A can be to C (Cohn & Renz 2008, table of RCC-8; DC EC PO TPP NTPP TPPi NTPPi EQ there).
ORDER = (D, M, O, B, I, V, N)
ALL = (D, M, O, B, I, V, N, E)
COMPOSITION: dict[Relation, tuple[tuple[Relation, ...], ...]] = {
    D: (ALL, (D, M, O, B, I), (D, M, O, B, I), (D, M, O, B, I), (D, M, O, B, I), (D,), (D,)),
    M: ((D, M, O, V, N), (D, M, O, B, V, E), (D, M, O, B, I), (M, O, B, I), (O, B, I), (D, M), (D,)),
    O: ((D, M, O, V, N), (D, M, O, V, N), ALL, (O, B, I), (O, B, I), (D, M, O, V, N), (D, M, O, V, N)),
    B: ((D,), (D, M), (D, M, O, B, I), (B, I), (I,), (D, M, O, B, V, E), (D, M, O, V, N)),
    I: ((D,), (D,), (D, M, O, B, I), (I,), (I,), (D, M, O, B, I), ALL),
    V: ((D, M, O, V, N), (M, O, V, N), (O, V, N), (O, B, V, E), (O, B, I), (V, N), (N,)),
    N: ((D, M, O, V, N), (O, V, N), (O, V, N), (O, V, N), (O, B, I, V, N, E), (N,), (N,)),
}


def composition(first: Relation, second: Relation) -> set[Relation]:
    if first is E or second is E:
        return {second if first is E else first}
    return set(COMPOSITION[first][ORDER.index(second)])


def relation_of(matrix: np.ndarray) -> Relation:
    return relation_of_matrix("".join("1" if entry else "F" for entry in matrix))


def matrices_of(ones: Geometries, twos: Geometries) -> np.ndarray:
    return np.array([[matrix_of(one, two) for two in twos] for one in ones])


def of_dimension(rng: np.random.Generator, dimension: int, count: int) -> Geometries:
    """Geometries on a small lattice, so that they share ends, edges and corners."""
    if dimension == AREAS:
        return np.concatenate([mixed_regions(rng, count // 2), lattice_regions(rng, count // 2, 2)])
    points = rng.integers(0, 3, (count, 5, 2)).astype(float)
    if dimension == 0:
        return np.array([shapely.MultiPoint(xy[: rng.integers(1, 6)]) for xy in points], dtype=object)
    lines = [shapely.union_all([shapely.LineString(xy[k : k + 2]) for k in (0, 2)]) for xy in points]
    rings = [region.boundary for region in lattice_regions(rng, count, 2)]
    geometries = np.array([*lines, *rings], dtype=object)
    is_line = np.isin(shapely.get_type_id(geometries), (1, 5))
    return geometries[is_line & (shapely.length(geometries) > 0)]


@pytest.mark.parametrize("other", range(3))
@pytest.mark.parametrize("dimension", range(3))
def test_no_pair_of_geometries_has_a_matrix_that_is_held_impossible(dimension: int, other: int) -> None:
    rng = np.random.default_rng(3 * dimension + other)
    possible = {tuple(matrix) for matrix in possible_matrices(dimension, other).tolist()}
    a, b = of_dimension(rng, dimension, 60), of_dimension(rng, other, 60)
    seen = {tuple(matrix_of(one, two).tolist()) for one in a for two in b}
    assert seen <= possible
    assert len(seen) > len(possible) // 3


@pytest.mark.parametrize(("dimension", "other", "count"), [(0, 0, 5), (0, 1, 14), (0, 2, 7)])
def test_for_points_all_that_is_held_possible_is(dimension: int, other: int, count: int) -> None:
    """The numbers of relations of complex points that Schneider & Behr 2006 prove."""
    assert len(possible_matrices(dimension, other)) == len(possible_matrices(other, dimension)) == count


def test_three_regions_combine_exactly_as_the_composition_table_says() -> None:
    matrices = possible_matrices(AREAS, AREAS)
    relations = [relation_of(matrix) for matrix in matrices]
    found = set()
    for zones, between in zip(matrices, relations):
        for i, j in zip(*np.nonzero(go_together(matrices, matrices, zones))):
            found.add((relations[i], relations[j], between))
    # Zone one to the event by the converse, the event to zone two.
    expected = {(x, y, z) for x in RELATIONS for y in RELATIONS for z in composition(CONVERSE[x], y)}
    assert found == expected


@pytest.mark.parametrize("kinds", [(2, 2, 2), (1, 2, 2), (0, 2, 2), (1, 1, 2), (2, 1, 1), (1, 1, 1), (0, 1, 2)])
def test_no_three_geometries_combine_in_a_way_that_is_held_impossible(kinds: tuple[int, int, int]) -> None:
    rng = np.random.default_rng(sum(kinds))
    events, ones, twos = (of_dimension(rng, kind, 18) for kind in kinds)
    event_one, event_two, between = matrices_of(events, ones), matrices_of(events, twos), matrices_of(ones, twos)
    for x in range(len(events)):
        for i in range(len(ones)):
            for j in range(len(twos)):
                together = go_together(event_one[x, i, None], event_two[x, j, None], between[i, j])
                assert together[0, 0], (events[x], ones[i], twos[j])


def test_an_event_within_one_zone_cannot_meet_another_that_is_off_it() -> None:
    zone, other, event = shapely.box(0, 0, 4, 4), shapely.box(6, 0, 9, 4), shapely.box(1, 1, 2, 2)
    inside, apart, meets = matrix_of(event, zone), matrix_of(zone, other), matrix_of(zone, shapely.box(4, 0, 6, 4))
    assert not go_together(inside[None], meets[None], apart)[0, 0]
    assert go_together(inside[None], apart[None], apart)[0, 0]


def test_a_matrix_tells_what_is_filled_but_not_by_what() -> None:
    edge = matrix_of(shapely.box(0, 0, 1, 1), shapely.box(0, 0, 2, 2))  # 2FF11F212
    assert edge.astype(int).tolist() == [1, 0, 0, 1, 1, 0, 1, 1, 1]


def test_ends_of_a_multilinestring_that_geos_leaves_out_are_found() -> None:
    line = shapely.from_wkt("LINESTRING (10 10, 20 20)")
    lines = shapely.from_wkt("MULTILINESTRING ((0 0, 1 0), (1 0, 2 0), (-1 0, 0 0))")  # the case of JTS issue 1175
    assert matrix_of(line, lines).astype(int).tolist() == [0, 0, 1, 0, 0, 1, 1, 1, 1]
    assert matrix_of(lines, line).astype(int).tolist() == [0, 0, 1, 0, 0, 1, 1, 1, 1]


def test_a_closed_line_has_no_ends() -> None:
    ring = shapely.box(0, 0, 1, 1).exterior
    assert matrix_of(ring, shapely.Point(5, 5)).astype(int).tolist() == [0, 0, 1, 0, 0, 0, 1, 0, 1]
