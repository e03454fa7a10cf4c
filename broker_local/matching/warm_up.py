"""Makes the kernels ready before the first event comes: compiled once on a machine, then loaded from a cache.

A small matcher of every sort of part is filled and asked, so that no officer waits for a compiler.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.certainty import Aggregation, Certainty
from broker_local.protocol.event import Event
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.filter.tree import And, Comparator, Comparison, Filter, Is, Or
from broker_local.protocol.fuzzy_number import about, trapezoid
from broker_local.protocol.operators import GeometryKind, Operator, Relation
from broker_local.protocol.subscription import SpatialPredicate, Subscription
from broker_local.protocol.topic import Attribute, AttributeType, AttributeValue, Topic

from .matcher import Matcher
from .plan import Expected

_MOMENT = datetime(2000, 1, 1, tzinfo=UTC)
_TOPIC = Topic(
    name="Anything",
    geometries=frozenset(GeometryKind),
    attributes=tuple(Attribute(kind.name.title(), kind) for kind in AttributeType),
)
_FILTERS = (
    None,
    "Number > 3",
    "Text LIKE 'a%' OR NOT (Number BETWEEN 1 AND 2 AND Text IS NOT NULL)",
    "Boolean AND Date > DATE('1999-01-01')",
    "Time < '12:00' AND Timestamp >= TIMESTAMP('1999-01-01T00:00:00Z') AND Number IN (1, 5)",
)
_ATTRIBUTES: dict[str, AttributeValue] = {
    "Number": 5,
    "Text": "abc",
    "Boolean": True,
    "Date": _MOMENT.date(),
    "Time": _MOMENT.time(),
    "Timestamp": _MOMENT,
}
_IMPRECISE = {**_ATTRIBUTES, "Number": about(5.0, 2.0)}
_HIGH = Is("Number", "high", trapezoid(2.0, 4.0, 9.0, 12.0))
_FEW, _ENOUGH = 4, 40  # zones of a sort: so few that they are not indexed, and enough for it


def warm_up() -> None:
    """Compile, or load, all that matching uses: with and without indexes, with either part tested first."""
    for count in (_FEW, _ENOUGH):
        for plan in (_place_first, _attributes_first):
            _fill_and_ask(Matcher({_TOPIC.name: _TOPIC}, plan=plan), count)


def _place_first(_: Expected) -> bool:
    return True


def _attributes_first(_: Expected) -> bool:
    return False


def _fill_and_ask(matcher: Matcher, count: int) -> None:
    subscriptions = [
        Subscription(f"{number}", "nobody", "zone", _TOPIC.name, spatial, parse_filter(text, _TOPIC) if text else None)
        for text in _FILTERS
        for number, spatial in enumerate([None, *_constraints(count)])
    ]
    matcher.add(range(len(subscriptions)), subscriptions)
    matcher.add(range(len(subscriptions), len(subscriptions) + count), _graded(count))
    matcher.match([_event(shapely.Point(0.5, 0.5))])
    matcher.match([_event(place) for place in (shapely.box(0, 0, 3, 3), shapely.LineString([(0, 0), (9, 9)]), None)])
    matcher.match([replace(_event(shapely.Point(0.5, 0.5)), attributes=_IMPRECISE, accuracy_m=9.0)] * _ENOUGH)
    matcher.add([len(subscriptions)], [subscriptions[1]])
    matcher.remove(range(0, len(subscriptions), 2))
    matcher.match([_event(shapely.Point(number / 7, 0.5)) for number in range(100)])


def _constraints(count: int) -> list[SpatialPredicate]:
    tests: list[Operator | Relation] = [*Operator, *Relation]
    areas = [shapely.Point(number % 9, number // 9).buffer(1.5) for number in range(count)]
    lines = [shapely.LineString([(number, 0), (0, number + 1)]) for number in range(count)]
    on_areas = [SpatialPredicate(area, tests[number % len(tests)]) for number, area in enumerate(areas)]
    return on_areas + [SpatialPredicate(line, Operator.INTERSECT) for line in lines]


def _graded(count: int) -> list[Subscription]:
    """By terms, with soft edges, with both parts and with one; as few of each as there can be of so many."""
    soft = SpatialPredicate(shapely.box(0, 0, 1, 1), Operator.CONTAIN, soft_m=100.0)
    tree = Filter("", Or((_HIGH, And((_HIGH, Comparison("Number", Comparator.GREATER, 3.0))))))
    both, filters, zones = (soft, Filter("", _HIGH)), (None, tree), (soft, None)
    edge = (SpatialPredicate(shapely.box(0, 0, 1, 1), Operator.TOUCH), tree)
    wish = Certainty(0.1, 0.0, Aggregation.PRODUCT)
    parts = [both, filters, zones, edge] * count
    return [Subscription(f"g{at}", "nobody", "zone", _TOPIC.name, *parts[at], certainty=wish) for at in range(count)]


def _event(place: BaseGeometry | None) -> Event:
    return Event("event", _TOPIC.name, place, _ATTRIBUTES, _MOMENT)
