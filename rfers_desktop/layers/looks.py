"""How events of each topic look: their style, and what their label says. A new sort of event is one row."""

from __future__ import annotations

from dataclasses import dataclass

from broker_local.protocol.event import Event
from broker_local.protocol.fuzzy_number import FuzzyNumber
from broker_local.protocol.topic import Topic
from rfers_desktop.attribute_text import number_of, topic_text, value_text

from .marks import Reading, Style


@dataclass(frozen=True, slots=True)
class Look:
    """`named_by` are the attributes that may name the thing, best first; `showing` those whose values stand beside."""

    style: Style
    named_by: tuple[str, ...] = ()
    showing: tuple[str, ...] = ()


_LOOKS = {
    "EALocation": Look(Style.ASSET, ("AssetName", "AssetID")),
    "WSObservation": Look(Style.SENSOR, ("SensorName", "SensorID"), ("Temperature",)),
    "FireIncReports": Look(Style.INCIDENT, ("ReportID", "Address"), ("IncCause",)),
    "WFireRSImage": Look(Style.IMAGE, ("RasterDesc",)),
}


def look_of(event: Event, topic: Topic | None) -> Look:
    """The look of an event; topics that were advertised later have a plain one."""
    known = _LOOKS.get(event.topic)
    if known is not None:
        return known
    return Look(Style.OTHER, (topic.key,) if topic is not None and topic.key is not None else ())


def name_of(event: Event, topic: Topic | None) -> str | None:
    """What the thing an event is about is called, if the event says."""
    return _name(event, look_of(event, topic))


def label_of(event: Event, topic: Topic | None) -> str:
    """What is written beside an event: its name and the values that matter, else its topic."""
    look = look_of(event, topic)
    name = _name(event, look)
    values = [value_text(n, event.attributes[n], topic) for n in look.showing if n in event.attributes]
    words = ([name] if name else []) + values
    return " · ".join(words) if words else topic_text(topic, event.topic)


def reading_of(event: Event) -> Reading | None:
    """What a sensor measured, if the event says a temperature."""
    told = event.attributes
    temperature, humidity = number_of(told.get("Temperature")), number_of(told.get("Humidity"))
    if temperature is None:
        return None
    return Reading(
        *(temperature, humidity),
        is_temperature_about=isinstance(told.get("Temperature"), FuzzyNumber),
        is_humidity_about=isinstance(told.get("Humidity"), FuzzyNumber),
    )


def facts_of(event: Event, topic: Topic | None) -> str:
    """All that an event says beside its name and its time, both of which are told elsewhere."""
    happened = topic.happened if topic is not None else None
    told = {happened.timestamp, happened.date, happened.time} if happened is not None else set()
    name = name_of(event, topic)
    return " · ".join(
        f"{attribute} {value_text(attribute, value, topic)}"
        for attribute, value in event.attributes.items()
        if attribute not in told and str(value) != name
    )


def _name(event: Event, look: Look) -> str | None:
    for attribute in look.named_by:
        if attribute in event.attributes:
            return str(event.attributes[attribute])
    return None
