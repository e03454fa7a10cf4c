"""The four topics as any publisher writes them: GeoJSON Features with the attributes of thesis tables 4.1 to 4.4."""

from __future__ import annotations

import base64
from datetime import datetime

Feature = dict[str, object]  # GeoJSON
LonLat = tuple[float, float]

_PLACES = 6  # decimals of a degree: a tenth of a metre


def asset_feature(
    place: LonLat, asset_id: str, speed_kmh: float, at: datetime, name: str = "", accuracy_m: float | None = None
) -> Feature:
    """Where an asset is (EALocation); how sure that is stands beside the geometry, not among the attributes."""
    named = {"AssetName": name} if name else {}
    properties = {"AssetID": asset_id, **named, "Speed": round(speed_kmh, 1), **_moment("Pos", at)}
    feature = _feature("EALocation", place, properties)
    return feature if accuracy_m is None else feature | {"accuracy_m": round(accuracy_m, 1)}


def sensor_feature(
    place: LonLat,
    sensor_id: str,
    temperature_c: float,
    humidity: float,
    at: datetime,
    name: str = "",
    errors: tuple[float, float] = (0.0, 0.0),
) -> Feature:
    """What a sensor measures (WSObservation); the humidity from 0 to 1. `errors` are how far off the two may be."""
    named = {"SensorName": name} if name else {}
    values = {
        "Temperature": _give_or_take(round(temperature_c, 1), errors[0]),
        "Humidity": _give_or_take(round(humidity, 3), errors[1]),
    }
    return _feature("WSObservation", place, {"SensorID": sensor_id, **named, **values, **_moment("Obs", at)})


def report_feature(
    report_id: str,
    at: datetime,
    place: LonLat | None = None,
    address: str = "",
    reporter: str = "",
    cause: str = "",
    description: str = "",
    photo: bytes | None = None,
) -> Feature:
    """A call about a fire (FireIncReports), with a position, an address, or both."""
    texts = {"Address": address, "Reporter": reporter, "IncCause": cause, "Description": description}
    given: dict[str, object] = {name: text for name, text in texts.items() if text}
    if photo is not None:
        given["IncPhoto"] = base64.b64encode(photo).decode("ascii")
    return _feature("FireIncReports", place, {"ReportID": report_id, **given, **_moment("Inc", at)})


def image_feature(image: bytes, at: datetime, description: str = "") -> Feature:
    """A thermal image (WFireRSImage); the file itself says where it is."""
    described = {"RasterDesc": description} if description else {}
    content = base64.b64encode(image).decode("ascii")
    return _feature("WFireRSImage", None, {"RasterFile": content, **described, **_moment("Raster", at)})


def topic_of(feature: Feature) -> str:
    """The topic that a feature says it belongs to."""
    properties = feature["properties"]
    assert isinstance(properties, dict)
    return str(properties["Topic"])


def _feature(topic: str, place: LonLat | None, properties: dict[str, object]) -> Feature:
    rounded = None if place is None else [round(place[0], _PLACES), round(place[1], _PLACES)]
    geometry = None if rounded is None else {"type": "Point", "coordinates": rounded}
    return {"type": "Feature", "geometry": geometry, "properties": {"Topic": topic, **properties}}


def _give_or_take(value: float, error: float) -> object:
    return {"value": value, "error": error} if error else value


def _moment(prefix: str, at: datetime) -> dict[str, object]:
    clock = f"{at:%H:%M:%S}.{at.microsecond // 1000:03}"
    return {f"{prefix}Date": f"{at:%Y-%m-%d}", f"{prefix}Time": clock}
