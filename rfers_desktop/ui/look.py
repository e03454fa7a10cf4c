"""The look of the window: its theme, type and spacing, in one place."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

from .style_sheet import SMALL_PX, TEXT_PX, style_sheet
from .themes import DAY, THEMES, Theme

GAP = 8  # pixels between things that belong together
WIDE_GAP = 16  # and between groups of them

_THEME_PROPERTY = "rfersTheme"  # the application itself keeps the name of the theme it wears


class Tone(StrEnum):
    """How a thing stands, told by the colour of its word."""

    QUIET = "quiet"
    GOOD = "good"
    WAITING = "waiting"
    BAD = "bad"


def apply_theme(app: QApplication, theme: Theme = DAY) -> None:
    """Give the application the colours of a theme, the same on every system; open windows change at once."""
    app.setProperty(_THEME_PROPERTY, theme.name)
    app.setStyle("Fusion")
    app.setPalette(_palette(theme))
    app.setStyleSheet(style_sheet(theme))


def present_theme() -> Theme:
    """The theme that the application wears, for what paints itself; ask in every paint, it may change."""
    app = QApplication.instance()
    name = app.property(_THEME_PROPERTY) if app is not None else None
    return THEMES.get(name, DAY) if isinstance(name, str) else DAY


def ink(tone: Tone) -> QColor:
    """The colour of a tone in the present theme."""
    theme = present_theme()
    colours = {Tone.QUIET: theme.quiet_text, Tone.GOOD: theme.good, Tone.WAITING: theme.waiting, Tone.BAD: theme.bad}
    return QColor(colours[tone])


def small_font(weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The type of labels on the map."""
    font = QFont(QApplication.font())
    font.setPixelSize(SMALL_PX)
    font.setWeight(weight)
    return font


def fixed_width_font() -> QFont:
    """The type in which every character is as wide as the next."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPixelSize(TEXT_PX)
    return font


def _palette(theme: Theme) -> QPalette:
    """The colours of what the style sheet leaves to the Fusion style: arrows, sliders, ticks, frames."""
    palette = QPalette(QColor(theme.panel), QColor(theme.window))  # shades for frames follow from these two
    roles = QPalette.ColorRole
    for role, colour in (
        (roles.Window, theme.window),
        (roles.Base, theme.panel),
        (roles.AlternateBase, theme.window),
        (roles.Button, theme.panel),
        (roles.WindowText, theme.text),
        (roles.Text, theme.text),
        (roles.ButtonText, theme.text),
        (roles.BrightText, theme.on_accent),
        (roles.ToolTipBase, theme.plate),
        (roles.ToolTipText, theme.text),
        (roles.Highlight, theme.selected),
        (roles.HighlightedText, theme.text),
        (roles.Accent, theme.accent),
        (roles.Link, theme.bad),
        (roles.PlaceholderText, theme.quiet_text),
    ):
        palette.setColor(role, QColor(colour))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.unavailable_text))
    return palette
