"""The themes of the window: named colours for day, dusk and night."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(
    frozen=True, slots=True, eq=False
)  # compared as the object that it is: what is kept by theme is found sooner
class Theme:
    """Colours by what they are for, as #rrggbb."""

    name: str
    is_dark: bool  # light on dark
    text: str
    quiet_text: str
    unavailable_text: str
    window: str
    panel: str
    line: str
    hairline: str  # between the rows of a table
    field_line: str  # around what can be filled in or pressed
    focus: str  # around what the keys go to
    selected: str
    accent: str
    accent_dark: str  # the accent under the cursor
    accent_unavailable: str
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
    plate: str  # the ground of labels and of what floats above the map; `text` is written on it
    zone_live: str
    zone_pending: str
    zone_refused: str
    on_zone: str  # the name of a zone, written on the zone's colour
    asset: str
    sensor: str
    incident: str
    image: str
    other: str
    symbol_sign: str  # the sign within a symbol
    symbol_edge: str  # around a symbol
    alert: str
    selection: str
    measure: str
    frozen: str  # the ground of the sign that the data stand still; `on_accent` is written on it

    def __hash__(self) -> int:
        return hash(self.name)  # asked for with every symbol that is painted


DAY = Theme(
    name="Day",
    is_dark=False,
    text="#1b2430",
    quiet_text="#546070",
    unavailable_text="#7a8593",
    window="#f4f6f8",
    panel="#ffffff",
    line="#d5dbe3",
    hairline="#edf0f4",
    field_line="#848e9b",
    focus="#0b57b0",
    selected="#dbe7fb",
    accent="#b3381b",
    accent_dark="#922c13",
    accent_unavailable="#d9b9b0",
    on_accent="#ffffff",
    good="#177245",
    waiting="#8a5c00",
    bad="#b42318",
    warning_paper="#fff6df",
    warning_line="#e7c46a",
    land="#f1f0e9",
    water="#cfe3f0",
    water_line="#4a7ca0",
    park="#dcead0",
    country_line="#5b5162",
    province_line="#776d7e",
    highway="#fbe3a6",
    highway_edge="#97732f",
    place="#3b4048",
    place_text="#262b33",
    water_text="#275579",
    text_halo="#f8f7f2",
    graticule="#c3c9bd",
    graticule_text="#5d665a",
    plate="#ffffff",
    zone_live="#0b5cad",
    zone_pending="#546070",
    zone_refused="#b42318",
    on_zone="#ffffff",
    asset="#1238b4",
    sensor="#0a7f74",
    incident="#b3200f",
    image="#9c4bb0",
    other="#2b3038",
    symbol_sign="#ffffff",
    symbol_edge="#ffffff",
    alert="#d11507",
    selection="#a8006d",
    measure="#7a1fa2",
    frozen="#8f1d12",
)

DUSK = Theme(
    name="Dusk",
    is_dark=True,
    text="#f0e4d3",
    quiet_text="#c3b39e",
    unavailable_text="#96897a",
    window="#2a2622",
    panel="#332e29",
    line="#4d453d",
    hairline="#3d3731",
    field_line="#92846f",
    focus="#f2c572",
    selected="#52402e",
    accent="#a8431f",
    accent_dark="#bb5027",
    accent_unavailable="#5e4438",
    on_accent="#ffffff",
    good="#8fce9b",
    waiting="#eebc5c",
    bad="#ff9c85",
    warning_paper="#4f3c1a",
    warning_line="#8a6a2c",
    land="#38332d",
    water="#20343f",
    water_line="#7a9cab",
    park="#37402f",
    country_line="#c9b7a3",
    province_line="#9f917f",
    highway="#5e4b33",
    highway_edge="#a08357",
    place="#e6d8c4",
    place_text="#efe3d1",
    water_text="#a9c6d3",
    text_halo="#26221e",
    graticule="#544c43",
    graticule_text="#bcae9b",
    plate="#26221e",
    zone_live="#6fb4f2",
    zone_pending="#b5aa9c",
    zone_refused="#ff8f78",
    on_zone="#14110e",
    asset="#5b9df5",
    sensor="#4fc9ae",
    incident="#ff7a5c",
    image="#eaa6d8",
    other="#f4ecdf",
    symbol_sign="#1a1613",
    symbol_edge="#1a1613",
    alert="#ff6a4d",
    selection="#ffd84d",
    measure="#f2b8ff",
    frozen="#8f2413",
)

NIGHT = Theme(
    name="Night",
    is_dark=True,
    text="#f0917a",
    quiet_text="#cf7561",
    unavailable_text="#96554a",
    window="#0d0706",
    panel="#140b09",
    line="#3a1d17",
    hairline="#22110e",
    field_line="#984d3f",
    focus="#ffb09a",
    selected="#3f1a12",
    accent="#7a1d0f",
    accent_dark="#8c2514",
    accent_unavailable="#36140e",
    on_accent="#ffb9a3",
    good="#d99a5c",
    waiting="#f0a04a",
    bad="#ff6a55",
    warning_paper="#331509",
    warning_line="#6e2c14",
    land="#150c0a",
    water="#050303",
    water_line="#9c5040",
    park="#1e100b",
    country_line="#b56a57",
    province_line="#93503f",
    highway="#4a2a16",
    highway_edge="#a8683a",
    place="#d08470",
    place_text="#e08a74",
    water_text="#b86a58",
    text_halo="#080404",
    graticule="#35190f",
    graticule_text="#b5695a",
    plate="#0d0605",
    zone_live="#f0a070",
    zone_pending="#b07a66",
    zone_refused="#ff5a45",
    on_zone="#0a0504",
    asset="#ffcf94",
    sensor="#e8a04a",
    incident="#ff4128",
    image="#a44c3c",
    other="#c98f6e",
    symbol_sign="#0a0504",
    symbol_edge="#0a0504",
    alert="#ff3a26",
    selection="#ffd28a",
    measure="#ffb59c",
    frozen="#6e160c",
)

_NIGHT_SHARES = (1.0, 0.55, 0.4)  # red, green and blue of a colour of data by night


def data_colour(colour: str, theme: Theme) -> str:
    """A colour that stands for a value, as a theme shows it: by night its lightness alone, in red."""
    if theme is not NIGHT:
        return colour
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    light = 0.299 * red + 0.587 * green + 0.114 * blue
    return "#" + "".join(f"{round(light * share):02x}" for share in _NIGHT_SHARES)


def luminance(colour: str) -> float:
    """How light a colour is, 0 to 1 (WCAG 2.2, relative luminance)."""
    shares = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(ink: str, paper: str) -> float:
    """How well one colour is read on another, 1 to 21 (WCAG 2.2, contrast ratio)."""
    darker, lighter = sorted((luminance(ink), luminance(paper)))
    return (lighter + 0.05) / (darker + 0.05)


THEMES: Mapping[str, Theme] = {theme.name: theme for theme in (DAY, DUSK, NIGHT)}
