"""The CR-tree that changes gives the answers of GEOS, however its constraints came and went."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from broker_local.matching.spatial import constraint_index
from broker_local.matching.spatial.codes import RELATIONS, TESTS
from broker_local.matching.spatial.constraint_index import ConstraintIndex, decided
from broker_local.matching.spatial.exact import holds
from tests.random_regions import mixed_regions


def zones_of(zones: np.ndarray):  # type: ignore[no-untyped-def]
    return lambda handles: zones[handles]


@pytest.mark.parametrize("seed", range(8))
def test_any_changes_equal_geos(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constraint_index, "_LONGEST_TAIL", 8)  # so that trees are made and merged
    rng = np.random.default_rng(seed)
    zones = mixed_regions(rng, 300)
    tests = rng.integers(0, len(TESTS), len(zones)).astype(np.int8)
    boxes = shapely.bounds(zones)
    index = ConstraintIndex()
    live = np.zeros(len(zones), np.bool_)
    for _ in range(25):
        begun = rng.permutation(np.flatnonzero(~live))[: rng.integers(0, 40)]
        index.add(begun, tests[begun], boxes[begun])
        live[begun] = True
        ended = rng.permutation(np.flatnonzero(live))[: rng.integers(0, 20)]
        index.remove(ended)
        live[ended] = False
        assert len(index) == live.sum()
        events = mixed_regions(rng, 6)[:3]
        rows, handles = index.match(events, zones_of(zones))
        alive = np.flatnonzero(live)
        expected = {
            (row, int(handle))
            for row in range(len(events))
            for handle in alive
            if holds(TESTS[tests[handle]], zones[handle : handle + 1], events[row : row + 1])[0]
        }
        assert len(rows) == len(expected)
        assert set(zip(rows.tolist(), handles.tolist(), strict=True)) == expected


def test_a_relation_never_holds_for_an_event_that_is_no_region() -> None:
    zones = np.array([shapely.box(0, 0, 2, 2)] * len(RELATIONS))
    events = np.array([shapely.Point(1, 1)] * len(RELATIONS))
    codes = np.arange(len(RELATIONS)).astype(np.int8)
    assert not decided(codes, np.arange(len(RELATIONS)), events, zones_of(zones)).any()


def test_nothing_in_it_matches_nothing() -> None:
    index = ConstraintIndex()
    rows, handles = index.match(np.array([shapely.Point(0, 0)]), zones_of(np.empty(0, object)))
    assert (len(rows), len(handles), len(index), index.nbytes) == (0, 0, 0, 0)
