"""Map services that hand out square tiles: XYZ by a template of an URL, and WMS asked for the same squares."""

from __future__ import annotations

import math
import string
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from broker_local.protocol.errors import Given, ProtocolError
from rfers_desktop.geo.mercator import HALF_WORLD
from rfers_desktop.geo.projections import Bounds

SERVICE_TILE_PX = 256
MOST_ZOOM = 22
_SLACK = 0.3  # of a zoom level: tiles are rather shown a little smaller than much larger than they are


class TileAddress(NamedTuple):
    """A square of the Web Mercator world: 2^zoom columns from the west and as many rows from the north."""

    zoom: int
    column: int
    row: int

    @property
    def bounds(self) -> Bounds:
        """In map units of Web Mercator."""
        side = 2.0 * HALF_WORLD / 2**self.zoom
        left, top = -HALF_WORLD + self.column * side, HALF_WORLD - self.row * side
        return left, top - side, left + side, top

    def parent(self, levels: int = 1) -> TileAddress:
        """The coarser tile that this one is a part of."""
        return TileAddress(self.zoom - levels, self.column >> levels, self.row >> levels)


def zoom_for(step: float, least: int, most: int) -> int:
    """The zoom level whose pixels are nearest to pixels of `step` map units."""
    world_px = 2.0 * HALF_WORLD / (step * SERVICE_TILE_PX)
    return min(max(math.ceil(math.log2(max(world_px, 1.0)) - _SLACK), least), most)


def tiles_in(bounds: Bounds, zoom: int) -> Iterator[TileAddress]:
    """The tiles that an area in Web Mercator touches, row by row."""
    side, last = 2.0 * HALF_WORLD / 2**zoom, 2**zoom - 1
    x_min, y_min, x_max, y_max = bounds
    columns = max(math.floor((x_min + HALF_WORLD) / side), 0), min(math.ceil((x_max + HALF_WORLD) / side) - 1, last)
    rows = max(math.floor((HALF_WORLD - y_max) / side), 0), min(math.ceil((HALF_WORLD - y_min) / side) - 1, last)
    for row in range(rows[0], rows[1] + 1):
        for column in range(columns[0], columns[1] + 1):
            yield TileAddress(zoom, column, row)


@dataclass(frozen=True, slots=True)
class XyzService:
    """Tiles at an URL with {z}, {x} and {y} in it; {-y} counts rows from the south, {s} is one of a, b, c."""

    template: str
    title: str = ""
    attribution: str = ""
    least_zoom: int = 0
    most_zoom: int = 19

    def __post_init__(self) -> None:
        checked_url(self.template, "tile service")
        try:
            fields = {field for _, field, _, _ in string.Formatter().parse(self.template) if field is not None}
        except ValueError:
            fields = set()
        if not ({"z", "x"} <= fields and fields & {"y", "-y"} and fields <= {"z", "x", "y", "-y", "s"}):
            raise ProtocolError("tile service", expected="an URL with {z}, {x} and {y} in it", got=self.template)
        _check_zooms(self.least_zoom, self.most_zoom)

    @property
    def key(self) -> str:
        """The template."""
        return self.template

    def url(self, tile: TileAddress) -> str:
        """The template with the tile's numbers."""
        south_row = 2**tile.zoom - 1 - tile.row
        numbers = {"z": tile.zoom, "x": tile.column, "y": tile.row, "-y": south_row, "s": "abc"[sum(tile) % 3]}
        url = self.template
        for field, number in numbers.items():
            url = url.replace(f"{{{field}}}", str(number))
        return url


@dataclass(frozen=True, slots=True)
class WmsService:
    """A Web Map Service (OGC 06-042 for 1.3.0, OGC 01-068r3 for 1.1.1), asked for tiles in EPSG:3857."""

    address: str  # of GetMap, with whatever parameters the server wants besides
    layers: str  # names with commas between
    version: str = "1.3.0"
    crs: str = "EPSG:3857"  # or EPSG:900913, which old servers call the same
    format: str = "image/png"
    styles: str = ""
    title: str = ""
    attribution: str = ""
    least_zoom: int = 0
    most_zoom: int = MOST_ZOOM

    def __post_init__(self) -> None:
        checked_url(self.address, "map service")
        if self.version not in ("1.1.1", "1.3.0"):
            raise ProtocolError("map service version", expected="1.1.1 or 1.3.0", got=self.version)
        if not self.layers:
            raise ProtocolError("map service layers", expected="the name of a layer", got=Given("nothing"))
        _check_zooms(self.least_zoom, self.most_zoom)

    @property
    def key(self) -> str:
        """The request for the whole world."""
        return self.url(TileAddress(0, 0, 0))

    def url(self, tile: TileAddress) -> str:
        """GetMap for one square; in both versions x comes first in EPSG:3857."""
        return with_query(
            self.address,
            {
                "SERVICE": "WMS",
                "VERSION": self.version,
                "REQUEST": "GetMap",
                "LAYERS": self.layers,
                "STYLES": self.styles,
                "CRS" if self.version == "1.3.0" else "SRS": self.crs,
                "BBOX": ",".join(f"{bound:.6f}" for bound in tile.bounds),
                "WIDTH": str(SERVICE_TILE_PX),
                "HEIGHT": str(SERVICE_TILE_PX),
                "FORMAT": self.format,
                "TRANSPARENT": "TRUE",
            },
        )

    @property
    def kept_address(self) -> str:
        """The address with all that `service_at` needs to make the service again."""
        return with_query(self.address, {"VERSION": self.version, "CRS": self.crs, "FORMAT": self.format})


TileService = XyzService | WmsService


def service_at(address: str, layers: str = "", title: str = "") -> TileService:
    """The service that a remembered address means: a WMS if layers of it are named, else XYZ. Raises ProtocolError."""
    if not layers:
        return XyzService(address, title=title)
    checked_url(address, "map service")
    said = {name.upper(): value for name, value in parse_qsl(urlsplit(address).query)}
    usual = WmsService(address, layers)
    return WmsService(
        address,
        layers,
        said.get("VERSION", usual.version),
        said.get("CRS", usual.crs),
        said.get("FORMAT", usual.format),
        title=title,
    )


def with_query(address: str, parameters: dict[str, str]) -> str:
    """An URL with parameters in place of those of the same name, in whatever case they were."""
    parts = urlsplit(address)
    taken = {*parameters, *(("CRS", "SRS") if "CRS" in parameters or "SRS" in parameters else ())}  # two names of one
    kept = [(name, value) for name, value in parse_qsl(parts.query, True) if name.upper() not in taken]
    return urlunsplit((parts.scheme, parts.netloc, parts.path, urlencode([*kept, *parameters.items()]), ""))


def checked_url(url: str, field: str) -> str:
    """An URL that may be fetched: of the web, with a host; nothing local can be read through it."""
    try:
        parts = urlsplit(url)
        is_good = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        is_good = False
    if not is_good or any(sign.isspace() or ord(sign) < 32 for sign in url):
        raise ProtocolError(field, expected="an address that begins http:// or https://", got=url)
    return url


def host_of(url: str) -> str:
    """Who serves it: a name for a service that has none."""
    return urlsplit(url).hostname or url


def _check_zooms(least: int, most: int) -> None:
    if not 0 <= least <= most <= MOST_ZOOM:
        got = Given(f"{least} to {most}")
        raise ProtocolError("zoom levels", expected=f"from 0 up to at most {MOST_ZOOM}", got=got)
