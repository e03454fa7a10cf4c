"""An address as people write it, taken apart: house number, street, the street that crosses, the town."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from .street_words import DIRECTIONS, LEADING_TYPES, TYPES, StreetName, is_ordinal, plain, read_street

_UNIT = re.compile(
    r"#\s*\w+|\b(?:UNIT|APT|APARTMENT|SUITE|STE|RM|ROOM|FLR|FLOOR|LVL|LEVEL|BLDG|BUILDING)\s*#?\s*(?:\d\w*|[A-Z])\b"
    r"|\b\d+(?:ST|ND|RD|TH)\s+(?:FLR|FLOOR)\b|\bP\s*O\s+BOX\s+\d+\b"
)
_POSTAL_CODE = re.compile(r"\b[ABCEGHJ-NPRSTVXY]\d[A-Z]\s*-?\s*\d[A-Z]\d\b")  # Canada's
_ZIP_CODE = re.compile(r"(?<=[A-Z])[\s,]+\d{5}(?:-\d{4})?\s*\Z")
_HYPHENED = re.compile(r"\b(\d{1,6})[A-Z]?\s*-\s*(\d{1,6}[A-Z]?)\b")
_CROSSING = re.compile(r"\s*(?:&|@|/|\bAND\b|\bAT\b)\s*")
_BEFORE_CROSSING = re.compile(r"^(?:THE\s+)?(?:CORNER|INTERSECTION)\s+(?:OF\s+)?")
_NUMBER = re.compile(r"(\d{1,6})[A-Z]?\Z")
_HALF = re.compile(r"(?<=\d)\s+1/2\b|(?<=\d)\s*½")
_REGIONS = frozenset(
    ("ALBERTA", "BRITISH", "COLUMBIA", "MANITOBA", "NEW", "BRUNSWICK", "NEWFOUNDLAND", "NOVA", "SCOTIA", "NUNAVUT")
    + ("ONTARIO", "PEI", "QUEBEC", "SASKATCHEWAN", "YUKON", "CANADA", "CAN", "USA")
)
_LONGEST_TOWN = 4  # words

IsTown = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class AddressParts:
    """What an address says."""

    street: StreetName
    number: int | None = None
    crossing: StreetName | None = None
    towns: tuple[str, ...] = ()  # what stands where a town would


def take_apart(address: str, is_town: IsTown) -> AddressParts | None:
    """The parts of an address; None if no street can be made out. `is_town` knows the towns of the table."""
    text = _UNIT.sub(" ", plain(_HALF.sub("", address)))
    text = _HYPHENED.sub(_without_unit, _ZIP_CODE.sub("", _POSTAL_CODE.sub(" ", text)))
    pieces = [" ".join(piece.strip("- ").split()) for piece in re.split(r"[,;\n]", text)]
    pieces = [piece for piece in pieces if piece]
    at = next((at for at, piece in enumerate(pieces) if _looks_like_a_street(piece, is_town)), None)
    if at is None:
        return None
    words, towns = _without_town(pieces[at].split(), is_town)
    towns += [town for piece in pieces[at + 1 :] if (town := " ".join(_without_regions(piece.split())))]
    sides = [side.split() for side in _CROSSING.split(_BEFORE_CROSSING.sub("", " ".join(words)))]
    if len(sides) == 2 and all(sides):
        number, street, crossing = None, read_street(sides[0]), read_street(sides[1])
    else:
        number, street_words = _number(words)
        street, crossing = read_street(street_words), None
    if street is None:
        return None
    left = _without_regions((crossing or street)[1])
    if number is None and crossing is None and left and (after := _NUMBER.match(left[0])):  # 17 Ave NE 2454
        number, left = int(after[1]), left[1:]
    found = ([" ".join(left)] if left else []) + towns
    return AddressParts(street[0], number, crossing[0] if crossing else None, tuple(found))


def _without_unit(match: re.Match[str]) -> str:
    """5-123 is unit 5 of number 123; 123-127 is a range of house numbers, and 123 will do."""
    first, second = match[1], match[2]
    is_range = len(first) > 1 and second.isdigit() and int(first) < int(second) <= int(first) + 20
    return first if is_range else second


def _number(words: list[str]) -> tuple[int | None, list[str]]:
    """The house number in front, if there is one: in 17 AVE NE there is none, in 17 AVENUE RD there is."""
    if len(words) < 2 or is_ordinal(words[0]):
        return None, words
    first = _NUMBER.match(words[0])
    is_name = words[1] in TYPES and TYPES[words[1]] not in LEADING_TYPES and (len(words) < 3 or words[2] not in TYPES)
    return (None, words) if first is None or is_name else (int(first[1]), words[1:])


def _looks_like_a_street(piece: str, is_town: IsTown) -> bool:
    """Whether a piece between commas has a number, a type or a crossing, and is no town."""
    words = _without_regions(piece.split())
    if not words or is_town(" ".join(words)):
        return False
    has_type = any(word in TYPES for word in words[1:]) or TYPES.get(words[0]) in LEADING_TYPES
    return (len(words) > 1 and (has_type or words[0][0].isdigit())) or _CROSSING.search(piece) is not None


def _without_town(words: list[str], is_town: IsTown) -> tuple[list[str], list[str]]:
    """A street without the town that follows it with no comma between."""
    words = _without_regions(words)
    for length in range(min(_LONGEST_TOWN, len(words) - 2), 0, -1):
        if is_town(tail := " ".join(words[-length:])):
            return words[:-length], [tail]
    return words, []


def _without_regions(words: list[str]) -> list[str]:
    """Words less the province or state and the country at their end; two letters are one, unless a street has them."""
    kept = len(words)
    while kept and (words[kept - 1] in _REGIONS or _is_short_region(words[kept - 1])):
        kept -= 1
    return words[:kept]


def _is_short_region(word: str) -> bool:
    return len(word) == 2 and word.isalpha() and word not in DIRECTIONS and word not in TYPES
