"""A claim that one constraint covers or conflicts with another has no counterexample, and every other has a witness."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
import shapely

from broker_local.matching.spatial import exact
from broker_local.matching.spatial.codes import CODE, RELATIONS, TESTS, Test
from broker_local.matching.spatial.covers_conflicts import conflicts, covers, region_tables, truths
from broker_local.matching.spatial.relations import relations_between
from broker_local.matching.spatial.three_way import matrix_of, possible_matrices
from broker_local.protocol.operators import Operator, Relation
from tests.random_regions import Geometries, lattice_regions, mixed_regions

A, B = shapely.box(0, 0, 4, 4), shapely.box(2, 0, 6, 4)  # A overlaps B


def all_holds(zones: Geometries, events: Geometries) -> np.ndarray:
    """(tests, events, zones): what holds, by GEOS; relations only between regions."""
    event_rows, zone_rows = (rows.ravel() for rows in np.indices((len(events), len(zones))))
    are_regions = (shapely.get_dimensions(events[event_rows]) == 2) & (shapely.get_dimensions(zones[zone_rows]) == 2)
    answers = np.zeros((len(TESTS), len(event_rows)), dtype=np.bool_)
    for code, test in enumerate(TESTS):
        rows = np.flatnonzero(are_regions) if isinstance(test, Relation) else np.arange(len(event_rows))
        answers[code, rows] = exact.holds(test, zones[zone_rows[rows]], events[event_rows[rows]])
    return answers.reshape(len(TESTS), len(events), len(zones))


def squares(steps: int) -> Geometries:
    """Every rectangle on a lattice, and every one of them less its middle."""
    sides = [(low, high) for low in range(steps) for high in range(low + 1, steps + 1)]
    whole = [shapely.box(x, y, to_x, to_y) for x, to_x in sides for y, to_y in sides]
    holed = [box.difference(box.buffer(-0.75, join_style="mitre")) for box in whole]
    return np.array([*whole, *(box for box in holed if not box.is_empty)], dtype=object)


def nested() -> Geometries:
    """Squares within squares four deep, whole, by halves and with holes, and two that overlap widely."""
    whole = [shapely.box(k, k, 8 - k, 8 - k) for k in range(4)]
    halves = [shapely.box(k, k, 4, 8 - k) for k in range(4)] + [shapely.box(4, k, 8 - k, 8 - k) for k in range(4)]
    holed = [whole[i].difference(whole[j]) for i in range(4) for j in range(i + 1, 4)]
    sides = [shapely.box(0, 0, 6, 8), shapely.box(2, 0, 8, 8)]  # overlap around the innermost
    return np.array([*whole, *halves, *holed, *sides], dtype=object)


@cache
def found_witnesses() -> tuple[np.ndarray, np.ndarray]:
    """(tests, tests, relations): an event that satisfies two but not one was found; one that satisfies both."""
    shape = (len(TESTS), len(TESTS), len(RELATIONS))
    against, both = np.zeros(shape, np.bool_), np.zeros(shape, np.bool_)
    rng = np.random.default_rng(1)
    rounds = [(squares(4)[rng.integers(0, 100, 60)], squares(4))]
    rounds += [(lattice_regions(rng, 60), lattice_regions(rng, 200)) for _ in range(2)]
    rounds += [(mixed_regions(rng, 50), mixed_regions(rng, 150)), (nested(), nested())]
    for zones, events in rounds:
        one, two = (rows.ravel() for rows in np.indices((len(zones), len(zones))))
        relations = relations_between(zones[one], zones[two])
        holds = all_holds(zones, events).astype(np.float32)
        for code in range(len(RELATIONS)):
            of_relation = np.zeros((len(zones), len(zones)), np.float32)
            of_relation[one[relations == code], two[relations == code]] = 1
            reached = np.einsum("tez,zy->tey", holds, of_relation)  # satisfy the test for some zone one of zone two
            missed = np.einsum("tez,zy->tey", 1 - holds, of_relation)
            both[:, :, code] |= np.einsum("tey,sey->ts", reached, holds) > 0
            against[:, :, code] |= np.einsum("tey,sey->ts", missed, holds) > 0
    return against, both


def described(entries: np.ndarray) -> list[str]:
    return [f"{TESTS[i]} of A, {TESTS[j]} of B, A {RELATIONS[k]} B" for i, j, k in zip(*np.nonzero(entries))]


def test_no_event_speaks_against_a_claim_of_the_tables() -> None:
    covering, conflicting = region_tables()
    against, both = found_witnesses()
    assert described(covering & against) == []
    assert described(conflicting & both) == []


def test_where_the_tables_claim_nothing_there_is_an_event_that_says_why() -> None:
    """The tables are complete for all fifteen tests: nothing more can be said from the relation of the zones."""
    covering, conflicting = region_tables()
    against, both = found_witnesses()
    assert described(~covering & ~against) == []
    assert described(~conflicting & ~both) == []


def test_the_papers_example_of_a_conflict_is_none() -> None:
    """Section 4.2: covered-by A is said to conflict with disjoint B if A overlaps B."""
    event = np.array([shapely.box(0, 0, 1, 1)], dtype=object)
    assert exact.relation_of_matrix(shapely.relate(A, B)) is Relation.OVERLAPS
    assert exact.holds(Relation.COVERED_BY, np.array([A], dtype=object), event)[0]
    assert exact.holds(Relation.DISJOINT, np.array([B], dtype=object), event)[0]
    _, conflicting = region_tables()
    assert not conflicting[CODE[Relation.COVERED_BY], CODE[Relation.DISJOINT], CODE[Relation.OVERLAPS]]
    # What does conflict: A must lie within B, or be the same.
    row = conflicting[CODE[Relation.COVERED_BY], CODE[Relation.DISJOINT]]
    claimed = {relation for relation in RELATIONS if row[CODE[relation]]}
    assert claimed == {Relation.EQUALS, Relation.INSIDE, Relation.COVERED_BY}


@pytest.mark.parametrize(
    ("one", "two", "between"),
    [
        (Relation.DISJOINT, Relation.INSIDE, Relation.DISJOINT),
        (Relation.INSIDE, Relation.INSIDE, Relation.CONTAINS),
        (Relation.INSIDE, Relation.COVERED_BY, Relation.CONTAINS),
        (Relation.CONTAINS, Relation.CONTAINS, Relation.INSIDE),
        (Operator.CONTAIN, Operator.CONTAIN, Relation.COVERS),
        (Operator.INTERSECT, Operator.INTERSECT, Relation.COVERS),
        (Operator.DISJOINT, Operator.DISJOINT, Relation.INSIDE),
        (Operator.INTERSECT, Relation.OVERLAPS, Relation.EQUALS),
    ],
)
def test_an_event_off_or_within_a_zone_is_so_of_another_too(one: Test, two: Test, between: Relation) -> None:
    covering, _ = region_tables()
    assert covering[CODE[one], CODE[two], CODE[between]]


def test_the_tables_are_those_of_the_single_questions() -> None:
    rng = np.random.default_rng(2)
    zones = lattice_regions(rng, 12)
    covering, conflicting = region_tables()
    for one in zones[:6]:
        for two in zones[6:]:
            between = relations_between(np.array([one], dtype=object), np.array([two], dtype=object))[0]
            matrix = matrix_of(one, two)
            for first in TESTS:
                for second in TESTS:
                    place = (CODE[first], CODE[second], between)
                    # One matrix may say more than the relation it belongs to.
                    assert covers(first, second, matrix, (2, 2), [2]) >= covering[place]
                    assert conflicts(first, second, matrix, (2, 2), [2]) >= conflicting[place]


def mixed_geometries(rng: np.random.Generator, count: int) -> Geometries:
    ends = rng.integers(0, 4, (count, 4, 2)).astype(float)
    lines = [shapely.LineString(xy[:3]) for xy in ends if len({tuple(p) for p in xy[:3]}) == 3]
    several = [shapely.union_all(lines[k : k + 2]) for k in range(0, len(lines) - 1, 2)]
    points = [shapely.MultiPoint(xy[: 1 + k % 4]) for k, xy in enumerate(ends)]
    rings = [region.boundary for region in lattice_regions(rng, count // 2, 3)]
    regions = lattice_regions(rng, count, 3)
    geometries = np.array([*lines, *several, *points, *rings, *regions], dtype=object)
    return geometries[shapely.is_valid(geometries)]


@pytest.mark.parametrize("seed", range(2))
def test_no_event_of_any_kind_speaks_against_a_claim_about_zones_of_any_kind(seed: int) -> None:
    rng = np.random.default_rng(seed)
    zones, events = mixed_geometries(rng, 4), mixed_geometries(rng, 40)
    holds = all_holds(zones, events)
    dimensions = shapely.get_dimensions(zones).tolist()
    claims = 0
    for i, one in enumerate(zones):
        for j, two in enumerate(zones):
            matrix, sizes = matrix_of(one, two), (dimensions[i], dimensions[j])
            for first, test_one in enumerate(TESTS):
                for second, test_two in enumerate(TESTS):
                    if covers(test_one, test_two, matrix, sizes):
                        assert not (holds[second, :, j] & ~holds[first, :, i]).any(), (test_one, one, test_two, two)
                        claims += test_one is not test_two and bool(holds[second, :, j].any())
                    if conflicts(test_one, test_two, matrix, sizes):
                        assert not (holds[second, :, j] & holds[first, :, i]).any(), (test_one, one, test_two, two)
                        claims += bool(holds[second, :, j].any() and holds[first, :, i].any())
    assert claims > 100


def test_fewer_kinds_of_events_allow_more_claims() -> None:
    matrix = matrix_of(A, A)
    assert conflicts(Operator.CROSS, Operator.CONTAIN, matrix, (2, 2))
    assert covers(Operator.INTERSECT, Operator.TOUCH, matrix, (2, 2))
    assert covers(Relation.MEETS, Operator.TOUCH, matrix, (2, 2), [2])
    assert not covers(Relation.MEETS, Operator.TOUCH, matrix, (2, 2))  # a line may touch, but only regions meet


def test_the_same_test_of_equal_zones_covers_also_where_dimensions_decide() -> None:
    line, same = shapely.LineString([(0, 0), (2, 2)]), shapely.LineString([(2, 2), (1, 1), (0, 0)])
    for test in (Operator.CROSS, Operator.OVERLAP):
        assert covers(test, test, matrix_of(line, same), (1, 1))
        assert not covers(test, test, matrix_of(line, shapely.LineString([(0, 0), (3, 3)])), (1, 1))


@pytest.mark.parametrize("zone", range(3))
@pytest.mark.parametrize("event", range(3))
def test_a_test_holds_where_it_must_and_only_where_it_may(event: int, zone: int) -> None:
    rng = np.random.default_rng(4)
    geometries = mixed_geometries(rng, 24)
    events = geometries[shapely.get_dimensions(geometries) == event]
    zones = geometries[shapely.get_dimensions(geometries) == zone]
    place = {tuple(matrix): row for row, matrix in enumerate(possible_matrices(event, zone).tolist())}
    rows = np.array([[place[tuple(matrix_of(e, z).tolist())] for z in zones] for e in events])
    holds = all_holds(zones, events)
    for code, test in enumerate(TESTS):
        may, must = truths(test, event, zone)
        assert not (holds[code] & ~may[rows]).any(), test
        assert not (~holds[code] & must[rows]).any(), test
