"""Priorities are in order, from the least."""

from broker_local.protocol.subscription import Priority, SubscriptionOptions


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
