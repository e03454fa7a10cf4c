"""Advice is given where it helps, and never wrongly: what is covered brings nothing new, the impossible nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
import shapely

from broker_local.matching.advice import Advice, AdviceKind, Placed, advise, is_covered, why_it_never_matches
from broker_local.matching.spatial import exact
from broker_local.matching.spatial.buffers import buffered
from broker_local.protocol.certainty import Aggregation, Certainty
from broker_local.protocol.event import Event
from broker_local.protocol.filter.evaluate import satisfies
from broker_local.protocol.operators import GeometryKind, Operator, Relation
from broker_local.protocol.subscription import Priority, Subscription, SubscriptionOptions
from broker_local.protocol.topic import Attribute, AttributeType, Topic
from tests.builders import EA_LOCATION, WFIRE_RS_IMAGE, a_subscription, a_zone, an_event
from tests.random_regions import lattice_regions

ANYWHERE = Topic(
    name="Anywhere",
    geometries=frozenset(GeometryKind),
    attributes=(Attribute("Level", AttributeType.INTEGER, minimum=0, maximum=5), Attribute("Note", AttributeType.TEXT)),
)
NOON = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
LARGE, SMALL = a_zone(side_deg=0.4), a_zone(side_deg=0.1)


def placed(subscription: Subscription) -> Placed:
    spatial = subscription.spatial
    return Placed(subscription, None if spatial is None else buffered(spatial.zone, spatial.buffer_m))


def advice_for(new: Subscription, *others: Subscription, topic: Topic = EA_LOCATION) -> Advice | None:
    return advise(placed(new), [placed(other) for other in others], topic)


def test_a_filter_that_contradicts_itself_is_told() -> None:
    advice = advice_for(a_subscription(filter="Speed > 80 AND Speed < 50"))
    assert advice == Advice(
        AdviceKind.NEVER, "can never match, because no Speed satisfies Speed > 80 AND Speed < 50", None
    )


def test_a_test_that_no_event_of_the_topic_can_satisfy_is_told() -> None:
    advice = advice_for(a_subscription(zone=LARGE, test=Operator.WITHIN))
    assert advice is not None
    assert advice.sentence == "can never match, because a Polygon cannot lie within a Point"


def test_a_subscription_that_another_covers_is_told_by_the_others_name() -> None:
    north = a_subscription(zone=LARGE, filter="Speed > 50", name="North sector", id="n")
    new = a_subscription(zone=SMALL, filter="Speed > 80", name="Station 4")
    expected = Advice(AdviceKind.COVERED, "already covered by your subscription 'North sector'", "n")
    assert advice_for(new, north) == expected
    assert advice_for(north, new) is None


def test_the_first_that_covers_is_named() -> None:
    others = [a_subscription(filter="Speed > 99", id="a"), a_subscription(id="b"), a_subscription(id="c")]
    advice = advice_for(a_subscription(filter="Speed > 80"), *others)
    assert advice is not None
    assert advice.other_id == "b"


def test_a_subscription_does_not_cover_the_one_that_replaces_it() -> None:
    assert advice_for(a_subscription(zone=SMALL, id="s"), a_subscription(zone=LARGE, id="s")) is None


@pytest.mark.parametrize(
    ("new", "other"),
    [
        ({"zone": SMALL}, {"zone": SMALL}),
        ({"zone": SMALL}, {}),
        ({"filter": "Speed > 80"}, {}),
        ({"zone": SMALL, "test": Operator.CONTAIN}, {"zone": LARGE, "test": Operator.INTERSECT}),
        ({"zone": LARGE, "test": Operator.DISJOINT}, {"zone": SMALL, "test": Operator.DISJOINT}),
        ({"zone": SMALL}, {"zone": SMALL, "buffer_m": 500.0}),
        ({"zone": LARGE, "buffer_m": -500.0}, {"zone": LARGE}),
        ({"zone": (-114.07, 51.05), "buffer_m": 900.0}, {"zone": LARGE}),
    ],
)
def test_what_is_covered_is_seen_and_not_the_other_way_round(new: dict, other: dict) -> None:
    one, two = placed(a_subscription(**new)), placed(a_subscription(**other))
    assert is_covered(one, two, EA_LOCATION)
    assert is_covered(two, one, EA_LOCATION) == (new == other)


@pytest.mark.parametrize(
    ("new", "other"),
    [
        ({"topic": WFIRE_RS_IMAGE}, {}),
        ({}, {"zone": LARGE}),  # an event without a place
        ({}, {"filter": "Speed >= 0"}),
        ({"zone": LARGE}, {"zone": SMALL}),
        ({"zone": SMALL, "filter": "Speed > 50"}, {"zone": LARGE, "filter": "Speed > 80"}),
    ],
)
def test_what_is_not_covered_is_left_alone(new: dict, other: dict) -> None:
    assert not is_covered(placed(a_subscription(**new)), placed(a_subscription(**other)), EA_LOCATION)


@pytest.mark.parametrize(
    ("new_s", "other_s", "covered"), [(None, 60, False), (60, None, True), (60, 30, False), (30, 60, True)]
)
def test_one_that_expires_sooner_does_not_cover(new_s: float | None, other_s: float | None, covered: bool) -> None:
    new = a_subscription(zone=SMALL, options=SubscriptionOptions(new_s))
    other = a_subscription(zone=LARGE, options=SubscriptionOptions(other_s))
    assert is_covered(placed(new), placed(other), EA_LOCATION) is covered


@pytest.mark.parametrize(
    ("new", "other", "covered"),
    [
        ({}, {"ends_at": NOON}, False),
        ({"ends_at": NOON}, {}, True),
        ({"ends_at": NOON}, {"ends_at": NOON + timedelta(hours=1)}, True),
        ({"ends_at": NOON + timedelta(hours=1)}, {"ends_at": NOON}, False),
        ({"priority": Priority.HIGH}, {}, False),
        ({"priority": Priority.LOW}, {}, True),
        ({"priority": Priority.CRITICAL}, {"priority": Priority.CRITICAL}, True),
    ],
)
def test_one_that_ends_sooner_or_matters_less_does_not_cover(new: dict, other: dict, covered: bool) -> None:
    inner = a_subscription(zone=SMALL, options=SubscriptionOptions(**new))
    outer = a_subscription(zone=LARGE, options=SubscriptionOptions(**other))
    assert is_covered(placed(inner), placed(outer), EA_LOCATION) is covered


def random_subscription(rng: np.random.Generator, zones: np.ndarray) -> Subscription:
    filters = (
        None,
        "Level > 2",
        "Level > 3 AND Note LIKE 'a%'",
        "Level > 4 AND Level < 5",
        "Note IS NULL",
        "Level = 4",
    )
    zone = zones[rng.integers(len(zones))] if rng.random() < 0.8 else None
    tests = list(Operator)
    if zone is not None and shapely.get_dimensions(zone) == 2:
        tests += [*Relation, Operator.CONTAIN, Operator.INTERSECT]
    test = tests[rng.integers(len(tests))]
    return a_subscription(ANYWHERE, zone=zone, test=test, filter=filters[rng.integers(len(filters))])


def matches(subscription: Subscription, event: Event) -> bool:
    """Whether an event matches, asked one by one; what is no region has no relation."""
    if subscription.filter is not None and not satisfies(subscription.filter.root, event.attributes):
        return False
    spatial = subscription.spatial
    if spatial is None or event.geometry is None:
        return spatial is None
    if isinstance(spatial.test, Relation) and shapely.get_dimensions(event.geometry) < 2:
        return False
    zones, places = np.array([spatial.zone], dtype=object), np.array([event.geometry], dtype=object)
    return bool(exact.holds(spatial.test, zones, places)[0])


def test_no_event_speaks_against_an_advice() -> None:
    rng = np.random.default_rng(1)
    regions = lattice_regions(rng, 25, 3)
    lines = [shapely.LineString(xy) for xy in rng.integers(0, 4, (12, 3, 2)) if len({*map(tuple, xy.tolist())}) == 3]
    points = [shapely.Point(xy) for xy in rng.integers(0, 4, (8, 2))]
    zones = np.array([*regions[:12], *lines[:6], *points[:3]], dtype=object)
    subscriptions = [random_subscription(rng, zones) for _ in range(70)]
    places = [*regions, *lines, *points, None]
    events = [
        an_event(ANYWHERE, geometry=place, level=level, note=note)
        for place in places
        for level, note in ((3, None), (4, "abc"), (5, "b"), (None, "a"))
    ]
    matched = [{row for row, event in enumerate(events) if matches(one, event)} for one in subscriptions]
    found = 0
    for i, one in enumerate(subscriptions):
        if why_it_never_matches(placed(one), ANYWHERE):
            assert not matched[i]
        for j, two in enumerate(subscriptions):
            if is_covered(placed(one), placed(two), ANYWHERE):
                assert matched[i] <= matched[j], (one, two)
                found += i != j and bool(matched[i])
    assert found > 20


def test_a_zone_is_given_exactly_where_there_is_a_place() -> None:
    with pytest.raises(ValueError, match="expected one exactly if"):
        Placed(a_subscription(zone=SMALL, id="s"))
    with pytest.raises(ValueError, match="expected one exactly if"):
        Placed(a_subscription(), SMALL)


def test_what_must_be_surer_covers_nothing_but_its_like() -> None:
    plain = a_subscription(filter="Speed > 80", name="Fast", id="f")
    sure = replace(plain, id="s", certainty=Certainty(0.0, 0.5))
    usual = replace(plain, id="u", certainty=Certainty(aggregation=Aggregation.PRODUCT))
    bounded = replace(plain, id="b", certainty=Certainty(aggregation=Aggregation.LUKASIEWICZ))
    assert advice_for(replace(plain, id="new"), plain) is not None
    assert advice_for(sure, plain) is not None
    assert advice_for(plain, sure) is None
    assert advice_for(replace(sure, id="new"), sure) is not None
    assert advice_for(plain, usual) is not None
    assert advice_for(plain, bounded) is None
    assert advice_for(replace(bounded, id="new"), bounded) is not None


def test_a_place_that_may_be_in_error_is_covered_by_the_same_place_alone() -> None:
    hard = a_subscription(zone=LARGE, id="h")
    graded = replace(hard, id="g", certainty=Certainty())
    assert advice_for(replace(hard, id="new"), hard) is not None
    assert advice_for(replace(graded, id="new"), graded) is not None
    assert advice_for(graded, hard) is None
    assert advice_for(hard, graded) is None
    small = a_subscription(zone=SMALL, id="new")
    assert advice_for(small, hard) is not None
    assert advice_for(replace(small, certainty=Certainty()), graded) is None
    assert advice_for(graded, a_subscription(id="everything")) is not None
