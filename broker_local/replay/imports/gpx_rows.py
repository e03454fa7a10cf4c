"""Rows of a GPX file: the fixes of its tracks, and its waypoints; the key is the name of the track or the file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from broker_local.protocol.errors import Given, ProtocolError

from .rows import BadRow, Row

_POINTS = ("trkpt", "rtept", "wpt")
_PATHS = ("trk", "rte")


def gpx_rows(path: Path) -> Iterator[Row | BadRow]:
    """A row for each point, in order; read as a stream."""
    name, number = None, 0
    inside = 0
    try:
        for event, element in ElementTree.iterparse(path, events=("start", "end")):
            tag = element.tag.rpartition("}")[2]
            if event == "start":
                inside += tag in _POINTS
                name = None if tag in _PATHS else name
            elif tag in _POINTS:
                inside -= 1
                number += 1
                yield _row(f"{tag} {number}", element, name or path.stem)
                element.clear()
            elif tag == "name" and not inside:
                name = (element.text or "").strip() or name
    except ElementTree.ParseError as error:
        fault = ProtocolError(path.name, expected="GPX", got=Given(str(error)))
        if not number:
            raise fault from None
        yield BadRow(f"after point {number}", fault, b"")


def _row(where: str, element: ElementTree.Element, track: str) -> Row:
    values: dict[str, object] = {"track_name": track, "lat": element.get("lat"), "lon": element.get("lon")}
    for child in element:
        text = (child.text or "").strip()
        if text:
            values[child.tag.rpartition("}")[2]] = text
    return Row(where, values)
