"""Messages that break the contract, each in its own way: what the matcher must refuse and go on."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator

_POSITION = {"AssetID": "A99", "Speed": 50, "PosDate": "2008-04-12", "PosTime": "14:15:21.245"}


def _position(coordinates: list[float] | None = None, **changed: object) -> bytes:
    properties = {name: value for name, value in (_POSITION | changed).items() if value is not None}
    point = {"type": "Point", "coordinates": coordinates or [-114.07, 51.05]}
    return json.dumps({"type": "Feature", "geometry": point, "properties": properties}).encode()


WRONG = (  # sent to EALocation
    b"this is not JSON",
    b'{"type": "Nothing"}',
    _position(Speed="fast"),
    _position(Speed=-3),
    _position(AssetID=None),
    _position(PosDate="2008-02-30"),
    _position(Colour="red"),
    _position([-514.07, 51.05]),
    _position(Topic="EALocations"),
)


def wrong_messages() -> Iterator[bytes]:
    """The wrong messages one after the other, without end."""
    return itertools.cycle(WRONG)
