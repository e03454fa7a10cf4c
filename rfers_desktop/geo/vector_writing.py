"""Writes features as files that other programs read: GeoPackage, GeoJSON, KML and CSV.

Beside `vector_files.py` the only module that imports pyogrio. A file appears whole or not at all.
"""

from __future__ import annotations

import csv
import tempfile
import warnings
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio.errors
import pyogrio.raw
import shapely
from numpy.typing import NDArray

from broker_local.protocol.errors import Given, ProtocolError

from .out_layer import OutLayer, joined

_WGS84 = "EPSG:4326"
_FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")  # with which a spreadsheet takes a cell for a formula
_FAULTS = (
    pyogrio.errors.DataSourceError,
    pyogrio.errors.DataLayerError,
    pyogrio.errors.FeatureError,
    pyogrio.errors.GeometryError,
    pyogrio.errors.FieldError,
    OSError,
)


class FileFormat(Enum):
    """What a file can be written as: GDAL's driver, and how names end."""

    GEOPACKAGE = ("GPKG", ".gpkg")
    GEOJSON = ("GeoJSON", ".geojson")
    KML = ("LIBKML", ".kml")
    CSV = ("CSV", ".csv")

    @property
    def driver(self) -> str:
        """What GDAL calls it."""
        return self.value[0]

    @property
    def ending(self) -> str:
        """How names of such files end."""
        return self.value[1]


def format_of(file: Path) -> FileFormat:
    """The format that a name asks for; raises ProtocolError for none."""
    for kind in FileFormat:
        if file.suffix.lower() == kind.ending:
            return kind
    endings = ", ".join(kind.ending for kind in FileFormat)
    raise ProtocolError(file.name, expected=f"a name that ends in {endings}", got=file.suffix or file.name)


def write_layers(file: Path, layers: Sequence[OutLayer], kind: FileFormat | None = None) -> None:
    """Write layers into a new file, in place of the one there is; formats of one layer get them as one."""
    kind = kind if kind is not None else format_of(file)
    wanted = [layer for layer in layers if len(layer)]
    if not wanted:
        raise ProtocolError(file.name, expected="at least one feature to write", got=Given("none"))
    try:
        with tempfile.TemporaryDirectory(prefix=".rfers-", dir=file.parent) as folder:
            aside = Path(folder) / f"out{kind.ending}"
            if kind is FileFormat.CSV:
                _write_csv(aside, joined(wanted))
            else:
                _write_with_gdal(aside, wanted if kind is FileFormat.GEOPACKAGE else [joined(wanted, file.stem)], kind)
            aside.replace(file)
    except _FAULTS as error:
        words = str(error).split("\n", 1)[0]
        raise ProtocolError(file.name, expected="a place that can be written to", got=Given(words)) from error


def _write_with_gdal(file: Path, layers: Sequence[OutLayer], kind: FileFormat) -> None:
    options = {"RFC7946": "YES"} if kind is FileFormat.GEOJSON else {}
    for number, layer in enumerate(layers):
        fields = {name: _array(values) for name, values in layer.columns.items()}
        types = {type(shape).__name__ for shape in layer.geometries if shape is not None}
        with warnings.catch_warnings():  # GDAL mutters about every name that it has to change
            warnings.simplefilter("ignore", RuntimeWarning)
            pyogrio.raw.write(
                file,
                shapely.to_wkb(layer.geometries),
                list(fields.values()),
                list(fields),
                layer=layer.name,
                driver=kind.driver,
                geometry_type=types.pop() if len(types) == 1 else "Unknown",
                crs=_WGS84,
                append=number > 0,
                **options,
            )


def _array(values: Sequence[object]) -> NDArray[Any]:
    """A column as GDAL takes it: whole numbers and numbers as such, everything else as text."""
    present = [value for value in values if value is not None]
    if present and all(isinstance(value, bool | int) for value in present) and len(present) == len(values):
        return np.array(values, dtype=np.int64)
    if present and all(isinstance(value, int | float) for value in present):
        return np.array([np.nan if value is None else value for value in values], dtype=np.float64)
    return np.array([None if value is None else str(value) for value in values], dtype=object)


def _write_csv(file: Path, layer: OutLayer) -> None:
    points = [shapely.Point(s.representative_point()) if s is not None else None for s in layer.geometries]
    with file.open("w", encoding="utf-8-sig", newline="") as out:  # the mark lets spreadsheets know it is UTF-8
        writer = csv.writer(out)
        writer.writerow([*layer.columns, "lon", "lat", "wkt"])
        for number, point in enumerate(points):
            where = ["", "", ""] if point is None else [point.x, point.y, layer.geometries[number].wkt]
            writer.writerow([*(_cell(values[number]) for values in layer.columns.values()), *where])


def _cell(value: object) -> object:
    """A text that a spreadsheet would run is marked as text."""
    if isinstance(value, str) and value.startswith(_FORMULA_SIGNS):
        return f"'{value}"
    return "" if value is None else value
