"""Random subscriptions and events for comparing matchers: on a coarse grid, so that touching and equal are frequent."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.certainty import Aggregation, Certainty
from broker_local.protocol.event import Event, PlacedBy, Placement
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.filter.tree import Filter
from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape, trapezoid
from broker_local.protocol.operators import GeometryKind, Operator, Relation
from broker_local.protocol.subscription import SpatialPredicate, Subscription
from broker_local.protocol.subscription_codec import why_not_soft
from broker_local.protocol.term import Term
from broker_local.protocol.topic import Attribute, AttributeType, AttributeValue, Topic

_TERMS = (
    Term("fast", FuzzyNumber(5.0, math.inf, left=3.0)),
    Term("slow", FuzzyNumber(-math.inf, 1.0, right=2.0, right_shape=Shape.S_CURVE)),
    Term("usual", trapezoid(1.0, 2.0, 3.0, 5.0, Shape.GAUSSIAN)),
    Term("stepped", trapezoid(1.0, 2.5, 3.0, 4.5, Shape.STEP)),
    Term("even", FuzzyNumber(2.0, 4.0)),
)
ANYTHING = Topic(
    name="Anything",
    geometries=frozenset(GeometryKind),
    attributes=(
        Attribute("Speed", AttributeType.NUMBER, terms=_TERMS),
        Attribute("Name", AttributeType.TEXT),
        Attribute("Active", AttributeType.BOOLEAN),
        Attribute("Day", AttributeType.DATE),
    ),
    geometry_unless="Name",
)
ANOTHER = Topic(name="Another", geometries=frozenset(GeometryKind), attributes=ANYTHING.attributes)
TOPICS = {topic.name: topic for topic in (ANYTHING, ANOTHER)}
TESTS: tuple[Operator | Relation, ...] = (*Operator, *Relation)
A_MOMENT = datetime(2026, 7, 1, tzinfo=UTC)

_FILTERS = tuple(
    parse_filter(text, ANYTHING)
    for text in (
        "Speed > 3",
        "Speed <= 3",
        "Speed = 2",
        "Speed <> 2",
        "Speed BETWEEN 1 AND 4",
        "Speed NOT BETWEEN 1 AND 4",
        "Speed IN (1, 3, 5)",
        "Speed IS NULL",
        "Speed IS NOT NULL AND Name IS NULL",
        "Name = 'b'",
        "Name LIKE 'a%'",
        "Name NOT LIKE '%b'",
        "Name IN ('a', 'ab') OR Speed > 4",
        "NOT (Name = 'a' AND Speed > 2)",
        "NOT (Name = 'a' OR NOT Active)",
        "Active",
        "Active = FALSE AND Speed < 4",
        "Day >= DATE('2026-07-02')",
        "Day < DATE('2026-07-02') OR (Speed = 1 AND Name <> 'b')",
        "(Speed > 1 OR Name = 'a') AND (Speed < 5 OR Active) AND NOT Name LIKE 'c_'",
    )
)
# Least degrees are such as come up by themselves in no match: at the limit itself the last bit would decide.
_GRADED_FILTERS = tuple(
    parse_filter(text, ANYTHING)
    for text in (
        "Speed IS fast",
        "Speed IS VERY slow",
        "Speed IS NOT SOMEWHAT usual",
        "Speed IS stepped",
        "Speed IS even AND Speed > 2",
        "NOT (Speed IS fast AND Active)",
        "Speed IS usual WITH weight = 3 AND Name LIKE 'a%'",
        "Speed IS fast WITH possibility >= 0.4007 OR Speed IS slow WITH necessity >= 0.2003",
        "Speed IS fast OR (Name = 'b' AND Speed IS NOT VERY fast)",
        "Speed IS NOT fast WITH possibility >= 0.3007 AND necessity >= 0.1003 AND weight = 0.5 AND Day IS NOT NULL",
        "Speed IS fast OR Name IS NULL",
        "NOT (Speed IS usual OR NOT Active) OR Day < DATE('2026-07-02')",
    )
)
_AGGREGATIONS = tuple(Aggregation)
_LEAST = (0.0, 0.0, 0.2503, 0.6007)
_SPREADS = (0.0, 0.5, 1.0, 2.5)


class RandomMatching:
    """Everything from one seed."""

    def __init__(self, seed: int, grid: int = 6) -> None:
        self._rng = np.random.default_rng(seed)
        self._grid = grid
        self._number = 0

    def chance(self, share: float) -> bool:
        """True with this probability."""
        return bool(self._rng.random() < share)

    def pick(self, count: int) -> int:
        """A number below `count`."""
        return int(self._rng.integers(count))

    def geometry(self) -> BaseGeometry:
        """A valid geometry of any kind, its vertices on the grid, now and then between."""
        while True:
            made = self._attempt(self.pick(7))
            is_wanted = made.geom_type != "GeometryCollection" and made.is_valid and not made.is_empty
            if is_wanted and (made.length > 0 or made.geom_type.endswith("Point")):
                return made

    def subscription(self, with_buffer: bool = False) -> Subscription:
        """A subscription with any parts; never one that would be refused."""
        self._number += 1
        spatial = None
        while self.chance(0.8) and spatial is None:
            zone, test = self.geometry(), TESTS[self.pick(len(TESTS))]
            buffer_m = (300.0, 4_000.0, -400.0)[self.pick(3)] if with_buffer and self.chance(0.5) else 0.0
            if buffer_m < 0 and shapely.get_dimensions(zone) < 2:
                buffer_m = -buffer_m
            if isinstance(test, Relation) and shapely.get_dimensions(zone) < 2 and buffer_m == 0:
                continue
            spatial = SpatialPredicate(zone, test, buffer_m)
        chosen: Filter | None = _FILTERS[self.pick(len(_FILTERS))] if self.chance(0.5) else None
        topic = "Another" if self.chance(0.15) else "Anything"
        return Subscription(f"s{self._number}", "officer", "zone", topic, spatial, chosen)

    def event(self) -> Event:
        """An event, sometimes without a place, often without some attributes."""
        self._number += 1
        attributes: dict[str, AttributeValue] = {}
        if self.chance(0.8):
            attributes["Speed"] = self.pick(7)
        if self.chance(0.7):
            attributes["Name"] = ("a", "b", "ab", "cd")[self.pick(4)]
        if self.chance(0.7):
            attributes["Active"] = self.chance(0.5)
        if self.chance(0.7):
            attributes["Day"] = date(2026, 7, 1) + timedelta(days=self.pick(3))
        place = None if self.chance(0.05) else self.geometry() if self.chance(0.5) else self._attempt(0)
        return Event(f"e{self._number}", "Another" if self.chance(0.15) else "Anything", place, attributes, A_MOMENT)

    def graded_subscription(self) -> Subscription:
        """One that may ask by terms, with a soft edge, or for how sure a match must be; or that does not."""
        asked = self.subscription(with_buffer=self.chance(0.2))
        if asked.spatial is not None:  # not buffered away to nothing
            asked = replace(asked, spatial=replace(asked.spatial, buffer_m=abs(asked.spatial.buffer_m)))
        if self.chance(0.5):
            asked = replace(asked, filter=_GRADED_FILTERS[self.pick(len(_GRADED_FILTERS))])
        if self.chance(0.6):
            least = _LEAST[self.pick(len(_LEAST))], _LEAST[self.pick(len(_LEAST))]
            asked = replace(asked, certainty=Certainty(*least, _AGGREGATIONS[self.pick(len(_AGGREGATIONS))]))
        if asked.spatial is not None and self.chance(0.5) and why_not_soft(asked.spatial.test, ANYTHING) is None:
            asked = replace(asked, spatial=replace(asked.spatial, soft_m=(150.0, 900.0, 5_000.0)[self.pick(3)]))
        return asked

    def graded_event(self) -> Event:
        """An event whose speed and place may be known exactly or not."""
        event = self.event()
        if "Speed" in event.attributes and self.chance(0.7):
            event = replace(event, attributes={**event.attributes, "Speed": self.imprecise()})
        if event.geometry is None or event.geometry.geom_type != "Point" or self.chance(0.4):
            return event
        if self.chance(0.7):
            return replace(event, accuracy_m=(0.0, 25.0, 400.0, 3_000.0)[self.pick(4)])
        confidence = (1.0, 0.5, 0.05)[self.pick(3)]
        return replace(event, placed=Placement(PlacedBy.ADDRESS, confidence, (60.0, 1_200.0)[self.pick(2)]))

    def imprecise(self) -> FuzzyNumber:
        """A speed that is not known exactly; steps are where no step of a term is, since there the last bit decides."""
        shapes = [shape for shape in Shape if shape is not Shape.STEP]
        low = float(self.pick(7))
        if self.chance(0.2):
            shapes, low = [Shape.STEP], low + 0.1
        high = low + float(self.pick(3)) / 2
        left, right = _SPREADS[self.pick(4)], _SPREADS[self.pick(4)]
        if self.chance(0.1):
            return FuzzyNumber(low, math.inf, left)
        shape = shapes[self.pick(len(shapes))], shapes[self.pick(len(shapes))]
        return FuzzyNumber(low, high, left, right or 0.5, *shape)

    def _attempt(self, kind: int) -> BaseGeometry:
        match kind:
            case 0:
                return shapely.Point(self._vertices(1)[0])
            case 1:
                return shapely.LineString(self._vertices(2 + self.pick(3)))
            case 2:
                return shapely.MultiPoint(self._vertices(1 + self.pick(4)))
            case 3:
                return shapely.MultiLineString([self._vertices(2), self._vertices(3)])
            case 4:
                return self._area().union(self._area())
            case 5:
                return self._area().difference(self._area())
            case _:
                return self._area()

    def _area(self) -> BaseGeometry:
        if self.chance(0.4):
            (left, bottom), (right, top) = np.sort(self._vertices(2), axis=0)
            return shapely.box(left, bottom, right + 0.01, top + 0.01)
        return shapely.convex_hull(shapely.MultiPoint(self._vertices(4 + self.pick(4)))).buffer(0)

    def _vertices(self, count: int) -> np.ndarray:
        vertices = self._rng.integers(0, self._grid, (count, 2)).astype(np.float64)
        if self.chance(0.2):
            vertices += self._rng.uniform(0, 1, (count, 2))
        return np.round(vertices, 6) * 0.01 + (-114.0, 51.0)
