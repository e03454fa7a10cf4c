"""How lines and areas are drawn on the map: one row a style, zones told apart by their line as well."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import Qt

from rfers_desktop.layers.marks import Style
from rfers_desktop.ui.themes import Theme, contrast, data_colour


@dataclass(frozen=True, slots=True)
class ShapeStyle:
    """How lines and areas are drawn."""

    colour: str
    fill_opacity: float
    width_px: float
    line: Qt.PenStyle = Qt.PenStyle.SolidLine


def shape_style(style: Style, theme: Theme, colour: str | None = None) -> ShapeStyle:
    """How a line or an area of a style is drawn in a theme; `colour` is its owner's, which warnings do not heed."""
    plain = _plain_style(style, theme)
    if colour is None or style not in (Style.ZONE_LIVE, Style.ZONE_PENDING, Style.ZONE_PAUSED):
        return plain
    return replace(plain, colour=data_colour(colour, theme))


def ink_on(colour: str, theme: Theme) -> str:
    """The theme's colour that is best read on another."""
    return max((theme.on_zone, theme.plate, theme.text, theme.on_accent), key=lambda ink: contrast(ink, colour))


def _plain_style(style: Style, theme: Theme) -> ShapeStyle:
    match style:
        case Style.ASSET:
            return ShapeStyle(theme.asset, 0.18, 2.0)
        case Style.SENSOR:
            return ShapeStyle(theme.sensor, 0.18, 2.0)
        case Style.INCIDENT:
            return ShapeStyle(theme.incident, 0.18, 2.0)
        case Style.IMAGE:
            return ShapeStyle(theme.image, 0.0, 1.0)  # the image itself lies below it
        case Style.OTHER:
            return ShapeStyle(theme.other, 0.15, 2.0)
        case Style.ZONE_LIVE:
            return ShapeStyle(theme.zone_live, 0.09, 2.0)
        case Style.ZONE_PENDING:
            return ShapeStyle(theme.zone_pending, 0.05, 2.0, Qt.PenStyle.DashLine)
        case Style.ZONE_PAUSED:
            return ShapeStyle(theme.zone_pending, 0.0, 1.5, Qt.PenStyle.DashDotLine)
        case Style.ZONE_REFUSED:
            return ShapeStyle(theme.zone_refused, 0.05, 2.0, Qt.PenStyle.DotLine)
