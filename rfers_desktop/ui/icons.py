"""The icons of buttons: drawn from our SVG files in the colours of the present theme."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from broker_local.protocol.resources import resources_dir

from .themes import Theme

ICON_PX = 20
_RATIOS = (1.0, 1.5, 2.0, 3.0)
_INK = b"currentColor"


def themed_icon(name: str, theme: Theme) -> QIcon:
    """The icon in `resources/icons/NAME.svg`, with the theme's colours for what can and what cannot be used."""
    icon = QIcon()
    for mode, colour in ((QIcon.Mode.Normal, theme.text), (QIcon.Mode.Disabled, theme.unavailable_text)):
        for image in _images(name, colour):
            icon.addPixmap(QPixmap.fromImage(image), mode)
    return icon


def icon_image(name: str, colour: str, ratio: float = 1.0) -> QImage:
    """An icon in one colour."""
    return _painted(_drawing(name, colour), ratio)


@lru_cache(maxsize=256)
def _images(name: str, colour: str) -> tuple[QImage, ...]:
    """The icon for every screen; reading the drawing takes longer than painting it."""
    drawing = _drawing(name, colour)
    return tuple(_painted(drawing, ratio) for ratio in _RATIOS)


def _drawing(name: str, colour: str) -> QSvgRenderer:
    drawing = QSvgRenderer(QByteArray(_source(name).replace(_INK, colour.encode())))
    if not drawing.isValid():
        raise ValueError(f"resources/icons/{name}.svg: expected an SVG drawing")
    return drawing


def _painted(drawing: QSvgRenderer, ratio: float) -> QImage:
    side = round(ICON_PX * ratio)
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    drawing.render(painter, QRectF(0, 0, side, side))
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image


@lru_cache(maxsize=128)
def _source(name: str) -> bytes:
    return (resources_dir() / "icons" / f"{name}.svg").read_bytes()
