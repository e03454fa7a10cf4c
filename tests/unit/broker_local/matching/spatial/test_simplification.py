"""Simplification changes no answer: neither which predicates match, nor, restored, which filters do."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from broker_local.matching.spatial.codes import RELATIONS, TESTS, Test, codes_of
from broker_local.matching.spatial.cr_tree import CRTree
from broker_local.matching.spatial.exact import holds as exactly_holds
from broker_local.matching.spatial.simplification import NEVER, Filters, Simplified, simplify
from broker_local.protocol.operators import Operator, Relation
from tests.random_regions import Geometries, lattice_rectangles, lattice_regions, mixed_regions

SMALL, LARGE, FAR = shapely.box(1, 1, 2, 2), shapely.box(0, 0, 4, 4), shapely.box(9, 9, 12, 12)
Constraint = tuple[Test, shapely.Geometry]


def filters_of(*filters: list[Constraint], predicates: list[int] | None = None) -> Filters:
    flat = [constraint for constraints in filters for constraint in constraints]
    starts = np.cumsum([0, *map(len, filters)])
    zones = np.array([zone for _, zone in flat], dtype=object)
    return Filters(codes_of(test for test, _ in flat), zones, starts, np.array(predicates or [0] * len(filters)))


def random_filters(rng: np.random.Generator, zones: Geometries, tests: int, predicates: int) -> Filters:
    cuts = np.flatnonzero(rng.random(len(zones) - 1) < 0.6) + 1
    starts = np.concatenate([[0], cuts, [len(zones)]])
    codes = rng.integers(0, tests, len(zones)).astype(np.int8)
    return Filters(codes, zones, starts, rng.integers(0, predicates, len(starts) - 1))


def constraint_answers(filters: Filters, events: Geometries) -> np.ndarray:
    """(events, constraints): what holds, each asked of GEOS."""
    answers = np.empty((len(events), len(filters.zones)), dtype=np.bool_)
    for code in np.unique(filters.tests):
        rows = np.flatnonzero(filters.tests == code)
        event_rows, zone_rows = np.repeat(np.arange(len(events)), len(rows)), np.tile(rows, len(events))
        answers[event_rows, zone_rows] = exactly_holds(TESTS[code], filters.zones[zone_rows], events[event_rows])
    return answers


def filter_answers(filters: Filters, holds: np.ndarray, is_tested: np.ndarray) -> np.ndarray:
    """By filter: whether all constraints that are tested hold."""
    return np.logical_and.reduceat(holds | ~is_tested, filters.starts[:-1])


def predicate_answers(filters: Filters, matched: np.ndarray) -> set[int]:
    return set(filters.predicates[matched].tolist())


ZONES = {
    "mixed": lambda rng: mixed_regions(rng, 240),
    "rectangles": lambda rng: lattice_rectangles(rng, 240, 8),
    "nested": lambda rng: lattice_rectangles(rng, 240, 3),
    "lattice": lambda rng: lattice_regions(rng, 240, 3),
}


@pytest.mark.parametrize("tests", [len(RELATIONS), len(TESTS)])
@pytest.mark.parametrize("kind", ZONES)
def test_no_answer_changes(kind: str, tests: int) -> None:
    rng = np.random.default_rng(len(kind) + tests)
    filters = random_filters(rng, ZONES[kind](rng), tests, 6)
    simplified = simplify(filters)
    events = np.concatenate([ZONES[kind](rng)[:60], filters.zones[:20]])
    everything = np.ones(len(filters.tests), dtype=np.bool_)
    for holds in constraint_answers(filters, events):
        true = filter_answers(filters, holds, everything)
        kept = filter_answers(filters, holds, simplified.is_needed) & simplified.is_kept
        assert predicate_answers(filters, kept) == predicate_answers(filters, true)
        restored = kept.copy()
        asked = simplified.to_ask(kept)
        restored[asked] = filter_answers(filters, holds, simplified.is_needed)[asked]
        assert np.array_equal(restored, true)
    dropped = simplified.covered_by[~simplified.is_kept]
    assert (dropped == NEVER).sum() > 5
    assert (dropped != NEVER).sum() > 5
    assert (~simplified.is_needed).sum() > 3


def test_the_index_needs_only_what_is_left() -> None:
    rng = np.random.default_rng(5)
    filters = random_filters(rng, lattice_rectangles(rng, 300, 6), len(RELATIONS), 4)
    simplified = simplify(filters)
    rows = np.flatnonzero(simplified.is_indexed)
    tree = CRTree(filters.tests[rows], shapely.bounds(filters.zones[rows]))
    events = lattice_rectangles(rng, 30, 6)
    event_rows, found = tree.match(events, filters.zones[rows].__getitem__)
    counts = np.zeros((len(events), len(filters)), dtype=int)
    np.add.at(counts, (event_rows, simplified.owners[rows[found]]), 1)
    all_hold = (counts == simplified.needed) & simplified.is_kept
    for event, holds in enumerate(constraint_answers(filters, events)):
        true = filter_answers(filters, holds, np.ones(len(holds), dtype=np.bool_))
        assert predicate_answers(filters, all_hold[event]) == predicate_answers(filters, true)


def covered_by(*filters: list[Constraint], predicates: list[int] | None = None) -> list[int]:
    return simplify(filters_of(*filters, predicates=predicates)).covered_by.tolist()


def test_rule_1_a_filter_whose_constraints_conflict_never_matches() -> None:
    assert covered_by([(Relation.INSIDE, SMALL), (Relation.INSIDE, FAR)]) == [NEVER]
    assert covered_by([(Relation.COVERED_BY, LARGE), (Relation.DISJOINT, SMALL)]) == [0]  # there is room beside it


def test_rule_2_a_constraint_that_covers_another_of_its_filter_is_not_tested() -> None:
    simplified = simplify(filters_of([(Relation.INSIDE, LARGE), (Relation.INSIDE, SMALL), (Relation.DISJOINT, FAR)]))
    assert simplified.is_needed.tolist() == [False, True, False]
    assert simplified.needed.tolist() == [1]


def test_rule_2_keeps_one_of_constraints_that_cover_each_other() -> None:
    simplified = simplify(filters_of([(Relation.OVERLAPS, SMALL)] * 3))
    assert simplified.is_needed.sum() == 1


def test_rule_3_a_filter_covered_by_another_of_its_predicate_is_dropped() -> None:
    wide: list[Constraint] = [(Operator.CONTAIN, LARGE)]
    narrow: list[Constraint] = [(Operator.CONTAIN, SMALL), (Operator.DISJOINT, FAR)]
    assert covered_by(narrow, wide) == [1, 1]
    assert covered_by(narrow, wide, predicates=[0, 1]) == [0, 1]


def test_rule_3_keeps_one_of_filters_that_cover_each_other() -> None:
    assert len(set(covered_by(*[[(Relation.OVERLAPS, SMALL)]] * 4))) == 1


def test_a_chain_of_covered_filters_leads_to_the_one_kept() -> None:
    boxes = [shapely.box(k, k, 20 - k, 20 - k) for k in (3, 1, 2, 0)]
    assert covered_by(*[[(Relation.INSIDE, box)] for box in boxes]) == [3, 3, 3, 3]


def test_a_filter_that_never_matches_covers_none() -> None:
    never: list[Constraint] = [(Relation.INSIDE, SMALL), (Relation.INSIDE, FAR)]
    assert covered_by(never, [(Relation.INSIDE, SMALL)]) == [NEVER, 1]


def test_a_dropped_filter_is_asked_only_where_its_cover_matched() -> None:
    simplified = simplify(filters_of([(Relation.INSIDE, SMALL)], [(Relation.INSIDE, LARGE)], [(Relation.MEETS, FAR)]))
    assert simplified.to_ask(np.array([False, True, False])).tolist() == [0]
    assert simplified.to_ask(np.array([False, False, True])).tolist() == []


def test_no_filters_are_simplified_to_none() -> None:
    nothing = Filters(codes_of([]), np.empty(0, dtype=object), np.array([0]), np.empty(0, np.int64))
    assert isinstance(simplify(nothing), Simplified)
    assert len(simplify(nothing).covered_by) == 0


@pytest.mark.parametrize(("starts", "predicates"), [([0, 1], [0]), ([0, 2], [0, 0]), ([0, 0, 2], [0, 0])])
def test_arrays_that_do_not_fit_each_other_are_refused(starts: list[int], predicates: list[int]) -> None:
    zones = np.array([SMALL, LARGE], dtype=object)
    with pytest.raises(ValueError, match="expected"):
        Filters(codes_of([Relation.INSIDE] * 2), zones, np.array(starts), np.array(predicates))
