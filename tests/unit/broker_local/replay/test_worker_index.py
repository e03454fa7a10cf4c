"""The matcher in a worker: from archived columns it finds what the live one finds from events."""

from __future__ import annotations

import gc
import math
from dataclasses import replace
from datetime import UTC, date, datetime, time

import numpy as np
import pyarrow as pa
import pytest

from broker_local.matching.matcher import Matcher
from broker_local.protocol.blob import BlobRef
from broker_local.protocol.certainty import Aggregation, Certainty
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.event import Event
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape, about
from broker_local.protocol.json_text import write_json
from broker_local.protocol.operators import Operator
from broker_local.protocol.subscription import Subscription
from broker_local.protocol.subscription_codec import subscription_to_object
from broker_local.protocol.topic import Attribute, AttributeType, Topic
from broker_local.replay.archived_event import ArchivedEvent
from broker_local.replay.event_schema import table_of
from broker_local.replay.journal_source import SubscriptionRow
from broker_local.replay.subscription_set import ALWAYS, _as_set, pack
from broker_local.replay.subscription_table import table_of_subscriptions
from broker_local.replay.worker_index import WorkerIndex, attribute_arrays, index_key, matching_topic, worker_index
from tests.builders import EA_LOCATION, a_subscription, a_zone, an_event
from tests.random_matching import ANYTHING, TOPICS, RandomMatching
from tests.recorded_traffic import FLOODS, TALLER_FLOODS

AT = datetime(2026, 7, 1, tzinfo=UTC)
EVERYTHING = Topic(
    "Everything", ANYTHING.geometries, tuple(Attribute(f"Its{kind.title()}", kind) for kind in AttributeType), version=1
)


def packed(subscriptions: list[Subscription], moments: tuple[int, int | None] = ALWAYS) -> bytes:
    rows = [
        SubscriptionRow(number, s.owner, s.id, write_json(subscription_to_object(s)), *moments)
        for number, s in enumerate(subscriptions)
    ]
    return pack(_as_set(table_of_subscriptions(rows), is_bounded=True))


def is_accepted(matcher: Matcher, subscription: Subscription) -> bool:
    """Whether the service would have taken it: not if its buffer leaves nothing of the zone."""
    try:
        matcher.check(subscription)
    except ProtocolError:
        return False
    return True


@pytest.mark.parametrize("seed", range(4))
def test_columns_match_what_events_match(seed: int) -> None:
    chance = RandomMatching(seed)
    subscriptions = [chance.subscription(with_buffer=seed % 2 == 1) for _ in range(120)]
    events = [event for event in (chance.event() for _ in range(80)) if event.topic == "Anything"]
    live = Matcher(TOPICS)
    subscriptions = [subscription for subscription in subscriptions if is_accepted(live, subscription)]
    live.add(range(len(subscriptions)), subscriptions)
    index = WorkerIndex(packed(subscriptions), [ANYTHING])
    ordered = table_of([ArchivedEvent(e, AT, "d", n) for n, e in enumerate(events)], ANYTHING)
    found = index.match(0, ordered)
    rows, places = found.rows, found.places
    expected = live.match([events[n] for n in ordered["seq"].to_pylist()])
    assert rows.tolist() == expected.event_rows.tolist()
    assert places.tolist() == expected.handles.tolist()
    assert len(rows) > 50


SURE = ("Speed > 3", "NOT Speed > 3", "Speed IS low", "Speed IS NOT VERY low OR Active", "Speed IS NULL", "Name = 'b'")
LOW = {"Speed": {"low": FuzzyNumber(1.0, 2.0, 1.0, 3.0, Shape.S_CURVE, Shape.GAUSSIAN)}}


def an_uncertain(chance: RandomMatching, event: Event) -> Event:
    """An event with some of its values and its place not known exactly."""
    attributes = dict(event.attributes)
    if "Speed" in attributes and chance.chance(0.6):
        low = float(chance.pick(6))
        attributes["Speed"] = FuzzyNumber(low, low + chance.pick(2), chance.pick(3), chance.pick(3))
        if chance.chance(0.2):
            attributes["Speed"] = FuzzyNumber(low, math.inf, 1.0, 0.0)
    is_point = event.geometry is not None and event.geometry.geom_type == "Point"
    return replace(event, attributes=attributes, accuracy_m=5_000.0 if is_point and chance.chance(0.5) else None)


def a_graded(chance: RandomMatching, subscription: Subscription) -> Subscription:
    spatial, certainty = subscription.spatial, None
    if spatial is not None and spatial.test in (Operator.CONTAIN, Operator.INTERSECT, Operator.DISJOINT):
        spatial = replace(spatial, soft_m=20_000.0 * chance.pick(2))
    if chance.chance(0.4):
        certainty = Certainty(0.1 * chance.pick(5), 0.1 * chance.pick(3), list(Aggregation)[chance.pick(4)])
    text = SURE[chance.pick(len(SURE))]
    chosen = parse_filter(text, ANYTHING, LOW if "low" in text else {}) if chance.chance(0.8) else None
    return replace(subscription, spatial=spatial, filter=chosen, certainty=certainty)


@pytest.mark.parametrize("only_points", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_columns_match_to_the_same_degrees(seed: int, only_points: bool) -> None:
    chance = RandomMatching(seed)
    live = Matcher(TOPICS)
    drawn = [chance.subscription(with_buffer=seed == 1) for _ in range(150)]
    kept = [one for one in drawn if one.topic == "Anything" and is_accepted(live, one)]
    subscriptions = [a_graded(chance, one) for one in kept]
    live.add(range(len(subscriptions)), subscriptions)
    events = [
        an_uncertain(chance, event) for event in (chance.event() for _ in range(100)) if event.topic == "Anything"
    ]
    if only_points:
        events = [e for e in events if e.geometry is not None and e.geometry.geom_type == "Point"]
    ordered = table_of([ArchivedEvent(e, AT, "d", n) for n, e in enumerate(events)], ANYTHING)
    found = WorkerIndex(packed(subscriptions), [ANYTHING]).match(0, ordered)
    expected = live.match([events[n] for n in ordered["seq"].to_pylist()])
    assert found.rows.tolist() == expected.event_rows.tolist()
    assert found.places.tolist() == expected.handles.tolist()
    assert found.possibility.tolist() == expected.possibility.tolist()
    assert found.necessity.tolist() == expected.necessity.tolist()
    assert (found.necessity < 1.0).sum() > 20


def test_crisp_subscriptions_see_imprecise_values_and_not_the_errors_of_places() -> None:
    wishes = [a_subscription(filter="Speed > 50"), a_subscription(zone=a_zone())]
    off = replace(an_event(speed=about(45.0, 20.0)), accuracy_m=1e6)
    table = table_of([ArchivedEvent(off, AT, "d", 0)], EA_LOCATION)
    found = WorkerIndex(packed(wishes), [EA_LOCATION]).match(0, table)
    pairs = zip(found.places.tolist(), found.possibility.tolist(), found.necessity.tolist(), strict=True)
    assert list(pairs) == [(0, pytest.approx(0.75), 0.0), (1, 1.0, 1.0)]


@pytest.mark.parametrize(
    "filter",
    [
        "ItsText = 'a'",
        "ItsInteger = 9007199254740993",
        "ItsNumber < 2",
        "ItsBoolean",
        "ItsBoolean = FALSE",
        "ItsDate >= DATE('2026-07-01')",
        "ItsTime < '12:00:00.000001'",
        "ItsTimestamp > TIMESTAMP('2026-07-01T00:00:00Z')",
        "ItsBinary IS NOT NULL",
        "ItsTime IS NULL AND ItsInteger IS NULL AND ItsBoolean IS NULL",
    ],
)
def test_every_type_of_attribute_is_compared_as_live(filter: str) -> None:
    given = [
        {},
        {
            "itstext": "a",
            "itsinteger": 2**53 + 1,
            "itsnumber": 1.5,
            "itsboolean": True,
            "itsdate": date(2026, 7, 1),
            "itstime": time(12),
            "itstimestamp": AT.replace(microsecond=1),
            "itsbinary": BlobRef("ab" * 32, 3),
        },
        {
            "itstext": "b",
            "itsinteger": 2**53,
            "itsnumber": 2.0,
            "itsboolean": False,
            "itsdate": date(2026, 6, 30),
            "itsbinary": b"x",
        },
        {"itstime": time(12, 0, 0, 1), "itstimestamp": AT},
    ]
    events = [an_event(EVERYTHING, id=f"e{n}", **values) for n, values in enumerate(given)]
    subscription = a_subscription(EVERYTHING, filter=filter)
    live = Matcher({"Everything": EVERYTHING})
    live.add([0], [subscription])
    table = table_of([ArchivedEvent(e, AT, "d", n) for n, e in enumerate(events)], EVERYTHING)
    rows = WorkerIndex(packed([subscription]), [EVERYTHING]).match(0, table).rows
    assert rows.tolist() == live.match(events).event_rows.tolist()
    assert 0 < len(rows) < 4


def test_a_subscription_matches_from_its_beginning_until_before_its_end() -> None:
    moments = [AT.replace(microsecond=micro) for micro in (4, 5, 8, 9)]
    table = table_of([ArchivedEvent(an_event(), at, "d", n) for n, at in enumerate(moments)], EA_LOCATION)
    first = table["accepted_at"].cast(pa.int64())[0].as_py() - 4
    index = WorkerIndex(packed([a_subscription()], (first + 5, first + 9)), [EA_LOCATION])
    rows = index.match(0, table).rows
    assert table["seq"].to_numpy()[rows].tolist() == [1, 2]


def test_a_later_filter_is_asked_of_earlier_events_as_if_they_lacked_the_attribute() -> None:
    eras = [FLOODS, TALLER_FLOODS]
    wish = a_subscription(TALLER_FLOODS, filter="River IS NULL AND Depth > 1")
    table = table_of([ArchivedEvent(an_event(FLOODS, depth=2.0), AT, "d", 1)], FLOODS)
    assert WorkerIndex(packed([wish]), eras).match(0, table).rows.tolist() == [0]


def test_events_of_another_schema_of_that_name_are_passed_over_by_filters_they_cannot_meet() -> None:
    other = replace(FLOODS, attributes=(Attribute("Depth", AttributeType.TEXT),))
    table = table_of([ArchivedEvent(an_event(other, depth="deep"), AT, "d", 1)], other)
    wishes = [a_subscription(FLOODS, filter="Depth > 1"), a_subscription(FLOODS)]
    assert WorkerIndex(packed(wishes), [other, FLOODS]).match(0, table).places.tolist() == [1]


def test_the_newest_schema_that_still_fits_is_matched_with() -> None:
    other = replace(FLOODS, attributes=(Attribute("Depth", AttributeType.TEXT),))
    assert matching_topic([FLOODS, other, TALLER_FLOODS], 0) == TALLER_FLOODS
    assert matching_topic([FLOODS, other], 0) == FLOODS


def test_only_what_filters_ask_for_is_made_into_arrays() -> None:
    table = table_of([ArchivedEvent(an_event(speed=90.0), AT, "d", 1)], EA_LOCATION)
    arrays = attribute_arrays(table, EA_LOCATION, EA_LOCATION, frozenset({"Speed"}))
    assert {name: array.tolist() for name, array in arrays.items()} == {"Speed": [90.0]}
    assert isinstance(arrays["Speed"], np.ndarray)


def test_an_index_is_built_once_for_what_is_broadcast() -> None:
    asked: list[str] = []

    def index(id: str, topic: Topic) -> WorkerIndex:
        content = packed([a_subscription(topic, id=id)])

        def broadcast() -> bytes:
            asked.append(id)
            return content

        return worker_index(index_key(content, [topic]), broadcast, [topic])

    first = index("a", EA_LOCATION)
    assert index("a", EA_LOCATION) is first
    assert asked == ["a"]
    assert index("b", EA_LOCATION) is not first
    assert index("b", FLOODS) is not index("b", TALLER_FLOODS)
    assert asked == ["a", "b", "b", "b"]


def test_the_same_subscriptions_with_other_schemas_are_another_index() -> None:
    content = packed([a_subscription(FLOODS)])
    assert index_key(content, [FLOODS]) != index_key(content, [TALLER_FLOODS])
    assert index_key(content, [FLOODS]) == index_key(bytes(content), [FLOODS])


def test_what_a_worker_keeps_is_not_looked_through_for_garbage_after_each_task() -> None:
    index = WorkerIndex(packed([a_subscription()]), [EA_LOCATION])
    event = an_event()
    index.match(0, table_of([ArchivedEvent(event, event.time, "")], EA_LOCATION))
    built = index._by_era[0].matcher
    assert not any(one is built for one in gc.get_objects())
    assert gc.isenabled()
