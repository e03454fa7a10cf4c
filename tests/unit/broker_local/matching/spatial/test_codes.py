"""Tests and their codes translate into each other, and every relation has its converse."""

from __future__ import annotations

import numpy as np
import shapely

from broker_local.matching.spatial.codes import CODE, CONVERSE, RELATIONS, TESTS, codes_of
from broker_local.matching.spatial.exact import relation_of_matrix
from broker_local.protocol.operators import Operator, Relation
from tests.random_regions import lattice_regions


def test_every_test_has_a_code_of_its_own_and_relations_come_first() -> None:
    assert [TESTS[CODE[test]] for test in TESTS] == [*Relation, *Operator]
    assert codes_of(RELATIONS).tolist() == list(range(8))


def test_codes_fit_a_byte() -> None:
    codes = codes_of([Operator.INTERSECT, Relation.DISJOINT])
    assert codes.dtype == np.int8
    assert codes.tolist() == [len(TESTS) - 1, 0]


def test_the_converse_is_the_relation_seen_from_the_other_region() -> None:
    regions = lattice_regions(np.random.default_rng(1), 160, 4)
    there, back = shapely.relate(regions[:, None], regions), shapely.relate(regions, regions[:, None])
    seen = {(relation_of_matrix(a), relation_of_matrix(b)) for a, b in zip(there.ravel(), back.ravel())}
    assert seen == set(CONVERSE.items())
