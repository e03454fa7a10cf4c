"""Small builders of protocol values for tests: say what matters, the rest is filled in.

an_event(speed=90)                                  an asset in Calgary, at 90 km/h
an_event("WSObservation", geometry="POINT (0 0)")   a sensor somewhere else
a_subscription(zone=a_zone(side_deg=2), filter="Speed > 80")
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from datetime import UTC, date, datetime, time

import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.event import Event
from broker_local.protocol.event_codec import encode_event
from broker_local.protocol.filter.tree import Filter, Node
from broker_local.protocol.operators import GeometryKind, Operator, Relation
from broker_local.protocol.subscription import SpatialPredicate, Subscription, SubscriptionOptions
from broker_local.protocol.topic import Attribute, AttributeType, AttributeValue, TimeSource, Topic

CALGARY = (-114.07, 51.05)
POSITION = shapely.Point(CALGARY)
A_MOMENT = datetime(2008, 4, 12, 14, 15, 21, 245_000, tzinfo=UTC)

Place = BaseGeometry | str | tuple[float, float] | None  # a geometry, its WKT, or lon/lat

# Thesis tables 4.1 to 4.4.
EA_LOCATION = Topic(
    name="EALocation",
    title="Emergency asset locations",
    geometries=frozenset({GeometryKind.POINT}),
    attributes=(
        Attribute("AssetID", AttributeType.TEXT, mandatory=True),
        Attribute("AssetName", AttributeType.TEXT),
        Attribute("Speed", AttributeType.NUMBER, mandatory=True, unit="km/h", minimum=0),
        Attribute("PosDate", AttributeType.DATE, mandatory=True),
        Attribute("PosTime", AttributeType.TIME, mandatory=True),
    ),
    happened=TimeSource(date="PosDate", time="PosTime"),
    key="AssetID",
)
WS_OBSERVATION = Topic(
    name="WSObservation",
    title="Wireless sensor observations",
    geometries=frozenset({GeometryKind.POINT}),
    attributes=(
        Attribute("SensorID", AttributeType.TEXT, mandatory=True),
        Attribute("SensorName", AttributeType.TEXT),
        Attribute("Temperature", AttributeType.NUMBER, mandatory=True, unit="°C"),
        Attribute("Humidity", AttributeType.NUMBER, mandatory=True, minimum=0, maximum=1),
        Attribute("ObsDate", AttributeType.DATE, mandatory=True),
        Attribute("ObsTime", AttributeType.TIME, mandatory=True),
    ),
    happened=TimeSource(date="ObsDate", time="ObsTime"),
    key="SensorID",
)
FIRE_INC_REPORTS = Topic(
    name="FireIncReports",
    title="Fire incident reports",
    geometries=frozenset({GeometryKind.POINT}),
    attributes=(
        Attribute("Address", AttributeType.TEXT),
        Attribute("IncDate", AttributeType.DATE),
        Attribute("IncTime", AttributeType.TIME),
        Attribute("ReportID", AttributeType.TEXT),
        Attribute("Reporter", AttributeType.TEXT),
        Attribute("IncCause", AttributeType.TEXT, values=("Electricity", "Human", "Lightning", "Gas")),
        Attribute("IncPhoto", AttributeType.BINARY),
        Attribute("Description", AttributeType.TEXT),
    ),
    geometry_unless="Address",
    happened=TimeSource(date="IncDate", time="IncTime"),
    key="ReportID",
)
WFIRE_RS_IMAGE = Topic(
    name="WFireRSImage",
    title="Wildfire remote sensing images",
    geometries=frozenset({GeometryKind.POLYGON}),
    attributes=(
        Attribute("RasterFile", AttributeType.BINARY, mandatory=True),
        Attribute("RasterDate", AttributeType.DATE, mandatory=True),
        Attribute("RasterTime", AttributeType.TIME, mandatory=True),
        Attribute("RasterDesc", AttributeType.TEXT),
    ),
    geometry_unless="RasterFile",
    happened=TimeSource(date="RasterDate", time="RasterTime"),
)
TOPICS: Mapping[str, Topic] = {t.name: t for t in (EA_LOCATION, WS_OBSERVATION, FIRE_INC_REPORTS, WFIRE_RS_IMAGE)}

_USUAL: Mapping[str, Mapping[str, AttributeValue]] = {
    "EALocation": {"AssetID": "A1", "Speed": 63, "PosDate": date(2008, 4, 12), "PosTime": time(14, 15, 21, 245_000)},
    "WSObservation": {
        "SensorID": "S1",
        "Temperature": 12.5,
        "Humidity": 0.24,
        "ObsDate": date(2008, 8, 5),
        "ObsTime": time(14, 15, 21, 245_000),
    },
    "FireIncReports": {"ReportID": "I198", "IncCause": "Human", "Reporter": "Kassab"},
    "WFireRSImage": {"RasterFile": b"II*\x00", "RasterDate": date(2008, 3, 2), "RasterTime": time(11, 25, 35, 100_000)},
}
_numbers = itertools.count(1)


def a_geometry(place: Place) -> BaseGeometry | None:
    """The geometry that a test names by a geometry, by WKT or by lon/lat."""
    if isinstance(place, str):
        return shapely.from_wkt(place)
    return shapely.Point(place) if isinstance(place, tuple) else place


def a_zone(lon: float = CALGARY[0], lat: float = CALGARY[1], side_deg: float = 0.2) -> shapely.Polygon:
    """A square around a position, in degrees."""
    half = side_deg / 2
    return shapely.box(lon - half, lat - half, lon + half, lat + half)


def an_event(
    topic: str | Topic = "EALocation",
    *,
    geometry: Place = POSITION,
    id: str | None = None,
    time: datetime = A_MOMENT,
    publisher: str | None = None,
    **attributes: AttributeValue | None,
) -> Event:
    """An event of a topic with its usual attributes; `speed=90` changes one, `speed=None` leaves it out."""
    schema = topic if isinstance(topic, Topic) else TOPICS[topic]
    given: dict[str, AttributeValue | None] = dict(_USUAL.get(schema.name, {}))
    for name, value in attributes.items():
        attribute = schema.find(name)
        if attribute is None:
            raise KeyError(f"{schema.name} has no attribute {name}")
        given[attribute.name] = value
    return Event(
        id=id or f"event-{next(_numbers)}",
        topic=schema.name,
        geometry=a_geometry(geometry),
        attributes={name: value for name, value in given.items() if value is not None},
        time=time,
        publisher=publisher,
    )


def a_feature(event: Event) -> dict[str, object]:
    """An event as parsed JSON: to be changed, or sent among others."""
    feature: dict[str, object] = json.loads(encode_event(event))
    return feature


def a_subscription(
    topic: str | Topic = "EALocation",
    *,
    zone: Place = None,
    test: Operator | Relation = Operator.CONTAIN,
    buffer_m: float = 0.0,
    filter: Filter | Node | str | None = None,
    id: str | None = None,
    owner: str = "officer",
    name: str = "North sector",
    options: SubscriptionOptions | None = None,
) -> Subscription:
    """A subscription to all of a topic, unless a zone or a filter (also as text or as a tree) narrows it."""
    schema = topic if isinstance(topic, Topic) else TOPICS[topic]
    place = a_geometry(zone)
    return Subscription(
        id=id or f"subscription-{next(_numbers)}",
        owner=owner,
        name=name,
        topic=schema.name,
        spatial=None if place is None else SpatialPredicate(place, test, buffer_m),
        filter=_a_filter(filter, schema),
        options=options or SubscriptionOptions(),
    )


def _a_filter(given: Filter | Node | str | None, schema: Topic) -> Filter | None:
    if given is None or isinstance(given, Filter):
        return given
    if isinstance(given, str):
        from broker_local.protocol.filter.parser import parse_filter

        return parse_filter(given, schema)
    return Filter(str(given), given)
