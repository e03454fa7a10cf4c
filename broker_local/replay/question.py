"""What a replay is asked: which period, area and topics, with whose subscriptions, compared with which."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.geometry_codec import decode_geometry
from broker_local.protocol.json_text import as_list, as_object
from broker_local.protocol.times import parse_timestamp

AS_THEY_WERE, LIVE = "as-they-were", "live"


@dataclass(frozen=True, slots=True)
class Question:
    """Events that happened from one moment up to another, in an area, of some topics (all if none is named)."""

    begin: datetime
    end: datetime
    area: BaseGeometry | None = None
    topics: tuple[str, ...] = ()
    subscriptions: str = AS_THEY_WERE  # or LIVE, or a file of subscriptions
    compare: str | None = None  # the set that was, to say what the other misses and adds
    cell_deg: float = 0.01  # of the density grid

    def __post_init__(self) -> None:
        if self.end <= self.begin:
            raise ProtocolError("--to", expected=f"a moment after {self.begin.isoformat()}", got=self.end.isoformat())
        if not 1e-5 <= self.cell_deg <= 90.0:
            raise ProtocolError("--cell", expected="degrees from 0.00001 to 90", got=self.cell_deg)


def parse_period(begin: str, end: str) -> tuple[datetime, datetime]:
    """A period as typed: moments, or days, of which the last is in it."""
    first = parse_timestamp(begin if "T" in begin or " " in begin else f"{begin}T00:00:00Z", "--from")
    if "T" in end or " " in end:
        return first, parse_timestamp(end, "--to")
    return first, parse_timestamp(f"{end}T00:00:00Z", "--to") + timedelta(days=1)


def parse_area(given: str) -> BaseGeometry:
    """An area as typed: WKT, or a file with a GeoJSON geometry, feature or collection of features."""
    if "(" not in given or _is_file(given):
        return _area_of(_object_in(Path(given)))
    try:
        area = shapely.from_wkt(given)
    except shapely.errors.GEOSException as error:
        raise ProtocolError("--area", expected="WKT", got=given, hint=str(error)) from None
    return _checked(area)


def _is_file(given: str) -> bool:
    try:
        return Path(given).is_file()
    except OSError:  # WKT is mostly longer than a name may be
        return False


def _object_in(path: Path) -> dict[str, object]:
    try:
        value = json.loads(path.read_text("utf-8"))
    except OSError:
        raise ProtocolError("--area", expected="WKT, or a file of GeoJSON", got=str(path)) from None
    except ValueError as error:
        raise ProtocolError("--area", expected="a file of GeoJSON", got=Given(str(error))) from None
    return as_object(value, "--area")


def _area_of(value: dict[str, object]) -> BaseGeometry:
    if value.get("type") == "FeatureCollection":
        features = as_list(value.get("features"), "--area")
        if not features:
            raise ProtocolError("--area", expected="at least one feature", got=features)
        parts = [decode_geometry(as_object(feature, "--area").get("geometry"), "--area") for feature in features]
        return _checked(shapely.union_all(parts))
    return _checked(decode_geometry(value.get("geometry") if value.get("type") == "Feature" else value, "--area"))


def _checked(area: BaseGeometry) -> BaseGeometry:
    if area.is_empty or not area.is_valid:
        raise ProtocolError("--area", expected="an area that is valid and not empty", got=area.wkt)
    return area
