"""The figures beside a drawing: lengths, bearings, sizes and the buffer, on the earth."""

from __future__ import annotations

import numpy as np

from rfers_desktop.drafting.sketch import Shape, Sketch
from rfers_desktop.geo.measuring import (
    area_m2,
    area_text,
    bearing_deg,
    bearing_text,
    distance_text,
    length_m,
)
from rfers_desktop.language import tr


def figures(sketch: Sketch, buffer_m: float) -> list[str]:
    """What is worth knowing of a drawing, the most important first."""
    corners = np.array(sketch.corners).reshape(-1, 2)
    lines = []
    if sketch.shape.is_area and len(corners) > 2:
        lines.append(tr("The edges cross") if sketch.is_crossing else area_text(area_m2(corners)))
    if sketch.shape is Shape.LINE and len(corners) > 1:
        lines.append(distance_text(length_m(corners)))
    is_open = sketch.shape in (Shape.LINE, Shape.POLYGON) and len(corners) > 1 and not sketch.is_finished
    if is_open:
        (lon, lat), (to_lon, to_lat) = corners[-2:]
        leg = distance_text(length_m(corners[-2:]))
        lines.append(tr("Leg {length}, {bearing}", length=leg, bearing=_bearing(lon, lat, to_lon, to_lat)))
    if buffer_m and not sketch.is_empty:
        words = "Radius {length}" if sketch.shape is Shape.CIRCLE else "Buffer {length}"
        sign = "" if buffer_m > 0 else "−"
        lines.append(tr(words, length=f"{sign}{distance_text(abs(buffer_m))}"))
    return lines


def _bearing(lon: float, lat: float, to_lon: float, to_lat: float) -> str:
    return bearing_text(bearing_deg(lon, lat, to_lon, to_lat))
