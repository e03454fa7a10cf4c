"""The `crs` member of a message: which coordinates these are, and the way to WGS 84."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from pyproj import CRS, Transformer
from pyproj.exceptions import CRSError, ProjError

from .errors import ProtocolError

Coordinates = NDArray[np.float64]  # shape (n, 2): lon, lat, or x, y before they are transformed
ToLonLat = Callable[[Coordinates], Coordinates]

_WGS84 = ("EPSG:4326", "OGC:CRS84")


def parse_crs(value: object, field: str) -> ToLonLat | None:
    """A function to lon/lat for a crs such as "EPSG:26911", or None where none is needed.

    The object form of GeoJSON 2008 ({"type": "name", "properties": {"name": …}}) is understood too.
    """
    if value is None:
        return None
    properties = value.get("properties") if isinstance(value, dict) else None
    name = properties.get("name") if isinstance(properties, dict) else value
    if not isinstance(name, str) or len(name) > 100:
        raise ProtocolError(field, expected='a name such as "EPSG:26911"', got=value)
    code = _authority_code(name)
    if code in _WGS84:
        return None
    transformer = _transformer(code)
    if transformer is None:
        raise ProtocolError(field, expected='a known coordinate system such as "EPSG:26911"', got=name)

    def to_lonlat(xy: Coordinates) -> Coordinates:
        try:
            lon, lat = transformer.transform(xy[:, 0], xy[:, 1], errcheck=True)
        except ProjError:
            raise ProtocolError(
                "geometry", expected=f"coordinates inside the area of {code}", got=tuple(xy[0].tolist())
            ) from None
        return np.column_stack((lon, lat))

    return to_lonlat


def _authority_code(name: str) -> str:
    """EPSG:26911 out of urn:ogc:def:crs:EPSG::26911 and the like."""
    parts = [part for part in name.replace("/", ":").split(":") if part]
    if len(parts) < 2:
        return name
    authority = parts[-2] if len(parts) < 3 or parts[-2].isalpha() else parts[-3]  # a version may stand between
    return f"{authority.upper()}:{parts[-1]}"


@lru_cache(maxsize=32)
def _transformer(code: str) -> Transformer | None:
    authority, _, number = code.partition(":")
    if authority not in ("EPSG", "OGC", "ESRI") or not number:
        return None  # nothing but codes: a foreign string is never handed to PROJ as a pipeline
    try:
        return Transformer.from_crs(CRS.from_authority(authority, number), CRS.from_epsg(4326), always_xy=True)
    except (CRSError, ProjError):
        return None
