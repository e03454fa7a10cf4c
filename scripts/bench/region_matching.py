"""Regions against regions: table 3 and figure 5 of Konstantinidis 2011, on stand-ins for its data sets."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from broker_local.matching.spatial.codes import TESTS
from broker_local.matching.spatial.cr_tree import CRTree
from broker_local.matching.spatial.exact import Geometries
from broker_local.matching.spatial.flat_geometry import FlatGeometries
from broker_local.matching.spatial.four_intersection import density, error_rate, find_relations, rings_of
from broker_local.matching.spatial.pairs import IntArray
from broker_local.matching.spatial.relations import holds, relations_between
from broker_local.matching.spatial.simplification import Filters, simplify
from scripts.bench.frame import PAPER, Record, faster, median_s, timed
from scripts.bench.regions import (
    BUILDINGS,
    DATA_SETS,
    REGION_TYPES,
    UNIVERSE,
    DataSet,
    paired_filters,
    single_filters,
    typed_regions,
)

_PAPER_MS = {  # table 3: without and with CR-tree, without and with simplifier
    ("Vegetation in southern California", "A"): (1841.0, 73.0, 67.0, 0.18),
    ("Vegetation in southern California", "B"): (4000.0, 89.0, 78.0, 0.54),
    ("Vegetation in southern California", "C"): (1512.0, 7.0, 4.4, 0.12),
    ("Natural features in Rhône-Alpes", "A"): (951.0, 108.0, 59.0, 1.4),
    ("Natural features in Rhône-Alpes", "B"): (1323.0, 93.0, 169.0, 6.4),
    ("Natural features in Rhône-Alpes", "C"): (851.0, 7.0, 72.0, 0.53),
    ("Buildings in central London", "A"): (59.0, 1.4, 0.95, 0.75),
    ("Buildings in central London", "B"): (169.0, 6.4, 5.0, 1.24),
    ("Buildings in central London", "C"): (72.0, 0.53, 0.32, 0.05),
}
DENSITIES = (1_000, 2_000, 5_000, 10_000, 20_000, 40_000)


def index(scale: str) -> list[Record]:
    """Scenario 1: every constraint a predicate; the CR-tree beside a scan of all constraints, both exact."""
    records = []
    for data in _data_sets(scale):
        filters = single_filters(data.regions(), np.random.default_rng(1))
        flat = FlatGeometries.from_shapely(filters.zones)
        tree = CRTree(filters.tests, flat.bounds)
        for kind in REGION_TYPES:
            events = typed_regions(kind, np.random.default_rng(2), 20 if scale == PAPER else 10)
            some = events[: 5 if scale == PAPER else 2]
            ours = median_s(partial(tree.match, events, flat), 3) / len(events)
            peer_s, scanned = timed(partial(_scan, filters, some))
            peer = peer_s / len(some)
            rows, zones = tree.match(some, flat)
            differences = len(set(zip(rows.tolist(), zones.tolist(), strict=True)) ^ scanned)
            without, having, *_ = _PAPER_MS[data.name, kind]
            note = f"paper 2011: {without:g} ms without, {having:g} ms with it"
            name = f"{data.name}, {len(flat):,} constraints, type {kind}: CR-tree beside scan"
            records.append(faster(name, scale, ours, peer, differences, note))
    return records


def simplifier(scale: str) -> list[Record]:
    """Scenario 2: 25 predicates of filters of two constraints, with and without the rules of section 4.2."""
    records = []
    for data in _data_sets(scale):
        filters = paired_filters(data.regions(), np.random.default_rng(3))
        simplified = simplify(filters)
        plain = _Predicates(filters, np.ones(len(filters.tests), np.bool_), np.diff(filters.starts))
        fewer = _Predicates(filters, simplified.is_indexed, simplified.needed)
        for kind in REGION_TYPES:
            events = typed_regions(kind, np.random.default_rng(4), 20 if scale == PAPER else 10)
            peer = median_s(partial(plain.match, events), 3) / len(events)
            ours = median_s(partial(fewer.match, events), 3) / len(events)
            differences = len(plain.match(events) ^ fewer.match(events))
            *_, without, having = _PAPER_MS[data.name, kind]
            share = simplified.is_indexed.mean()
            note = f"{share:.0%} of constraints left; paper 2011: {without:g} ms without, {having:g} ms with it"
            records.append(faster(f"{data.name}, type {kind}: simplifier", scale, ours, peer, differences, note))
    return records


def algorithm_1(scale: str) -> list[Record]:
    """The share of pairs for which boundary discretization is wrong, and its time beside the exact relation."""
    count = 20_000 if scale == PAPER else 3_000
    regions = BUILDINGS.regions()
    rng = np.random.default_rng(5)
    records = []
    for kind in REGION_TYPES:
        events = typed_regions(kind, rng, 50)
        one, two = events[rng.integers(0, len(events), count)], regions[rng.integers(0, len(regions), count)]
        exact = median_s(partial(relations_between, one, two), 3) / count
        a, b, rows = rings_of(one), rings_of(two), np.arange(count)
        for points in DENSITIES:
            d = density(points, UNIVERSE, UNIVERSE)
            ours = median_s(partial(find_relations, a, b, rows, rows, d), 3) / count
            wrong = error_rate(one, two, d)
            note = f"{wrong:.4%} of pairs wrong; approximate by nature, never the default"
            records.append(
                faster(f"Algorithm 1, D = {points:,}, type {kind}, beside exact", scale, ours, exact, None, note)
            )
    return records


class _Predicates:
    """Which predicates an event matches: a filter if all its needed constraints hold, a predicate if a filter does."""

    def __init__(self, filters: Filters, is_indexed: NDArray[np.bool_], needed: IntArray) -> None:
        rows = np.flatnonzero(is_indexed)
        self._owners = filters.owners[rows]
        self._predicates, self._needed = filters.predicates, needed
        self._flat = FlatGeometries.from_shapely(filters.zones[rows])
        self._tree = CRTree(filters.tests[rows], self._flat.bounds)

    def match(self, events: Geometries) -> set[tuple[int, int]]:
        """Pairs of event row and predicate."""
        event_rows, rows = self._tree.match(events, self._flat)
        filters = len(self._needed)
        keys, counts = np.unique(event_rows * filters + self._owners[rows], return_counts=True)
        complete = keys[counts == self._needed[keys % filters]]
        pairs = zip((complete // filters).tolist(), self._predicates[complete % filters].tolist(), strict=True)
        return set(pairs)


def _scan(filters: Filters, events: Geometries) -> set[tuple[int, int]]:
    """Every constraint on every event, by its own predicate of GEOS on the prepared event."""
    found: set[tuple[int, int]] = set()
    for row, event in enumerate(events):
        for code in np.unique(filters.tests):
            rows = np.flatnonzero(filters.tests == code)
            event_column = np.full(len(rows), event, dtype=object)
            hits = rows[holds(TESTS[code], filters.zones[rows], event_column)]
            found |= {(row, int(hit)) for hit in hits}
    return found


def _data_sets(scale: str) -> tuple[DataSet, ...]:
    return DATA_SETS if scale == PAPER else (BUILDINGS,)
