"""The fifteen spatial tests as small numbers, so that a million constraints are one array of bytes."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from broker_local.protocol.operators import Operator, Relation

Test = Operator | Relation
Codes = NDArray[np.int8]

RELATIONS: tuple[Relation, ...] = tuple(Relation)  # codes 0 to 7, also those of the relation between two boxes
TESTS: tuple[Test, ...] = (*RELATIONS, *Operator)
CODE: dict[Test, int] = {test: code for code, test in enumerate(TESTS)}

# Seen from the other region: A inside B is B contains A (Konstantinidis 2011, section 3.3).
CONVERSE: dict[Relation, Relation] = {
    **{relation: relation for relation in RELATIONS},
    Relation.INSIDE: Relation.CONTAINS,
    Relation.CONTAINS: Relation.INSIDE,
    Relation.COVERS: Relation.COVERED_BY,
    Relation.COVERED_BY: Relation.COVERS,
}


def codes_of(tests: Iterable[Test]) -> Codes:
    """The tests as an array of codes."""
    return np.fromiter((CODE[test] for test in tests), dtype=np.int8)
