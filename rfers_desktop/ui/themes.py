"""The themes of the window: named colours for day, dusk and night."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours by what they are for, as #rrggbb."""

    name: str
    text: str
    quiet_text: str
    unavailable_text: str
    window: str
    panel: str
    line: str
    selected: str
    accent: str
    accent_dark: str
    on_accent: str
    good: str
    waiting: str
    bad: str
    warning_paper: str
    warning_line: str
    land: str  # the map's ground
    water: str
    water_line: str
    park: str
    country_line: str
    province_line: str
    highway: str
    highway_edge: str
    place: str  # the dot of a town
    place_text: str
    water_text: str
    text_halo: str
    graticule: str
    graticule_text: str
    zone_live: str
    zone_pending: str
    zone_refused: str
    asset: str
    sensor: str
    incident: str
    image: str
    other: str
    symbol_edge: str
    selection: str
    measure: str
    frozen: str
