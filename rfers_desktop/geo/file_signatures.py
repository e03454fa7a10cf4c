"""Whether a map file is what its name says, told by its first bytes before anything else reads it."""

from __future__ import annotations

from pathlib import Path

from broker_local.protocol.errors import Given, ProtocolError

LARGEST_BYTES = 2_000_000_000
_TEXT_LARGEST_BYTES = 400_000_000  # text is read whole into memory
_FORMATS = {
    "gpkg": "GeoPackage",
    "shp": "Shapefile",
    "geojson": "GeoJSON",
    "json": "GeoJSON",
    "kml": "KML",
    "gpx": "GPX",
}
_EXTENSIONS = {"GeoPackage": ".gpkg", "Shapefile": ".shp", "GeoJSON": ".geojson", "KML": ".kml", "GPX": ".gpx"}
_OPENING_BYTES = 4096  # within which XML names its root
_TEXTS = ("geojson", "json", "kml", "gpx")
EXTENSIONS = tuple(f".{extension}" for extension in _FORMATS)


def check_signature(file: Path) -> None:
    """Raise ProtocolError unless the file can be read, is not too large, and is of the format of its extension."""
    extension = file.suffix.lower().lstrip(".")
    if extension not in _FORMATS:
        expected = f"a file of type {', '.join(EXTENSIONS)}"
        raise ProtocolError(file.name, expected=expected, got=file.suffix or Given("no extension"))
    try:
        size = file.stat().st_size
        with file.open("rb") as opened:
            opening = opened.read(_OPENING_BYTES)
    except OSError as error:
        raise ProtocolError(
            file.name, expected="a file that can be read", got=Given(error.strerror or "none")
        ) from error
    if size == 0:
        raise ProtocolError(file.name, expected=f"a {_FORMATS[extension]}", got=Given("an empty file"))
    largest = _TEXT_LARGEST_BYTES if extension in _TEXTS else LARGEST_BYTES
    if size > largest:
        raise ProtocolError(
            file.name, expected=f"at most {largest // 1_000_000:,} MB", got=Given(f"{size // 1_000_000:,} MB")
        )
    found = _format_of(opening)
    if found != _FORMATS[extension]:
        hint = f"name it {file.stem}{_EXTENSIONS[found]}" if found in _EXTENSIONS else None
        words = Given(f"a {found}" if found else "something else")
        raise ProtocolError(file.name, expected=f"a {_FORMATS[extension]}", got=words, hint=hint)
    if extension == "shp":
        _check_companions(file)


def _format_of(opening: bytes) -> str | None:
    if opening.startswith(b"SQLite format 3\x00"):
        return "GeoPackage"
    if opening.startswith(b"\x00\x00\x27\x0a"):  # ESRI Shapefile Technical Description, table 1: file code 9994
        return "Shapefile"
    text = opening.removeprefix(b"\xef\xbb\xbf").lstrip()
    if text.startswith(b"{"):
        return "GeoJSON"
    if text.startswith(b"<") and b"<kml" in opening:
        return "KML"
    if text.startswith(b"<") and b"<gpx" in opening:
        return "GPX"
    return None


def _check_companions(file: Path) -> None:
    """A Shapefile is several files; without its index GDAL would have to guess."""
    beside = {other.name.lower() for other in file.parent.glob(f"{_escaped(file.stem)}.*")}
    if f"{file.stem}.shx".lower() not in beside:
        hint = "copy all files of the Shapefile (.shp, .shx, .dbf, .prj) together"
        raise ProtocolError(file.name, expected="a .shx file beside it", got=Given("none"), hint=hint)


def _escaped(stem: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in stem)
