"""The cheaper order is chosen at the extremes, where there is no doubt about it."""

from broker_local.matching.plan import Expected, is_place_first


def test_few_zones_at_a_place_and_many_true_filters_ask_for_the_place_first() -> None:
    assert is_place_first(Expected(events=1_000, pairs_by_place=10.0, pairs_by_filter=5_000_000))


def test_rare_filters_and_zones_that_are_nearly_everywhere_ask_for_the_filter_first() -> None:
    assert not is_place_first(Expected(events=1_000, pairs_by_place=100_000.0, pairs_by_filter=20))


def test_filters_that_cannot_be_true_end_the_matter() -> None:
    assert not is_place_first(Expected(events=1_000, pairs_by_place=0.0, pairs_by_filter=0))
