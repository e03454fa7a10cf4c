"""Painting in device pixels where the painter counts in device-independent ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtGui import QPainter, QTransform


@contextmanager
def in_device_pixels(painter: QPainter) -> Iterator[None]:
    """Let the painter count device pixels from the same corner; everything of it is as before afterwards."""
    painter.save()
    at = painter.transform()
    painter.setTransform(QTransform.fromTranslate(round(at.dx()), round(at.dy())))
    try:
        yield
    finally:
        painter.restore()
