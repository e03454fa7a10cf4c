"""Which operators can never be true between which kinds of geometry."""

import pytest

from broker_local.protocol.operators import GeometryKind, Operator, why_never, why_never_region

P, L, A = GeometryKind.POINT, GeometryKind.LINE_STRING, GeometryKind.POLYGON
MP = GeometryKind.MULTI_POINT


@pytest.mark.parametrize(
    ("operator", "zone", "event", "possible"),
    [
        (Operator.CONTAIN, A, P, True),
        (Operator.CONTAIN, P, A, False),
        (Operator.WITHIN, P, A, True),
        (Operator.WITHIN, A, L, False),
        (Operator.TOUCH, P, P, False),
        (Operator.TOUCH, A, P, True),
        (Operator.OVERLAP, A, A, True),
        (Operator.OVERLAP, A, L, False),
        (Operator.OVERLAP, P, MP, False),
        (Operator.OVERLAP, MP, MP, True),
        (Operator.CROSS, L, L, True),
        (Operator.CROSS, A, A, False),
        (Operator.CROSS, A, P, False),
        (Operator.CROSS, A, MP, True),
        (Operator.DISJOINT, P, P, True),
        (Operator.INTERSECT, L, A, True),
    ],
)
def test_what_can_never_be_true_has_a_reason(
    operator: Operator, zone: GeometryKind, event: GeometryKind, possible: bool
) -> None:
    assert (why_never(operator, zone, event) is None) == possible


def test_relations_are_between_regions_only() -> None:
    assert why_never_region(A, GeometryKind.MULTI_POLYGON) is None
    assert "zone is a LineString" in str(why_never_region(L, A))
    assert "event is a Point" in str(why_never_region(A, P))
