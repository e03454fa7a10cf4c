"""Priorities are in order, from the least; what asks for degrees says so."""

from dataclasses import replace
from typing import Any

import pytest

from broker_local.protocol.certainty import Certainty
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.operators import Operator
from broker_local.protocol.subscription import Priority, SpatialPredicate, SubscriptionOptions
from tests.builders import EA_LOCATION, a_subscription, a_zone


def test_what_matters_more_ranks_higher() -> None:
    assert sorted(Priority, key=lambda priority: -priority.rank) == [
        Priority.CRITICAL,
        Priority.HIGH,
        Priority.NORMAL,
        Priority.LOW,
    ]


def test_a_subscription_without_wishes_is_an_ordinary_one_that_does_not_end() -> None:
    usual = SubscriptionOptions()
    assert (usual.priority, usual.sound, usual.colour, usual.ends_at) == (Priority.NORMAL, None, None, None)


@pytest.mark.parametrize(
    ("changes", "is_graded"),
    [
        ({}, False),
        ({"filter": parse_filter("Speed > 80", EA_LOCATION)}, False),
        ({"filter": parse_filter("Speed > 80 OR NOT (Speed < 3 AND Speed IS fast)", EA_LOCATION)}, True),
        ({"certainty": Certainty()}, True),
        ({"spatial": SpatialPredicate(a_zone(), Operator.CONTAIN)}, False),
        ({"spatial": SpatialPredicate(a_zone(), Operator.CONTAIN, soft_m=10.0)}, True),
    ],
    ids=str,
)
def test_a_subscription_is_graded_by_a_term_a_soft_edge_or_a_wish(changes: dict[str, Any], is_graded: bool) -> None:
    assert replace(a_subscription(), **changes).is_graded == is_graded
