"""GPX 1.0 and 1.1 tracks read, and replayed in the pace in which they were recorded, or faster."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from .driven_speed import FASTEST_KMH, driven_kmh

_USUAL_PAUSE_S = 1.0  # between points that tell no time


@dataclass(frozen=True, slots=True)
class TrackPoint:
    """A point of a track, with the seconds since its first."""

    lon: float
    lat: float
    offset_s: float
    speed_kmh: float
    hdop: float | None = None


def read_track(path: Path) -> list[TrackPoint]:
    """All points of all tracks of a file, in order; raises ValueError where it is no GPX."""
    text = path.read_bytes()
    if b"<!DOCTYPE" in text or b"<!ENTITY" in text:
        raise ValueError(f"{path.name}: expected GPX without a document type of its own")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise ValueError(f"{path.name}: expected a GPX file, got {error}") from None
    if _name(root) != "gpx":
        raise ValueError(f"{path.name}: expected a GPX file, got <{_name(root)}>")
    points = list(_points(root))
    if not points:
        raise ValueError(f"{path.name}: expected track points, got none")
    return points


def _points(root: ElementTree.Element) -> Iterator[TrackPoint]:
    first: datetime | None = None
    before: TrackPoint | None = None
    for element in root.iter():
        if _name(element) != "trkpt":
            continue
        lon, lat = (_number(element.get(name)) for name in ("lon", "lat"))
        if lon is None or lat is None or not (abs(lon) <= 180 and abs(lat) <= 90):
            raise ValueError(f"trkpt: expected a place on the Earth, got {element.attrib}")
        told = {_name(child): (child.text or "").strip() for child in element.iter()}
        moment = _moment(told.get("time", ""))
        first = first or moment
        offset_s = 0.0 if before is None else before.offset_s + _USUAL_PAUSE_S
        if moment is not None and first is not None:
            offset_s = (moment - first).total_seconds()
        if before is not None:
            offset_s = max(offset_s, before.offset_s)  # clocks that go back do not
        hdop, speed_m_s = (_number(told.get(name)) for name in ("hdop", "speed"))
        if speed_m_s is None or speed_m_s < 0:
            speed_kmh = _speed_kmh(before, lon, lat, offset_s)
        else:
            speed_kmh = min(FASTEST_KMH, speed_m_s * 3.6)
        hdop = None if hdop is None or hdop < 0 else hdop
        before = TrackPoint(lon, lat, offset_s, speed_kmh, hdop)
        yield before


def _speed_kmh(before: TrackPoint | None, lon: float, lat: float, offset_s: float) -> float:
    if before is None or offset_s <= before.offset_s:
        return 0.0 if before is None else before.speed_kmh
    return driven_kmh((before.lon, before.lat), (lon, lat), offset_s - before.offset_s)


def _number(text: str | None) -> float | None:
    """A finite number, or None."""
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _moment(text: str) -> datetime | None:
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"trkpt: expected an ISO 8601 time, got {text!r}") from None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _name(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]
