"""How sure a match is, on the wire: the members `possibility` and `necessity`, left out of what is certain."""

from __future__ import annotations

from .errors import ProtocolError
from .json_text import as_number


def degrees_to_members(possibility: float, necessity: float) -> dict[str, object]:
    """Both, or neither if nothing is uncertain."""
    if possibility == necessity == 1.0:
        return {}
    return {"possibility": possibility, "necessity": min(necessity, possibility)}  # a last bit may be rounded up


def degrees_from_members(given: dict[str, object], field: str) -> tuple[float, float]:
    """Possibility and necessity; the second is never the greater."""
    possibility = as_degree(given.get("possibility", 1.0), f"{field}.possibility")
    return possibility, as_degree(given.get("necessity", 1.0), f"{field}.necessity", possibility)


def as_degree(value: object, field: str, most: float = 1.0) -> float:
    """`value` if it is a degree, of at most so much."""
    expected = f"a number from 0 to {most:g}"
    number = as_number(value, field, expected)
    if not 0.0 <= number <= most:
        raise ProtocolError(field, expected=expected, got=value)
    return number
