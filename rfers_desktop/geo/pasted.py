"""A geometry out of text that someone pasted: GeoJSON (geometry or Feature) or WKT."""

from __future__ import annotations

import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.geometry_codec import decode_geometry, encode_geometry
from broker_local.protocol.json_text import as_list, as_object, parse_json
from broker_local.protocol.limits import MAX_REQUEST_BYTES
from broker_local.protocol.operators import GeometryKind

_FIELD = "zone"


def read_geometry(text: str) -> BaseGeometry:
    """The valid lon/lat geometry that `text` describes; raises ProtocolError with what is wrong."""
    stripped = text.strip()
    if not stripped:
        raise ProtocolError(_FIELD, expected="GeoJSON or WKT", got=Given("nothing"))
    if stripped[0] in "{[":
        parsed = parse_json(stripped.encode("utf-8", "replace"), _FIELD, MAX_REQUEST_BYTES)
        return decode_geometry(_geometry_member(parsed), _FIELD)
    return _from_wkt(stripped)


def _geometry_member(value: object) -> object:
    """A Feature's geometry, also when it is the only one of a FeatureCollection; a geometry is itself."""
    given = as_object(value, _FIELD)
    if given.get("type") == "FeatureCollection":
        features = as_list(given.get("features"), f"{_FIELD}.features")
        if len(features) != 1:
            raise ProtocolError(f"{_FIELD}.features", expected="one feature", got=Given(str(len(features))))
        return _geometry_member(features[0])
    return given.get("geometry") if given.get("type") == "Feature" else given


def _from_wkt(text: str) -> BaseGeometry:
    try:
        geometry = shapely.from_wkt(text)
    except shapely.GEOSException as error:
        raise ProtocolError(_FIELD, expected="GeoJSON or WKT", got=text, hint=_reason(error)) from None
    if geometry.geom_type not in set(GeometryKind):
        raise ProtocolError(_FIELD, expected="one of " + ", ".join(GeometryKind), got=Given(geometry.geom_type))
    if geometry.is_empty:
        raise ProtocolError(_FIELD, expected="a geometry with positions", got=Given(text))
    # Through the codec, so that pasted and received geometries obey one set of rules.
    return decode_geometry(_lists(encode_geometry(shapely.force_2d(geometry))), _FIELD)


def _lists(value: object) -> object:
    """GeoJSON with lists, as it would come from a parser, where shapely writes tuples."""
    if isinstance(value, dict):
        return {name: _lists(member) for name, member in value.items()}
    return [_lists(member) for member in value] if isinstance(value, list | tuple) else value


def _reason(error: Exception) -> str:
    return str(error).removeprefix("ParseException: ").strip()
