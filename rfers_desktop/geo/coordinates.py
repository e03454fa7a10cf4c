"""How positions are written for people."""

from __future__ import annotations

_ARC_SECOND = 1.0 / 3600.0


def position_text(lon: float, lat: float) -> str:
    """Latitude first, as officers read it out: `51.05000° N, 114.07000° W`."""
    return f"{abs(lat):.5f}° {_side(lat, 5, 'N', 'S')}, {abs(lon):.5f}° {_side(lon, 5, 'E', 'W')}"


def degree_text(degrees: float, positive: str, negative: str) -> str:
    """One line of a graticule, as short as it can be: `114° W`, `51°30′ N`, `51°30′20″ N`, `0°`."""
    seconds = round(abs(degrees) / _ARC_SECOND)
    if seconds == 0:
        return "0°"
    whole, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    text = f"{whole}°"
    if minutes or seconds:
        text += f"{minutes:02d}′"
    if seconds:
        text += f"{seconds:02d}″"
    return f"{text} {positive if degrees > 0 else negative}"


def _side(degrees: float, decimals: int, positive: str, negative: str) -> str:
    return negative if round(degrees, decimals) < 0 else positive
