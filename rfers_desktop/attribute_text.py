"""How topics and values of attributes are written for people: with their units, short, never raw bytes."""

from __future__ import annotations

import math
from datetime import date, datetime, time

from broker_local.protocol.blob import BlobRef
from broker_local.protocol.fuzzy_number import FuzzyNumber
from broker_local.protocol.topic import AttributeValue, Topic
from rfers_desktop.language import tr


def topic_text(topic: Topic | None, name: str) -> str:
    """What a topic is called: its title, those that are always there in the user's language; else its `name`."""
    return tr(topic.title) if topic is not None and topic.title else name


def value_text(name: str, value: AttributeValue, topic: Topic | None) -> str:
    """A value with the unit that its topic gives it: `92 km/h`, `14:15:21`, `2.1 MB`."""
    attribute = topic.find(name) if topic is not None else None
    unit = f" {attribute.unit}" if attribute is not None and attribute.unit else ""
    return imprecise_text(value, unit) if isinstance(value, FuzzyNumber) else f"{_plain(value)}{unit}"


def imprecise_text(number: FuzzyNumber, unit: str = "") -> str:
    """A number that is not known exactly: `27 ± 2 °C`, `25–29 °C`, `at least 25 °C`, `about 25–29 °C`."""
    low, high = _number(number.low), _number(number.high)
    if math.isinf(number.high):
        words = tr("at least {value}") if number.is_crisp else tr("about {value} or more")
        return words.format(value=f"{low}{unit}")
    if math.isinf(number.low):
        words = tr("at most {value}") if number.is_crisp else tr("about {value} or less")
        return words.format(value=f"{high}{unit}")
    plain = f"{low}{unit}" if number.low == number.high else f"{low}–{high}{unit}"
    if number.is_crisp:
        return plain
    if number.low == number.high and number.left == number.right:
        return f"{low} ± {_number(number.left)}{unit}"
    return tr("about {value}", value=plain)


def number_of(value: AttributeValue | None) -> float | None:
    """The number that a value most likely is, the middle of what is fully possible; None if it is no number."""
    if isinstance(value, FuzzyNumber):
        if math.isinf(value.low) or math.isinf(value.high):
            return value.high if math.isinf(value.low) else value.low
        return (value.low + value.high) / 2
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def extent_of(value: AttributeValue | None) -> tuple[float, float] | None:
    """From where to where a number may be at all; None if it is known exactly, or no number."""
    return value.support if isinstance(value, FuzzyNumber) else None


def _plain(value: AttributeValue) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case float():
            return _number(value)
        case datetime():
            return moment_text(value)
        case date():
            return value.isoformat()
        case time():
            return value.isoformat(timespec="seconds")
        case bytes():
            return _size(len(value))
        case BlobRef():
            return _size(value.size)
        case _:
            return str(value)


def _number(value: float) -> str:
    return f"{value:.6g}"


def moment_text(moment: datetime) -> str:
    """A moment in UTC, to the second: `2008-04-12 14:15:21`."""
    return moment.isoformat(" ", "seconds")[:19]  # strftime takes ten times as long


def clock_text(moment: datetime) -> str:
    """The time of day of a moment in UTC: `14:15:21`."""
    return moment.isoformat(" ", "seconds")[11:19]


def _size(count: int) -> str:
    for unit, size in (("MB", 1_000_000), ("kB", 1_000)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return tr("{count} bytes", count=count)
