"""Tests of which symbol stands for a thing."""

from __future__ import annotations

import pytest

from rfers_desktop.layers.marks import Style
from rfers_desktop.layers.symbol_names import Symbol, symbol_of


@pytest.mark.parametrize(
    ("style", "words", "symbol"),
    [
        (Style.ASSET, "", Symbol.ENGINE),
        (Style.ASSET, "Engine 5", Symbol.ENGINE),
        (Style.ASSET, "Tanker 12", Symbol.TENDER),
        (Style.ASSET, "Water tender 3", Symbol.TENDER),
        (Style.ASSET, "Air tanker 45", Symbol.AIR_TANKER),
        (Style.ASSET, "AIRTANKER 45", Symbol.AIR_TANKER),
        (Style.ASSET, "Helitack 2", Symbol.HELICOPTER),
        (Style.ASSET, "HELICOPTER C-FXYZ", Symbol.HELICOPTER),
        (Style.ASSET, "Rescue 7", Symbol.CREW),
        (Style.ASSET, "Unit crew 11", Symbol.CREW),
        (Style.ASSET, "Incident command post", Symbol.COMMAND_POST),
        (Style.ASSET, "Chandler's truck", Symbol.ENGINE),
        (Style.SENSOR, "Helicopter pad", Symbol.SENSOR),
        (Style.INCIDENT, "R-1", Symbol.FIRE),
        (Style.INCIDENT, "Smoke seen from the tower", Symbol.SMOKE),
        (Style.INCIDENT, "Hot-spot 4", Symbol.HOT_SPOT),
        (Style.IMAGE, "", Symbol.THERMAL_IMAGE),
        (Style.OTHER, "Smoke", Symbol.GENERIC),
        (Style.ZONE_LIVE, "", Symbol.GENERIC),
    ],
)
def test_a_symbol_is_found_by_style_and_words(style: Style, words: str, symbol: Symbol) -> None:
    assert symbol_of(style, words) is symbol
