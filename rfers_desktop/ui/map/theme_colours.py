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


def mixed(colour: str, ground: str, share: float) -> QColor:
    """A colour of which a share is that of the ground, opaque."""
    own, below = QColor(colour), QColor(ground)
    parts = ((own.red(), below.red()), (own.green(), below.green()), (own.blue(), below.blue()))
    return QColor(*(round(part * (1 - share) + other * share) for part, other in parts))
