"""The foreign member `placed` of a Feature: how its geometry was found, and how far off it may be."""

from __future__ import annotations

from .choices import one_of
from .errors import ProtocolError
from .event import PlacedBy, Placement
from .json_text import as_number, as_object, as_text, known_members
from .limits import MAX_TEXT

_MEMBERS = frozenset(("by", "confidence", "radius_m", "matched"))
LARGEST_RADIUS_M = 20_100_000.0  # farther apart no two points on the Earth are


def placement_to_object(placed: Placement) -> dict[str, object]:
    """A placement as JSON would spell it."""
    return {
        "by": placed.by,
        "confidence": placed.confidence,
        "radius_m": placed.radius_m,
        "matched": placed.matched,
    }


def placement_from_object(value: object, field: str) -> Placement:
    """A placement out of parsed JSON."""
    given = as_object(value, field)
    known_members(given, field, _MEMBERS)
    return Placement(
        by=one_of(PlacedBy, given.get("by"), f"{field}.by"),
        confidence=_between(given.get("confidence"), f"{field}.confidence", 1.0),
        radius_m=_between(given.get("radius_m"), f"{field}.radius_m", LARGEST_RADIUS_M),
        matched=as_text(given.get("matched", ""), f"{field}.matched", MAX_TEXT, empty_allowed=True),
    )


def _between(value: object, field: str, most: float) -> float:
    expected = f"a number from 0 to {most:.12g}"
    number = as_number(value, field, expected)
    if not 0.0 <= number <= most:
        raise ProtocolError(field, expected=expected, got=value)
    return number
