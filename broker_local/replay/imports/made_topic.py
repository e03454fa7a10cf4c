"""A topic made from the columns of a file, for what no topic that is known fits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.limits import MAX_NAME
from broker_local.protocol.operators import GeometryKind
from broker_local.protocol.times import parse_date, parse_timestamp
from broker_local.protocol.topic import AttributeType, Topic
from broker_local.protocol.topic_codec import topic_from_object

from .cell_values import is_blank
from .column_map import KEY, LAT, LON, WKT, ColumnMap
from .rows import Row

_MOST_USUAL_VALUES = 20
_INTEGER = re.compile(r"[+-]?(0|[1-9]\d{0,17})\Z", re.ASCII)  # 0018 is no number
_NUMBER = re.compile(r"[+-]?(0|[1-9]\d*)?(\.\d*)?([eE][+-]?\d+)?\Z", re.ASCII)


def made_topic(name: str, rows: Sequence[Row], columns: Sequence[str], parts: ColumnMap) -> tuple[Topic, ColumnMap]:
    """A topic with an attribute for every column but those of the place, and the map that fills it."""
    places = {parts.roles[role] for role in (LAT, LON, WKT) if role in parts.roles}
    named = {column: attribute for attribute, column in parts.attributes.items()}
    key = parts.roles.get(KEY)
    attributes: list[dict[str, object]] = []
    filled: dict[str, str] = {}
    for column in columns:
        if column in places:
            continue
        attribute = _fitting(named.get(column, column), filled)
        filled[attribute] = column
        values = [value for row in rows if not is_blank(value := row.values.get(column))]
        kind = AttributeType.TEXT if column == key else type_of(values)
        usual = _usual(values) if kind is AttributeType.TEXT and column != key else []
        attributes.append({"name": attribute, "type": str(kind)} | ({"values": usual} if usual else {}))
    made: dict[str, object] = {
        "name": name,
        "title": name,
        "geometries": sorted(_kinds(rows)),
        "attributes": attributes,
    }
    if key is not None:
        made["key"] = next(attribute for attribute, column in filled.items() if column == key)
    return topic_from_object(made, "--topic"), ColumnMap(parts.roles, filled)


def type_of(values: Iterable[object]) -> AttributeType:
    """The narrowest type that all values have; text if they have none in common, or there are none."""
    kinds = {_type(value) for value in values}
    if kinds == {AttributeType.INTEGER, AttributeType.NUMBER}:
        return AttributeType.NUMBER
    return kinds.pop() if len(kinds) == 1 else AttributeType.TEXT


def _type(value: object) -> AttributeType:
    if isinstance(value, bool) or str(value).lower() in ("true", "false"):
        return AttributeType.BOOLEAN
    text = str(value).strip()
    if isinstance(value, int) or _INTEGER.match(text):
        return AttributeType.INTEGER
    if isinstance(value, float) or (_NUMBER.match(text) and text.strip("+-.")):
        return AttributeType.NUMBER
    for kind, parse in ((AttributeType.DATE, parse_date), (AttributeType.TIMESTAMP, parse_timestamp)):
        try:
            parse(text, "value")
        except ProtocolError:
            continue
        return kind
    return AttributeType.TEXT


def _fitting(column: str, taken: Mapping[str, str]) -> str:
    """A column's name as that of an attribute; letter case alone does not tell two apart."""
    name = re.sub(r"\W+", "_", column, flags=re.ASCII).strip("_")[: MAX_NAME - 4] or "column"
    name = name if not name[0].isdigit() else f"_{name}"
    used = {other.lower() for other in taken} | {"topic"}
    tried, number = name, 1
    while tried.lower() in used:
        number += 1
        tried = f"{name}_{number}"
    return tried


def _usual(values: Sequence[object]) -> list[str]:
    """The values of a column that has few: those that a summary counts by."""
    found = {str(value) for value in values}
    is_few = len(found) <= _MOST_USUAL_VALUES and len(found) * 3 <= len(values)
    return sorted(found) if is_few and all(len(value) <= MAX_NAME for value in found) else []


def _kinds(rows: Sequence[Row]) -> set[str]:
    """The sorts of geometry that may come: single and multiple ones are seldom told apart by those who write files."""
    known = {str(kind) for kind in GeometryKind}
    seen = {str(row.geometry.get("type")) for row in rows if row.geometry is not None} or {"Point"}
    both = seen | {f"Multi{kind}" for kind in seen} | {kind.removeprefix("Multi") for kind in seen}
    return both & known
