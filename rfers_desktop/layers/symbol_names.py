"""Which symbol stands for a thing: by its style, and by the words in its name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum

from .marks import Style


class Symbol(StrEnum):
    """The symbols there are; each has a drawing of this name."""

    ENGINE = "engine"
    TENDER = "tender"
    CREW = "crew"
    HELICOPTER = "helicopter"
    AIR_TANKER = "air_tanker"
    COMMAND_POST = "command_post"
    SENSOR = "sensor"
    FIRE = "fire"
    HOT_SPOT = "hot_spot"
    SMOKE = "smoke"
    THERMAL_IMAGE = "thermal_image"
    GENERIC = "generic"


PLAIN: Mapping[Style, Symbol] = {
    Style.ASSET: Symbol.ENGINE,
    Style.SENSOR: Symbol.SENSOR,
    Style.INCIDENT: Symbol.FIRE,
    Style.IMAGE: Symbol.THERMAL_IMAGE,
    Style.OTHER: Symbol.GENERIC,
}

# Words at whose sight another symbol is taken, the first that is found: an air tanker is not a tanker.
_WORDS: Mapping[Style, tuple[tuple[re.Pattern[str], Symbol], ...]] = {
    Style.ASSET: (
        (re.compile(r"\bair[ -]?(tanker|attack)|\b(bomber|skimmer|airplane|aircraft)\b"), Symbol.AIR_TANKER),
        (re.compile(r"\bheli|copter\b|\bchopper\b"), Symbol.HELICOPTER),
        (re.compile(r"\b(tanker|tender|water truck)\b"), Symbol.TENDER),
        (re.compile(r"\b(command|icp|chief|battalion)\b"), Symbol.COMMAND_POST),
        (re.compile(r"\b(crew|rescue|squad|ambulance|medic|hotshots?)\b"), Symbol.CREW),
    ),
    Style.INCIDENT: (
        (re.compile(r"\bsmoke\b"), Symbol.SMOKE),
        (re.compile(r"\bhot[ -]?spots?\b"), Symbol.HOT_SPOT),
    ),
}


def symbol_of(style: Style, words: str = "") -> Symbol:
    """The symbol of a thing whose name or description says `words`; zones and the like have the generic one."""
    said = words.casefold()
    for pattern, symbol in _WORDS.get(style, ()):
        if pattern.search(said):
            return symbol
    return PLAIN.get(style, Symbol.GENERIC)
