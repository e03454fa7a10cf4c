"""Random subscriptions and events for comparing matchers: on a coarse grid, so that touching and equal are frequent."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.event import Event
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.filter.tree import Filter
from broker_local.protocol.operators import GeometryKind, Operator, Relation
from broker_local.protocol.subscription import SpatialPredicate, Subscription
from broker_local.protocol.topic import Attribute, AttributeType, AttributeValue, Topic

ANYTHING = Topic(
    name="Anything",
    geometries=frozenset(GeometryKind),
    attributes=(
        Attribute("Speed", AttributeType.NUMBER),
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
