"""Positions in Universal Transverse Mercator: zone, band, easting and northing, read and written."""

from __future__ import annotations

import re
from dataclasses import dataclass

from broker_local.protocol.errors import Given, ProtocolError

from .projections import Projection, by_epsg, utm_zone

BANDS = "CDEFGHJKLMNPQRSTUVWX"  # 8 degrees each from 80° S; X is 12 high
SOUTHERNMOST, NORTHERNMOST = -80.0, 84.0
_FIRST_NORTHERN = "N"
_EXPECTED = "a zone with its band, then easting and northing in metres, such as 11U 705357 5659470"
_EASTINGS = (100_000.0, 900_000.0)
_NORTHINGS = (0.0, 10_000_000.0)
_NUMBER = r"(\d{1,3}(?:[ ,]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
_UTM = re.compile(
    r"(?:UTM\s+)?(?:ZONE\s+)?(\d{1,2})\s*(NORTH|SOUTH|[A-Z])\s*[,;:]?\s+"
    rf"(?:E\s*[:=]?\s*)?{_NUMBER}\s*(?:M\s*)?E?\s*[,;]?\s+(?:N\s*[:=]?\s*)?{_NUMBER}\s*(?:M\s*)?N?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class UtmPosition:
    """Metres in a zone; the band tells how far north, and so the hemisphere."""

    zone: int
    band: str
    easting: float
    northing: float

    @property
    def is_northern(self) -> bool:
        """Whether northings are counted from the equator, not from 10,000 km south of it."""
        return self.band >= _FIRST_NORTHERN


def band_of(lat: float) -> str:
    """The letter of the band of a latitude from 80° S to 84° N."""
    return BANDS[min(int((lat - SOUTHERNMOST) // 8.0), len(BANDS) - 1)]


def has_utm(lat: float) -> bool:
    """Whether a latitude is in a zone of UTM, not near a pole."""
    return SOUTHERNMOST <= lat < NORTHERNMOST


def zone_projection(zone: int, is_northern: bool) -> Projection:
    """The projection of a zone of one hemisphere."""
    return by_epsg((32600 if is_northern else 32700) + zone)


def to_utm(lon: float, lat: float) -> UtmPosition:
    """A position in the zone it is in; raises ProtocolError near the poles."""
    if not has_utm(lat):
        raise ProtocolError("latitude", expected="-80 to below 84, where UTM has zones", got=lat)
    zone, band = utm_zone(lon, lat), band_of(lat)
    easting, northing = zone_projection(zone, band >= _FIRST_NORTHERN).point_to_map(lon, lat)
    # A breath south of the equator may be in band N by rounding; its northing is not below 0.
    return UtmPosition(zone, band, easting, max(northing, 0.0))


def utm_text(lon: float, lat: float) -> str:
    """`11U 705357 5659470`: whole metres."""
    position = to_utm(lon, lat)
    return f"{position.zone}{position.band} {position.easting:.0f} {position.northing:.0f}"


def is_utm_like(text: str) -> bool:
    """Whether a text is meant as UTM."""
    return _UTM.fullmatch(text.strip()) is not None


def read_utm(text: str) -> tuple[float, float]:
    """The lon, lat of a text such as `11U 705357 5659470`; raises ProtocolError with what is wrong."""
    found = _UTM.fullmatch(text.strip())
    if found is None:
        raise ProtocolError("UTM", expected=_EXPECTED, got=text)
    zone, letter = int(found[1]), found[2].upper()
    easting, northing = (float(re.sub(r"[ ,]", "", number)) for number in (found[3], found[4]))
    if not 1 <= zone <= 60:
        raise ProtocolError("UTM zone", expected="1 to 60", got=zone)
    if len(letter) == 1 and letter not in BANDS:
        raise ProtocolError("UTM band", expected="a letter from C to X without I and O, or north or south", got=letter)
    for name, value, (low, high) in (("easting", easting, _EASTINGS), ("northing", northing, _NORTHINGS)):
        if not low <= value <= high:
            expected = f"{low:,.0f} to {high:,.0f} metres"
            raise ProtocolError(f"UTM {name}", expected=expected, got=Given(f"{value:,.0f}"))
    lon, lat = zone_projection(zone, _is_northern(zone, letter, easting, northing)).point_to_lonlat(easting, northing)
    if len(letter) == 1 and letter not in "NS" and abs(lat - _middle_of(letter)) > 8.0:
        raise ProtocolError(
            "UTM northing", expected=f"one in band {letter}", got=Given(f"{northing:,.0f}, in band {_band_near(lat)}")
        )
    return lon, lat


def _is_northern(zone: int, letter: str, easting: float, northing: float) -> bool:
    """S is a band north of the equator; where the northing is not in that band, the writer meant south."""
    if letter != "S":
        return letter in ("NORTH", "N") or (letter != "SOUTH" and letter >= _FIRST_NORTHERN)
    _, lat = zone_projection(zone, True).point_to_lonlat(easting, northing)
    return has_utm(lat) and band_of(lat) == "S"


def _middle_of(band: str) -> float:
    return SOUTHERNMOST + 8.0 * BANDS.index(band) + (6.0 if band == "X" else 4.0)


def _band_near(lat: float) -> str:
    return band_of(min(max(lat, SOUTHERNMOST), NORTHERNMOST))
