"""Rows of GeoTIFFs: footprint and time as the file says, or else the time in its name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path

from shapely.geometry.base import BaseGeometry

from broker_local.protocol.blob import blob_ref, blob_ref_to_object
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.times import parse_timestamp, write_timestamp

from .rows import BadRow, Row, as_geojson

ReadImage = Callable[[bytes, str], tuple[BaseGeometry, datetime | None]]  # footprint, and when it was taken
_TIME_FROM = "the TIFF's DateTime, or a time in its name such as 20260701T1200"
_IN_A_NAME = re.compile(r"(?<!\d)(\d{4})-?(\d\d)-?(\d\d)(?:[T_ -]?(\d\d)[:-]?(\d\d)(?:[:-]?(\d\d))?)?(?!\d)")


def image_rows(paths: Sequence[Path], read_image: ReadImage) -> Iterator[Row | BadRow]:
    """A row for each image: its content by reference, as a thermal image of the live service has it."""
    for path in paths:
        try:
            content = path.read_bytes()
            footprint, taken_at = read_image(content, path.name)
            when = taken_at or _named_moment(path.stem)
        except ProtocolError as error:
            yield BadRow(path.name, error, path.name.encode())
        else:
            values: dict[str, object] = {
                "RasterFile": blob_ref_to_object(blob_ref(content)),
                "RasterDesc": path.stem,
            }
            if when is not None:
                values["timestamp"] = write_timestamp(when)
            yield Row(path.name, values, as_geojson(footprint), time_from=_TIME_FROM)


def _named_moment(name: str) -> datetime | None:
    found = _IN_A_NAME.search(name)
    if found is None:
        return None
    year, month, day, hour, minute, second = (part or "00" for part in found.groups())
    try:
        return parse_timestamp(f"{year}-{month}-{day}T{hour}:{minute}:{second}Z", name)
    except ProtocolError:
        return None
