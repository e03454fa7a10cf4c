"""Rows of GeoJSON, newline-delimited GeoJSON, and of plain lists of JSON objects."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.operators import GeometryKind

from .csv_rows import open_text
from .rows import BadRow, Row

_GEOMETRIES = frozenset(map(str, GeometryKind)) | {"GeometryCollection"}


def geojson_rows(path: Path) -> Iterator[Row | BadRow]:
    """A row for each feature, or object of a list; what is neither is a bad row."""
    with open_text(path) as file:
        text = file.read()
    try:
        whole = json.loads(text)
    except json.JSONDecodeError as error:
        if "\n" not in text.strip():
            raise ProtocolError(path.name, expected="JSON", got=Given(str(error))) from None
        yield from _lines(path, text)
        return
    crs = _crs_of(whole)
    if isinstance(whole, dict):
        whole = whole.get("features") if whole.get("type") == "FeatureCollection" else [whole]
    if not isinstance(whole, list):
        raise ProtocolError(path.name, expected="features, or a list of objects", got=Given(type(whole).__name__))
    for number, value in enumerate(whole, start=1):
        yield _row(f"feature {number}", value, crs)


def _lines(path: Path, text: str) -> Iterator[Row | BadRow]:
    """One object a line (RFC 8142 puts a mark before each)."""
    for number, line in enumerate(text.split("\n"), start=1):
        content = line.strip("\x1e \t\r")
        if not content:
            continue
        try:
            value = json.loads(content)
        except json.JSONDecodeError as error:
            fault = ProtocolError(path.name, expected="a JSON object a line", got=Given(str(error)))
            yield BadRow(f"line {number}", fault, content.encode())
        else:
            yield _row(f"line {number}", value, _crs_of(value))


def _row(where: str, value: Any, crs: str | None) -> Row | BadRow:
    if not isinstance(value, dict):
        error = ProtocolError("feature", expected="an object", got=value)
        return BadRow(where, error, json.dumps(value).encode())
    if value.get("type") in _GEOMETRIES and ("coordinates" in value or "geometries" in value):
        return Row(where, {}, value, crs)  # a geometry that stands alone says where, and nothing else
    if value.get("type") != "Feature":
        return Row(where, value, crs=crs)
    properties = value.get("properties")
    values = dict(properties) if isinstance(properties, dict) else {}
    if value.get("id") is not None:
        values.setdefault("id", value["id"])
    geometry = value.get("geometry")
    return Row(where, values, geometry if isinstance(geometry, dict) else None, crs)


def _crs_of(value: Any) -> str | None:
    """The name of the coordinate system in GeoJSON of 2008, or as events may give it."""
    crs = value.get("crs") if isinstance(value, dict) else None
    if isinstance(crs, dict):
        properties = crs.get("properties")
        crs = properties.get("name") if isinstance(properties, dict) else None
    return crs if isinstance(crs, str) else None
