"""The Military Grid Reference System: squares of 100 km with letters, on UTM and, near the poles, on UPS.

After NGA.STND.0037 (universal grids and grid reference systems). Digits are cut, not rounded: a reference names the
square that a position is in, and reading one gives the middle of its square.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from broker_local.protocol.errors import Given, ProtocolError

from .projections import by_epsg
from .utm import BANDS, has_utm, to_utm, zone_projection

_EXPECTED = "a grid reference such as 11U QS 05357 59470"
_REFERENCE = re.compile(r"(\d{1,2})?([A-Z])([A-Z])([A-Z])(\d*)")
_SURELY_MEANT = re.compile(r"\d{1,2}[A-Z]{3}\d*|[ABYZ][A-Z]{2}\d+")
_SQUARE_M = 100_000
_TOP_M = 9_999_999  # the last metre of the southern half
_MOST_DIGITS = 5
_SLACK_DEG = 1.0  # a square that a band's edge cuts belongs to the band, though its middle may be up to 100 km outside

_COLUMNS = ("ABCDEFGH", "JKLMNPQR", "STUVWXYZ")  # from 100 km east on, by zone
_ROWS = "ABCDEFGHJKLMNPQRSTUV"
_ROWS_M = len(_ROWS) * _SQUARE_M  # after which the letters come again
_EVEN_ZONES_SHIFT = 5  # rows of even zones begin with F

_UPS_NORTH, _UPS_SOUTH = 5041, 5042
_WEST_COLUMNS, _EAST_COLUMNS = "JKLPQRSTUXYZ", "ABCFGHJKLPQR"
_UPS_ROWS_NORTH, _UPS_ROWS_SOUTH = "ABCDEFGHJKLMNP", "ABCDEFGHJKLMNPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class _PolarPart:
    """Half of a polar cap: the letters of its squares and where they begin."""

    epsg: int
    columns: str
    rows: str
    easting: int
    northing: int


_POLAR = {
    "A": _PolarPart(_UPS_SOUTH, _WEST_COLUMNS, _UPS_ROWS_SOUTH, 800_000, 800_000),
    "B": _PolarPart(_UPS_SOUTH, _EAST_COLUMNS, _UPS_ROWS_SOUTH, 2_000_000, 800_000),
    "Y": _PolarPart(_UPS_NORTH, _WEST_COLUMNS, _UPS_ROWS_NORTH, 800_000, 1_300_000),
    "Z": _PolarPart(_UPS_NORTH, _EAST_COLUMNS, _UPS_ROWS_NORTH, 2_000_000, 1_300_000),
}
_POLE_M = 2_000_000  # the pole's easting and northing


def mgrs_text(lon: float, lat: float, digits: int = _MOST_DIGITS) -> str:
    """`11U QS 05357 59470`: the square of 10 km (1 digit each) to 1 m (5 digits each) that a position is in."""
    if not 0 <= digits <= _MOST_DIGITS:
        raise ValueError(f"digits: expected 0 to {_MOST_DIGITS}, got {digits}")
    if not -90.0 <= lat <= 90.0:
        raise ProtocolError("latitude", expected="-90 to 90", got=lat)
    if has_utm(lat):
        position = to_utm(lon, lat)
        easting = _settled(position.easting)
        northing = min(_settled(position.northing), _TOP_M)  # just below the equator is not on it
        column = _COLUMNS[(position.zone - 1) % 3][easting // _SQUARE_M - 1]
        shift = 0 if position.zone % 2 else _EVEN_ZONES_SHIFT
        row = _ROWS[(northing // _SQUARE_M + shift) % len(_ROWS)]
        start = f"{position.zone}{position.band}"
    else:
        x, y = by_epsg(_UPS_NORTH if lat > 0 else _UPS_SOUTH).point_to_map(lon, lat)
        easting, northing = _settled(x), _settled(y)
        start = ("YZ" if lat > 0 else "AB")[easting >= _POLE_M]
        part = _POLAR[start]
        column = part.columns[(easting - part.easting) // _SQUARE_M]
        row = part.rows[(northing - part.northing) // _SQUARE_M]
    unit = 10 ** (_MOST_DIGITS - digits)
    inside = [f"{metres % _SQUARE_M // unit:0{digits}d}" for metres in (easting, northing)] if digits else []
    return " ".join([start, column + row, *inside])


def is_mgrs_like(text: str) -> bool:
    """Whether a text is meant as a grid reference."""
    return _SURELY_MEANT.fullmatch(_packed(text)) is not None


def read_mgrs(text: str) -> tuple[float, float]:
    """The lon, lat of the middle of the square that a reference names; raises ProtocolError with what is wrong."""
    found = _REFERENCE.fullmatch(_packed(text))
    if found is None:
        raise ProtocolError("MGRS", expected=_EXPECTED, got=text)
    zone, band, column, row, figures = found.groups()
    if len(figures) % 2 or len(figures) > 2 * _MOST_DIGITS:
        expected = f"as many figures east as north, at most {_MOST_DIGITS} each"
        raise ProtocolError("MGRS figures", expected=expected, got=Given(f"{len(figures)} figures"))
    half = len(figures) // 2
    unit = 10.0 ** (_MOST_DIGITS - half)
    inside = [int(part or 0) * unit + unit / 2 for part in (figures[:half], figures[half:])]
    if zone is None:
        return _read_polar(band, column, row, inside[0], inside[1])
    return _read_zoned(int(zone), band, column, row, inside[0], inside[1])


def _read_zoned(zone: int, band: str, column: str, row: str, east: float, north: float) -> tuple[float, float]:
    if not 1 <= zone <= 60:
        raise ProtocolError("MGRS zone", expected="1 to 60", got=zone)
    if band not in BANDS:
        raise ProtocolError("MGRS band", expected="a letter from C to X without I and O", got=band)
    columns = _COLUMNS[(zone - 1) % 3]
    if column not in columns:
        expected = f"a first letter from {columns[0]} to {columns[-1]} in zone {zone}"
        raise ProtocolError("MGRS square", expected=expected, got=column)
    if row not in _ROWS:
        raise ProtocolError("MGRS square", expected="a second letter from A to V without I and O", got=row)
    easting = (columns.index(column) + 1) * _SQUARE_M + east
    shift = 0 if zone % 2 else _EVEN_ZONES_SHIFT
    northing = (_ROWS.index(row) - shift) % len(_ROWS) * _SQUARE_M + north
    projection = zone_projection(zone, band >= "N")
    # The letters come again every 2,000 km; a band is lower than that, so one of them is in it.
    bottom = -80.0 + 8.0 * BANDS.index(band)
    height = 12.0 if band == "X" else 8.0
    for again in range(5):
        lon, lat = projection.point_to_lonlat(easting, northing + again * _ROWS_M)
        if bottom - _SLACK_DEG <= lat <= bottom + height + _SLACK_DEG:
            return lon, lat
    raise ProtocolError("MGRS square", expected=f"a square that is in band {zone}{band}", got=column + row)


def _read_polar(letter: str, column: str, row: str, east: float, north: float) -> tuple[float, float]:
    part = _POLAR.get(letter)
    if part is None:
        raise ProtocolError("MGRS", expected="a zone from 1 to 60 first, or A, B, Y or Z near a pole", got=letter)
    if column not in part.columns or row not in part.rows:
        raise ProtocolError("MGRS square", expected=f"a square of the polar grid {letter}", got=column + row)
    easting = part.easting + part.columns.index(column) * _SQUARE_M + east
    northing = part.northing + part.rows.index(row) * _SQUARE_M + north
    return by_epsg(part.epsg).point_to_lonlat(easting, northing)


def _settled(metres: float) -> int:
    """Whole metres below; a position a micrometre short of a line is on it."""
    return math.floor(metres + 1e-6)


def _packed(text: str) -> str:
    return re.sub(r"[\s,;:.\-]+", "", text).upper()
