"""Rows of an address table into the gazetteer: known addresses, and ranges of house numbers along a line."""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.resources import resources_dir

from .address_parts import take_apart
from .gazetteer import Gazetteer
from .geocoder import Geocoder
from .house_numbers import NumberRange, Side
from .table_files import ENDINGS, TableRow, read_rows

# How columns are called in the address tables that cities and OpenAddresses publish.
_NAMES = {
    "address": ("address", "full_address", "full_addr", "civic_address"),
    "number": ("number", "house_number", "house_num", "housenumber", "addr:housenumber", "civic_no", "street_no"),
    "street": ("street", "street_name", "road", "addr:street", "st_name"),
    "type": ("street_type", "st_type"),
    "direction": ("street_quad", "street_dir", "street_direction", "direction", "st_dir"),
    "town": ("city", "town", "municipality", "addr:city", "place"),
    "lon": ("lon", "longitude", "x", "long"),
    "lat": ("lat", "latitude", "y"),
    "accuracy": ("accuracy_m",),
}
_RANGES = (("from", "to", "side"), ("left_from", "left_to", ""), ("right_from", "right_to", ""))
_ENDS = ("from_lon", "from_lat", "to_lon", "to_lat")
_LEADING_NUMBER = re.compile(r"\d{1,6}")
_BUILT_IN = "calgary_streets.csv"
_log = logging.getLogger(__name__)


def geocoder_of(tables: Path | None) -> Geocoder:
    """The geocoder over a user's own table or folder of tables; with None over the small one in resources.

    That one is of a single town, which an address must then name: it may well come from elsewhere.
    """
    if tables is None:
        return Geocoder(read_gazetteer([resources_dir() / "gazetteer" / _BUILT_IN]), needs_town=True)
    if not tables.is_dir():
        return Geocoder(read_gazetteer([tables]))
    paths = sorted(path for path in tables.iterdir() if path.suffix.lower() in ENDINGS)
    if not paths:
        raise ProtocolError("--addresses", expected="a folder with " + ", ".join(ENDINGS), got=str(tables))
    return Geocoder(read_gazetteer(paths))


def read_gazetteer(paths: Iterable[Path]) -> Gazetteer:
    """The gazetteer of some tables; rows that say nothing are left out and counted."""
    gazetteer = Gazetteer()
    for path in paths:
        taken = left_out = 0
        for row in read_rows(path):
            if _add(row, gazetteer):
                taken += 1
            else:
                left_out += 1
        if not taken:
            expected = "rows with address, lon, lat, or number, street, city, lon, lat, or from, to, street and a line"
            raise ProtocolError(f"--addresses {path.name}", expected=expected, got=Given(f"none in {left_out} rows"))
        level = logging.DEBUG if path.name == _BUILT_IN else logging.INFO  # a user wants to know of their own
        _log.log(level, "%s: %d addresses and ranges; %d rows left out", path.name, taken, left_out)
    gazetteer.settle()
    return gazetteer


def _add(row: TableRow, gazetteer: Gazetteer) -> bool:
    columns, line = row.columns, _line(row)
    street = " ".join(_value(columns, name) for name in ("street", "type", "direction")).strip()
    town = _value(columns, "town")
    if line is not None and street:
        ranges = [r for names in _RANGES if (r := _range(columns, names, line)) is not None]
        return bool(ranges) and all(gazetteer.add_range(street, town, numbers) for numbers in ranges)
    place = _place(row)
    number = _LEADING_NUMBER.match(_value(columns, "number"))
    if place is None:
        return False
    if street and number:
        return gazetteer.add_address(street, town, int(number[0]), *place)
    return _add_by_address(_value(columns, "address"), town, place, gazetteer)


def _add_by_address(address: str, town: str, place: tuple[float, float], gazetteer: Gazetteer) -> bool:
    """A whole address in one column; its last part is the town where no column says it."""
    parts = take_apart(address, lambda text: False)
    if parts is None or parts.number is None:
        return False
    return gazetteer.add_address(str(parts.street), town or " ".join(parts.towns[-1:]).title(), parts.number, *place)


def _range(columns: dict[str, str], names: tuple[str, str, str], line: BaseGeometry) -> NumberRange | None:
    first, last = (_LEADING_NUMBER.match(columns.get(name, "")) for name in names[:2])
    if first is None or last is None or (int(first[0]) == 0 and int(last[0]) == 0):
        return None
    said = columns.get(names[2], "").lower()
    if said in [side.value for side in Side]:
        side = Side(said)
    elif names[2]:
        side = Side.BOTH
    else:  # left and right: the numbers themselves say which are odd
        same = int(first[0]) % 2 == int(last[0]) % 2
        side = (Side.ODD if int(first[0]) % 2 else Side.EVEN) if same else Side.BOTH
    accuracy_m = _number(_value(columns, "accuracy")) or 0.0
    return NumberRange(int(first[0]), int(last[0]), shapely.get_coordinates(line), side, max(accuracy_m, 0.0))


def _line(row: TableRow) -> BaseGeometry | None:
    if row.geometry is not None:
        lines = [part for part in shapely.get_parts(shapely.line_merge(row.geometry)) if part.geom_type == "LineString"]
        line = lines[0] if len(lines) == 1 else None
    else:
        ends = [_number(row.columns.get(name, "")) for name in _ENDS]
        line = None if None in ends else shapely.LineString(np.array(ends, dtype=np.float64).reshape(2, 2))
    if line is None or not all(_is_on_earth(lon, lat) for lon, lat in shapely.get_coordinates(line).tolist()):
        return None
    return line if line.length > 0.0 else None


def _place(row: TableRow) -> tuple[float, float] | None:
    if row.geometry is not None:
        point = row.geometry.representative_point() if not row.geometry.is_empty else None
        place = None if point is None else (float(point.x), float(point.y))
    else:
        lon, lat = (_number(_value(row.columns, name)) for name in ("lon", "lat"))
        place = None if lon is None or lat is None else (lon, lat)
    return place if place is not None and _is_on_earth(*place) else None


def _is_on_earth(lon: float, lat: float) -> bool:
    return abs(lon) <= 180.0 and abs(lat) <= 90.0  # neither is true of what is no number


def _value(columns: dict[str, str], name: str) -> str:
    for known in _NAMES[name]:
        if value := columns.get(known):
            return value
    return ""


def _number(text: str) -> float | None:
    if not text:
        return None
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
