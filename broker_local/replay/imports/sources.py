"""From what was named on the command line to files that can be read: by their suffix, images of a folder together."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from broker_local.protocol.errors import Given, ProtocolError

from ..geoparquet import sha256_of
from .csv_rows import csv_rows
from .geojson_rows import geojson_rows
from .gpkg_rows import gpkg_rows
from .gpx_rows import gpx_rows
from .image_rows import ReadImage, image_rows
from .rows import BadRow, Row, Source

_READERS: dict[str, Callable[[Path], Iterator[Row | BadRow]]] = {
    ".csv": csv_rows,
    ".tsv": csv_rows,
    ".geojson": geojson_rows,
    ".json": geojson_rows,
    ".geojsonl": geojson_rows,
    ".gpkg": gpkg_rows,
    ".gpx": gpx_rows,
}
_PACKED = (csv_rows, geojson_rows)
_IMAGES = (".tif", ".tiff")


def sources_of(paths: Iterable[Path], read_image: ReadImage) -> list[Source]:
    """The files, and those in folders, in order; the images of a folder are one source."""
    found: list[Source] = []
    for path in paths:
        if not path.is_dir():
            found.append(_images(path.name, [path], read_image) if is_image(path) else _file(path))
            continue
        files = sorted(file for file in path.rglob("*") if file.is_file())
        images = [file for file in files if is_image(file)]
        others = [_file(file) for file in files if _reader(file) is not None]
        if not images and not others:
            raise ProtocolError(str(path), expected=f"a folder with {_known()}", got=Given("none of these"))
        found += [_images(path.name, images, read_image)] if images else []
        found += others
    return found


def is_image(path: Path) -> bool:
    """Whether a file has the name of a GeoTIFF."""
    return path.suffix.lower() in _IMAGES


def _reader(path: Path) -> Callable[[Path], Iterator[Row | BadRow]] | None:
    if path.suffix.lower() == ".gz":
        inner = _READERS.get(Path(path.stem).suffix.lower())
        return inner if inner in _PACKED else None
    return _READERS.get(path.suffix.lower())


def _file(path: Path) -> Source:
    reader = _reader(path)
    if reader is None:
        raise ProtocolError(str(path), expected=f"a file that ends in {_known()}", got=path.name)
    if not path.is_file():
        raise ProtocolError(str(path), expected="a file or a folder", got=Given("nothing there"))
    return Source(path.name, sha256_of(path), partial(reader, path))


def _images(name: str, paths: list[Path], read_image: ReadImage) -> Source:
    digests = {sha256_of(path): path.absolute().as_uri() for path in paths}
    digest = hashlib.sha256("".join(sorted(digests)).encode()).hexdigest()
    return Source(name, digest, partial(image_rows, paths, read_image), digests)


def _known() -> str:
    return ", ".join([*_READERS, *_IMAGES])
