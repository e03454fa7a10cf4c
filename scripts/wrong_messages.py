"""Messages that break the contract, each in its own way: what the matcher must refuse and go on."""

from __future__ import annotations

import base64
import itertools
import json
from collections.abc import Collection, Iterator

_DAY, _CLOCK = "2008-04-12", "14:15:21.245"
_RIGHT: dict[str, dict[str, object]] = {
    "EALocation": {"AssetID": "A99", "Speed": 50, "PosDate": _DAY, "PosTime": _CLOCK},
    "WSObservation": {"SensorID": "S99", "Temperature": 24.5, "Humidity": 0.2, "ObsDate": _DAY, "ObsTime": _CLOCK},
    "FireIncReports": {"ReportID": "R99", "IncDate": _DAY, "IncTime": _CLOCK},
    "WFireRSImage": {"RasterDate": _DAY, "RasterTime": _CLOCK},
}


def _message(topic: str, coordinates: list[float] | None = None, **changed: object) -> tuple[str, bytes]:
    """An event that is right but for what is changed; None leaves an attribute out."""
    properties = {name: value for name, value in (_RIGHT[topic] | changed).items() if value is not None}
    point = {"type": "Point", "coordinates": coordinates or [-114.07, 51.05]}
    geometry = None if topic in ("FireIncReports", "WFireRSImage") else point
    return topic, json.dumps({"type": "Feature", "geometry": geometry, "properties": properties}).encode()


WRONG = (  # to which topic, and what
    ("EALocation", b"this is not JSON"),
    ("EALocation", b'{"type": "Nothing"}'),
    _message("EALocation", Speed="fast"),
    _message("EALocation", Speed=-3),
    _message("EALocation", AssetID=None),
    _message("EALocation", PosDate="2008-02-30"),
    _message("EALocation", Colour="red"),
    _message("EALocation", [-514.07, 51.05]),
    _message("EALocation", Topic="EALocations"),
    _message("WSObservation", Temperature="hot"),
    _message("WSObservation", Humidity=7),
    _message("WSObservation", ObsTime="25:00"),
    _message("FireIncReports"),  # neither a position nor an address
    _message("FireIncReports", Address="2500 University Drive NW", IncPhoto="no Base64!"),
    _message("WFireRSImage"),
    _message("WFireRSImage", RasterFile=base64.b64encode(b"no GeoTIFF").decode()),
)


def wrong_messages(topics: Collection[str] = tuple(_RIGHT)) -> Iterator[tuple[str, bytes]]:
    """The wrong messages to some topics one after the other, without end."""
    return itertools.cycle([wrong for wrong in WRONG if wrong[0] in topics])
