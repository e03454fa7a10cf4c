"""The words of street names as one spelling: 17th AVENUE N.W. and 17 Ave NW are the same."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_SPELLINGS = """
    ST STREET STR | AVE AVENUE AV AVEN | BLVD BOULEVARD BLV BOUL BV | RD ROAD | DR DRIVE DRV | TR TRAIL TRL
    CRES CRESCENT CR CRESC | CRT COURT CT | PL PLACE | WAY WY | LANE LN | CIR CIRCLE CIRC CI | CLOSE CL | GATE GA
    GROVE GR GRV GV | PARK PK | PKWY PARKWAY PKY PY | SQ SQUARE | TERR TERRACE TER TCE TC | HWY HIGHWAY HIWAY
    FWY FREEWAY | RIDGE RDG RG | RISE RI | HILL HL | HEIGHTS HTS HT | MEWS MEW | MANOR MNR MR | COVE CV | BAY BA
    POINT PT | VIEW VW | VILLAS VI | ROW RO | PATH PH | LINK LI | LANDING LD LNDG | GARDENS GDNS GD | COMMON CM
    ALLEY ALY | WALK WK | PLAZA PZ | GREEN GN | HEATH HE | PASSAGE PS | RANGE_ROAD RGE_RD RR | TOWNSHIP_ROAD TWP_RD
"""
# The first spelling of each line is the one kept.
TYPES: dict[str, str] = {
    spelling.replace("_", " "): spellings.split()[0].replace("_", " ")
    for line in _SPELLINGS.strip().splitlines()
    for spellings in line.split("|")
    for spelling in spellings.split()
}
LEADING_TYPES = frozenset(("HWY", "RANGE ROAD", "TOWNSHIP ROAD"))  # Highway 1A, Range Road 33
_COMPASS = {"N": "NORTH", "S": "SOUTH", "E": "EAST", "W": "WEST"}
DIRECTIONS: dict[str, str] = {word: short for short, word in _COMPASS.items()} | {short: short for short in _COMPASS}
for _first in "NS":
    for _second in "EW":
        DIRECTIONS |= dict.fromkeys((_first + _second, _COMPASS[_first] + _COMPASS[_second]), _first + _second)
_ORDINALS = ("FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH", "SIXTH", "SEVENTH", "EIGHTH", "NINTH", "TENTH", "ELEVENTH")
_ORDINAL_WORDS = {word: str(number) for number, word in enumerate(_ORDINALS, start=1)}
_ORDINAL_NUMBER = re.compile(r"(\d+)(?:ST|ND|RD|TH)\Z")
_SAME_NAMES = {"SAINT": "ST", "SAINTE": "STE", "MOUNT": "MT", "FORT": "FT"}  # of names, not of types
_PUNCTUATION = re.compile(r"[^\w#&@/,;\n-]+|_|(?<=[A-Z])-(?=[A-Z])")


@dataclass(frozen=True, slots=True, order=True)
class StreetName:
    """A street's name in words of one spelling."""

    name: str  # MACLEOD, 17, CENTRE
    type: str = ""  # AVE
    direction: str = ""  # NE; a part of the name in cities with quadrants

    def __str__(self) -> str:
        return " ".join(word for word in (self.name.title(), self.type.title(), self.direction) if word)


def plain(text: str) -> str:
    """Capital letters without accents, apostrophes and full stops; other punctuation that means nothing is space."""
    letters = unicodedata.normalize("NFKD", text.upper())
    kept = "".join(c for c in letters if not unicodedata.combining(c) and c not in "'’.`")
    return _PUNCTUATION.sub(" ", kept)


def is_ordinal(word: str) -> bool:
    """Whether a word counts (17th, fourth): then it is a street's name, never a house number."""
    return word in _ORDINAL_WORDS or _ORDINAL_NUMBER.match(word) is not None


def same_word(word: str) -> str:
    """A word of a street's name in its one spelling."""
    ordinal = _ORDINAL_NUMBER.match(word)
    return ordinal[1] if ordinal else _ORDINAL_WORDS.get(word) or _SAME_NAMES.get(word, word)


def read_street(words: list[str]) -> tuple[StreetName, list[str]] | None:
    """A street at the beginning of some words (17 AVE NE), and the words after it; None if there is none."""
    words = _joined_pairs(words)
    before = ""
    if len(words) > 1 and words[0] in DIRECTIONS and words[1] not in TYPES:  # NW 5 Ave
        before, words = DIRECTIONS[words[0]], words[1:]
    if not words:
        return None
    if TYPES.get(words[0]) in LEADING_TYPES and len(words) > 1:
        name, kind, rest = words[1:2], TYPES[words[0]], words[2:]
    else:
        at = _place_of_type(words)
        name, kind, rest = (words, "", []) if at is None else (words[:at], TYPES[words[at]], words[at + 1 :])
        if at is None:
            name, rest = _without_tail(words)
    after = ""
    if rest and rest[0] in DIRECTIONS:
        after, rest = DIRECTIONS[rest[0]], rest[1:]
    street = StreetName(" ".join(same_word(word) for word in name), kind, after or before)
    return street, rest


def _place_of_type(words: list[str]) -> int | None:
    """Where the type stands: the first type word after a name that is not itself part of a longer name (PARK LANE)."""
    for at in range(1, len(words)):
        if words[at] in TYPES and not (at + 1 < len(words) and words[at + 1] in TYPES):
            return at
    return None


def _without_tail(words: list[str]) -> tuple[list[str], list[str]]:
    """A name without a type ends at a direction, or with the words."""
    for at in range(1, len(words)):
        if words[at] in DIRECTIONS:
            return words[:at], words[at:]
    return words, []


def _joined_pairs(words: list[str]) -> list[str]:
    """RANGE ROAD as one word, NORTH WEST and N W as NW."""
    joined: list[str] = []
    for word in words:
        pair = f"{joined[-1]} {word}" if joined else ""
        if pair in TYPES:
            joined[-1] = pair
        elif joined and joined[-1] in ("N", "S", "NORTH", "SOUTH") and word in ("E", "W", "EAST", "WEST"):
            joined[-1] = DIRECTIONS[joined[-1]] + DIRECTIONS[word]
        else:
            joined.append(word)
    return joined
