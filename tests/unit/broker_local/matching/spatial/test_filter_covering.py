"""Filters are found to cover others exactly where each of their constraints covers one of the other's."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from broker_local.matching.spatial import filter_covering
from broker_local.matching.spatial.codes import TESTS, Codes, Test, codes_of
from broker_local.matching.spatial.covers_conflicts import region_tables
from broker_local.matching.spatial.filter_covering import Candidates, covering_pairs
from broker_local.matching.spatial.relations import relations_between
from broker_local.protocol.operators import Relation
from tests.random_regions import Geometries, lattice_rectangles, mixed_regions

Pairs = set[tuple[int, int]]


def candidates_of(sizes: list[int], predicates: list[int]) -> Candidates:
    """Filters of these sizes, the next so many of each predicate."""
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    predicate_starts = np.concatenate([[0], np.cumsum(predicates)]).astype(np.int64)
    return Candidates(np.arange(len(sizes)), predicate_starts, np.arange(starts[-1]), starts)


def pairs_found(candidates: Candidates, tests: Codes, zones: Geometries) -> Pairs:
    covering, covered = covering_pairs(candidates, tests, zones)
    return set(zip(covering.tolist(), covered.tolist()))


def pairs_one_by_one(candidates: Candidates, tests: Codes, zones: Geometries) -> Pairs:
    """The definition of rule 3, by the table."""
    table, _ = region_tables()
    starts, pairs = candidates.constraint_starts, set()
    for first, past in zip(candidates.predicate_starts, candidates.predicate_starts[1:]):
        for h in range(first, past):
            for i in range(first, past):
                all_cover = all(
                    any(
                        table[tests[k], tests[j], relations_between(zones[[k]], zones[[j]])[0]]
                        for j in range(starts[i], starts[i + 1])
                    )
                    for k in range(starts[h], starts[h + 1])
                )
                if h != i and all_cover:
                    pairs.add((h, i))
    return pairs


@pytest.mark.parametrize("seed", range(6))
def test_what_is_found_is_true_and_every_covered_filter_is_found(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 3, 60).tolist()
    candidates = candidates_of(sizes, [20, 0, 40])
    zones = (mixed_regions if seed % 2 else lambda rng, n: lattice_rectangles(rng, n, 9))(rng, 400)[: sum(sizes)]
    tests = rng.integers(0, len(TESTS), len(zones)).astype(np.int8)
    found, true = pairs_found(candidates, tests, zones), pairs_one_by_one(candidates, tests, zones)
    assert found <= true
    # A filter that covers another may be passed over only if boxes already show that it is covered itself.
    kept = {h for h, _ in true} - {i for _, i in found}
    assert {(h, i) for h, i in true if h in kept and i not in {i for _, i in found}} == set()
    assert len(found) > 5


def test_zones_far_apart_are_compared_by_their_boxes_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(ones: Geometries, twos: Geometries) -> Codes:
        assert len(ones) == 0, "asked GEOS"
        return np.empty(0, np.int8)

    monkeypatch.setattr(filter_covering, "relations_between", refuse)
    zones = np.array([shapely.box(0, 0, 1, 1), shapely.box(5, 0, 6, 1)], dtype=object)
    tests: list[Test] = [Relation.INSIDE, Relation.DISJOINT]
    assert pairs_found(candidates_of([1, 1], [2]), codes_of(tests), zones) == {(1, 0)}


def test_filters_of_different_predicates_are_not_compared() -> None:
    zones = np.array([shapely.box(0, 0, 1, 1)] * 2, dtype=object)
    tests = codes_of([Relation.INSIDE, Relation.INSIDE])
    assert pairs_found(candidates_of([1, 1], [2]), tests, zones) == {(0, 1), (1, 0)}
    assert pairs_found(candidates_of([1, 1], [1, 1]), tests, zones) == set()


def test_every_constraint_of_the_covering_filter_must_cover_one() -> None:
    near, far = shapely.box(0, 0, 4, 4), shapely.box(9, 9, 10, 10)
    zones = np.array([near, far, near], dtype=object)
    more = codes_of([Relation.OVERLAPS, Relation.OVERLAPS, Relation.OVERLAPS])
    assert pairs_found(candidates_of([2, 1], [2]), more, zones) == {(1, 0)}


def test_no_filters_cover_nothing() -> None:
    assert pairs_found(candidates_of([], []), codes_of([]), np.empty(0, dtype=object)) == set()
