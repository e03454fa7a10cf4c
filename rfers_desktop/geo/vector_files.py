"""Reads users' map files (GeoPackage, Shapefile, GeoJSON, KML, GPX) of any coordinate system into lon/lat features.

The only module that imports pyogrio. A file that cannot be drawn as it is raises ProtocolError, or `CrsMissing` if
the user can help by naming the coordinate system. Reading is done in pieces between which it can be cancelled.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio
import pyogrio.errors
import pyogrio.raw
import shapely
from numpy.typing import NDArray
from pyproj import CRS, Transformer
from pyproj.exceptions import CRSError, ProjError

from broker_local.protocol.errors import Given, ProtocolError

from .features import Column, VectorLayer, by_kind
from .file_signatures import check_signature

Progress = Callable[[float], None]  # from 0 to 1
MOST_POSITIONS = 20_000_000
_PIECE = 20_000  # features read between two looks at whether to go on
_READ_AT_ONCE = ("geojson", "json", "kml", "gpx")  # text, which GDAL reads whole: pieces would read it again and again
_TOLD_TWICE = ("route_points", "track_points")  # of a GPX file, whose routes and tracks have them as lines
_WGS84 = CRS.from_epsg(4326)
_FAULTS = (
    pyogrio.errors.DataSourceError,
    pyogrio.errors.DataLayerError,
    pyogrio.errors.FeatureError,
    pyogrio.errors.GeometryError,
    pyogrio.errors.FieldError,
    shapely.errors.GEOSException,
)


class CrsMissing(ProtocolError):
    """The file does not say in which coordinate system its numbers are, or what it says cannot be."""

    def __init__(self, file: str, *, got: str, hint: str, is_like_degrees: bool) -> None:
        self.is_like_degrees = is_like_degrees
        super().__init__(file, expected="a coordinate system (CRS)", got=Given(got), hint=hint)


class ReadingCancelled(Exception):
    """The user did not want to wait."""


def read_vector_file(
    file: Path,
    *,
    crs: str | None = None,
    progress: Progress = lambda _: None,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> tuple[VectorLayer, ...]:
    """All layers that have geometries; `crs` ("EPSG:3005") goes before what the file says."""
    check_signature(file)
    given = None if crs is None else named_crs(crs)
    with warnings.catch_warnings():  # GDAL mutters about every oddity of a file; what matters it raises
        warnings.simplefilter("ignore", RuntimeWarning)
        layers = _layers(file, given, progress, is_cancelled)
    if not layers:
        raise ProtocolError(file.name, expected="at least one feature with a geometry", got=Given("none"))
    progress(1.0)
    return tuple(layers)


def _layers(file: Path, given: CRS | None, progress: Progress, is_cancelled: Callable[[], bool]) -> list[VectorLayer]:
    try:
        with_geometry = [str(name) for name, kind in pyogrio.list_layers(file).tolist() if kind is not None]
        if file.suffix.lower() == ".gpx":
            with_geometry = [name for name in with_geometry if name not in _TOLD_TWICE]
        layers = []
        for number, name in enumerate(with_geometry):
            layer = _layer(file, name, given, _share(progress, number, len(with_geometry)), is_cancelled)
            if len(layer):
                layers.append(layer)
    except _FAULTS as error:
        raise ProtocolError(file.name, expected="a whole map file", got=Given(_first_words(error))) from error
    return layers


def named_crs(text: str) -> CRS:
    """A coordinate system as people name it: `EPSG:3005`, `3005`, WKT or a PROJ string."""
    try:
        return CRS.from_user_input(int(text) if text.strip().isdigit() else text.strip())
    except (CRSError, OverflowError):
        raise ProtocolError("CRS", expected="the name of a coordinate system, such as EPSG:3005", got=text) from None


def _share(progress: Progress, number: int, count: int) -> Progress:
    """The progress of one of several equal parts."""
    return lambda part: progress((number + part) / count)


def _layer(
    file: Path, name: str, given: CRS | None, progress: Progress, is_cancelled: Callable[[], bool]
) -> VectorLayer:
    info = pyogrio.read_info(file, layer=name, force_feature_count=True)
    expected = max(int(info["features"]), 1)
    geometries: list[NDArray[Any]] = []
    columns: dict[str, list[Column]] = {}
    positions = read = 0
    for wkb, values in _pieces(file, name, expected):
        if is_cancelled():
            raise ReadingCancelled
        geometries.append(shapely.force_2d(shapely.from_wkb(wkb, on_invalid="ignore")))
        positions += int(shapely.get_num_coordinates(geometries[-1]).sum())
        if positions > MOST_POSITIONS:
            words = f"more than {MOST_POSITIONS:,} of them"
            raise ProtocolError(file.name, expected=f"at most {MOST_POSITIONS:,} positions", got=Given(words))
        for field, column in values.items():
            columns.setdefault(field, []).append(_column(column))
        read += len(wkb)
        progress(min(read / expected, 1.0))
    found = np.concatenate(geometries) if geometries else np.empty(0, dtype=object)
    if not len(found):
        return VectorLayer(name, (), "", 0)
    crs = given or _crs_of(file, info["crs"], found)
    lonlat = _to_lonlat(file, found, crs)
    is_drawable = ~(shapely.is_missing(lonlat) | shapely.is_empty(lonlat))
    kept = {field: np.concatenate(pieces)[is_drawable] for field, pieces in columns.items()}
    parts = tuple(by_kind(lonlat[is_drawable], kept))
    return VectorLayer(name, parts, crs.name, int((~is_drawable).sum()))


def _pieces(file: Path, layer: str, count: int) -> Iterator[tuple[NDArray[Any], dict[str, NDArray[Any]]]]:
    if file.suffix.lower().lstrip(".") in _READ_AT_ONCE:
        yield _read(file, layer)
        return
    for start in range(0, count, _PIECE):
        yield _read(file, layer, skip_features=start, max_features=_PIECE)


def _read(file: Path, layer: str, **options: int) -> tuple[NDArray[Any], dict[str, NDArray[Any]]]:
    try:
        meta, _, wkb, values = pyogrio.raw.read(file, layer=layer, **options)
    except UnicodeDecodeError:  # an old table that does not say its encoding
        meta, _, wkb, values = pyogrio.raw.read(file, layer=layer, encoding="ISO-8859-1", **options)
    return wkb, dict(zip(meta["fields"].tolist(), values))


def _column(values: NDArray[Any]) -> Column:
    """Numbers as float64, everything else as text; missing text is empty."""
    if values.dtype.kind in "iuf":
        return values.astype(np.float64)
    words = ["" if value is None else str(value) for value in values.tolist()]
    return np.array(words, dtype=object)


def _crs_of(file: Path, said: str | None, geometries: NDArray[Any]) -> CRS:
    """What the file says, unless its numbers cannot be in that."""
    bounds = shapely.total_bounds(geometries)
    west, south, east, north = bounds.tolist()
    is_in_degrees = west >= -360.0 and east <= 360.0 and south >= -90.0 and north <= 90.0
    is_like_degrees = is_in_degrees or not np.isfinite(bounds).all()
    numbers = f"x up to {east:,.0f}, y up to {north:,.0f}"
    if said is None:
        hint = "it looks like degrees; say whether it is" if is_like_degrees else "it looks like metres; say which CRS"
        raise CrsMissing(file.name, got=f"none, and {numbers}", hint=hint, is_like_degrees=is_like_degrees)
    try:
        crs = CRS.from_user_input(said)
    except CRSError:
        hint = "say which CRS it is"
        raise CrsMissing(file.name, got="one unknown here", hint=hint, is_like_degrees=is_like_degrees) from None
    if crs.is_geographic and not is_like_degrees:
        hint = "it looks like metres; say which CRS"
        raise CrsMissing(file.name, got=f"degrees, but {numbers}", hint=hint, is_like_degrees=False)
    return crs


def _to_lonlat(file: Path, geometries: NDArray[Any], crs: CRS) -> NDArray[Any]:
    """In degrees of WGS 84; what has no place there is missing."""
    if crs.equals(_WGS84, ignore_axis_order=True):
        return _finite(geometries)
    try:
        transformer = Transformer.from_crs(crs, _WGS84, always_xy=True)
        turned = shapely.transform(geometries, lambda xy: np.column_stack(transformer.transform(xy[:, 0], xy[:, 1])))
    except ProjError as error:
        message = _first_words(error)
        raise ProtocolError(file.name, expected=f"coordinates within {crs.name}", got=Given(message)) from error
    turned = _finite(turned)
    if len(turned) and shapely.is_missing(turned).all():
        raise ProtocolError(file.name, expected=f"coordinates within {crs.name}", got=Given("none that are in it"))
    return turned


def _finite(geometries: NDArray[Any]) -> NDArray[Any]:
    """The same, but missing where a coordinate is not a number."""
    coordinates, owner = shapely.get_coordinates(geometries, return_index=True)
    wrong = owner[~np.isfinite(coordinates).all(axis=1)]
    if len(wrong):
        geometries = geometries.copy()
        geometries[wrong] = None
    return geometries


def _first_words(error: Exception) -> str:
    """What GDAL says of a file, without the folders and the advice for programmers."""
    text = str(error).split("\n")[0].split("; ")[0]
    if "not recognized" in text:
        return "something that no reader knows"
    if "sqlite" in text or "malformed" in text:
        return "one that is damaged or cut short"
    return text.rsplit("/", 1)[-1] or type(error).__name__
