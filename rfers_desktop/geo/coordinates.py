"""Positions as people write them: degrees in three ways, UTM, MGRS and the project's own coordinate system."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from broker_local.protocol.errors import Given, ProtocolError
from rfers_desktop.language import later

from .angles import dm_text, dms_text, read_degrees
from .mgrs import is_mgrs_like, mgrs_text, read_mgrs
from .projections import Projection
from .utm import has_utm, is_utm_like, read_utm, utm_text

_ARC_SECOND = 1.0 / 3600.0
_NUMBER = r"[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?"
_PAIR = re.compile(
    rf"(?:[EX]\s*[:=]?\s*)?({_NUMBER})\s*M?\s*E?\s*[,;\s]\s*(?:[NY]\s*[:=]?\s*)?({_NUMBER})\s*M?\s*N?", re.I
)
_LARGEST_DEGREES = 360.0


class CoordinateFormat(StrEnum):
    """A way to write a position; the words are those of menus."""

    DECIMAL = later("Decimal degrees")
    DM = later("Degrees, minutes")
    DMS = later("Degrees, minutes, seconds")
    UTM = "UTM"
    MGRS = "MGRS"
    PROJECT = later("Project coordinates")


EXAMPLES = {
    CoordinateFormat.DECIMAL: "51.05, -114.07",
    CoordinateFormat.DM: "51° 03.000′ N, 114° 04.200′ W",
    CoordinateFormat.DMS: "51° 03′ 00″ N, 114° 04′ 12″ W",
    CoordinateFormat.UTM: "11U 705357 5659470",
    CoordinateFormat.MGRS: "11U QS 05357 59470",
    CoordinateFormat.PROJECT: later("easting, northing"),
}


@dataclass(frozen=True, slots=True)
class ReadPosition:
    """A position out of a text, and how it was written there."""

    lon: float
    lat: float
    format: CoordinateFormat


def position_text(lon: float, lat: float) -> str:
    """Latitude first, as officers read it out: `51.05000° N, 114.07000° W`."""
    return f"{abs(lat):.5f}° {_side(lat, 5, 'N', 'S')}, {abs(lon):.5f}° {_side(lon, 5, 'E', 'W')}"


def coordinate_text(lon: float, lat: float, style: CoordinateFormat, project: Projection | None = None) -> str:
    """A position in a format; near the poles UTM gives way to MGRS, which has letters for them."""
    match style:
        case CoordinateFormat.DM:
            return dm_text(lon, lat)
        case CoordinateFormat.DMS:
            return dms_text(lon, lat)
        case CoordinateFormat.UTM:
            return utm_text(lon, lat) if has_utm(lat) else mgrs_text(lon, lat)
        case CoordinateFormat.MGRS:
            return mgrs_text(lon, lat)
        case CoordinateFormat.PROJECT if project is not None:
            x, y = project.point_to_map(lon, lat)
            return f"{x:.1f}, {y:.1f} (EPSG:{project.epsg})"
        case _:
            return position_text(lon, lat)


def read_position(text: str, project: Projection | None = None, style: CoordinateFormat | None = None) -> ReadPosition:
    """The position that a text says, in `style` or, without one, in whichever it fits; raises ProtocolError."""
    plain = re.sub(r"\(EPSG:\d+\)", "", text).strip()
    if not plain:
        raise ProtocolError("position", expected="coordinates", got=Given("nothing"))
    match style or _style_of(plain, project):
        case CoordinateFormat.UTM:
            found = CoordinateFormat.UTM, read_utm(plain)
        case CoordinateFormat.MGRS:
            found = CoordinateFormat.MGRS, read_mgrs(plain)
        case CoordinateFormat.PROJECT:
            found = CoordinateFormat.PROJECT, _read_projected(plain, project)
        case degrees:
            found = degrees, read_degrees(plain)
    return ReadPosition(*found[1], found[0])


def degree_text(degrees: float, positive: str, negative: str) -> str:
    """One line of a graticule, as short as it can be: `114° W`, `51°30′ N`, `51°30′20″ N`, `0°`."""
    seconds = round(abs(degrees) / _ARC_SECOND)
    if seconds == 0:
        return "0°"
    whole, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    text = f"{whole}°"
    if minutes or seconds:
        text += f"{minutes:02d}′"
    if seconds:
        text += f"{seconds:02d}″"
    return f"{text} {positive if degrees > 0 else negative}"


def _style_of(text: str, project: Projection | None) -> CoordinateFormat:
    if is_utm_like(text):
        return CoordinateFormat.UTM
    if is_mgrs_like(text):
        return CoordinateFormat.MGRS
    pair = _PAIR.fullmatch(text)
    if (
        project is not None
        and pair is not None
        and max(abs(_number(pair[1])), abs(_number(pair[2]))) > _LARGEST_DEGREES
    ):
        return CoordinateFormat.PROJECT
    numbers = len(re.findall(r"\d+(?:[.,]\d+)?", text))
    return CoordinateFormat.DECIMAL if numbers <= 2 else CoordinateFormat.DM if numbers <= 4 else CoordinateFormat.DMS


def _read_projected(text: str, project: Projection | None) -> tuple[float, float]:
    if project is None:
        raise ProtocolError("position", expected="degrees, UTM or MGRS: the project has no system", got=text)
    pair = _PAIR.fullmatch(text)
    if pair is None:
        raise ProtocolError("position", expected=f"easting and northing in {project.name}", got=text)
    lon, lat = project.point_to_lonlat(_number(pair[1]), _number(pair[2]))
    if not (abs(lon) <= 180.0 and abs(lat) <= 90.0):
        raise ProtocolError("position", expected=f"a place that {project.name} shows", got=text)
    return lon, lat


def _number(text: str) -> float:
    return float(text.replace(",", ""))


def _side(degrees: float, decimals: int, positive: str, negative: str) -> str:
    return negative if round(degrees, decimals) < 0 else positive
