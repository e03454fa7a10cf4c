"""A row as the feature that a publisher would have sent, so that it is checked as any event is."""

from __future__ import annotations

from datetime import UTC, datetime

import shapely

from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.event import Event
from broker_local.protocol.event_codec import RejectedFeature, events_of_message
from broker_local.protocol.times import write_timestamp
from broker_local.protocol.topic import Topic

from .cell_values import is_blank, number_of, value_for
from .column_map import ID, LAT, LON, WKT, ColumnMap
from .import_plan import ImportPlan
from .place_errors import stated_accuracy
from .rows import GeoJson, Row, as_geojson, mended

_NEVER = datetime.max.replace(tzinfo=UTC)  # every row says when it happened


def event_of(row: Row, topic: Topic, parts: ColumnMap, plan: ImportPlan) -> Event:
    """The event that a row tells; raises what is wrong with it."""
    feature = _feature(row, topic, parts, plan)
    (found,) = events_of_message(feature, b"", {topic.name: topic}, _NEVER, topic.name)
    if isinstance(found, RejectedFeature):
        raise found.error
    return found


def _feature(row: Row, topic: Topic, parts: ColumnMap, plan: ImportPlan) -> dict[str, object]:
    reading = plan.reading
    properties: dict[str, object] = {"Topic": topic.name}
    for name, column in parts.attributes.items():
        value = row.values.get(column)
        if not is_blank(value):
            properties[name] = value_for(topic.by_name[name].type, value, reading, column)
    happened = topic.happened
    own = (happened.timestamp,) if happened.timestamp else (happened.date, happened.time)
    is_timed = None not in own and all(name in properties for name in own)
    moment = None if is_timed else reading.of_row(row.values, parts.roles) or plan.at
    if moment is None and not is_timed:
        raise ProtocolError("time", expected=row.time_from, got=Given("nothing"), hint="or say it with --at")
    if moment is not None:
        _fill_in(properties, topic, moment)
    geometry = _geometry(row, parts)
    if geometry is not None and plan.is_mended:
        geometry = mended(geometry)
    feature: dict[str, object] = {"type": "Feature", "geometry": geometry, "properties": properties}
    if geometry is not None and geometry.get("type") == "Point":
        feature |= stated_accuracy(row.values, parts.roles)
    if moment is not None:
        feature["time"] = write_timestamp(moment)
    given = row.values.get(parts.roles[ID]) if ID in parts.roles else None
    if not is_blank(given):
        feature["id"] = str(given)
    if (row.crs or plan.crs) is not None:
        feature["crs"] = row.crs or plan.crs
    return feature


def _fill_in(properties: dict[str, object], topic: Topic, moment: datetime) -> None:
    """The attributes by which a topic's events say when they happened."""
    if topic.happened.timestamp is not None:
        properties[topic.happened.timestamp] = write_timestamp(moment)
    if topic.happened.date is not None and topic.happened.time is not None:
        properties[topic.happened.date] = moment.date().isoformat()
        properties[topic.happened.time] = moment.time().isoformat()


def _geometry(row: Row, parts: ColumnMap) -> GeoJson | None:
    if row.geometry is not None:
        return row.geometry
    roles = parts.roles
    if WKT in roles and not is_blank(row.values.get(roles[WKT])):
        text = str(row.values[roles[WKT]])
        try:
            return as_geojson(shapely.force_2d(shapely.from_wkt(text)))
        except shapely.errors.GEOSException as error:
            raise ProtocolError(roles[WKT], expected="WKT", got=text, hint=str(error)) from None
    if LON not in roles or LAT not in roles:
        return None
    lon, lat = (row.values.get(roles[role]) for role in (LON, LAT))
    if is_blank(lon) and is_blank(lat):
        return None
    return {"type": "Point", "coordinates": [number_of(lon, roles[LON]), number_of(lat, roles[LAT])]}
