"""What a user asks for in a scenario is a valid subscription of theirs."""

from __future__ import annotations

from broker_local.protocol.operators import Operator
from broker_local.protocol.subscription import Priority
from scripts.scenarios.asking import asks, ends
from scripts.scenarios.scenario import Doing
from tests.builders import a_zone


def test_a_user_asks_with_and_without_zone_and_filter() -> None:
    plain = asks(1.0, "ann", "s", "All", "EALocation")
    assert plain.subscription is not None
    assert (plain.subscription.owner, plain.subscription.spatial, plain.subscription.filter) == ("ann", None, None)
    zoned = asks(1.0, "ann", "s", "Some", "EALocation", a_zone(), Operator.DISJOINT, 5.0, "Speed > 3").subscription
    assert zoned is not None
    assert zoned.spatial is not None
    assert zoned.filter is not None
    assert (zoned.spatial.test, zoned.spatial.buffer_m, zoned.filter.text) == (Operator.DISJOINT, 5.0, "Speed > 3")


def test_what_matters_little_is_asked_for_as_such() -> None:
    usual, low = (asks(1.0, "ann", "s", "All", "EALocation", **more) for more in ({}, {"priority": Priority.LOW}))
    assert usual.subscription is not None
    assert low.subscription is not None
    assert (usual.subscription.options.priority, low.subscription.options.priority) == (Priority.NORMAL, Priority.LOW)


def test_a_user_ends_by_the_id() -> None:
    step = ends(2.0, "ann", "s")
    assert (step.doing, step.user, step.subscription_id) == (Doing.UNSUBSCRIBE, "ann", "s")
