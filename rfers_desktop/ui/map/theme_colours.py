"""Colours of layers as Qt has them: their own, or one that the theme has under a name."""

from __future__ import annotations

from PySide6.QtGui import QColor

from rfers_desktop.ui.themes import Theme

_NAMED = "@"


def colour_of(colour: str, theme: Theme, opacity: float = 1.0) -> QColor:
    """`#rrggbb`, or `@water` for the theme's water."""
    found = QColor(str(getattr(theme, colour.removeprefix(_NAMED)))) if colour.startswith(_NAMED) else QColor(colour)
    found.setAlphaF(opacity)
    return found
