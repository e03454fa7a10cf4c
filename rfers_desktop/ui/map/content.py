"""What a band of the map shows: something that can paint any part of itself, the same whatever the part."""

from __future__ import annotations

from enum import IntEnum
from typing import Protocol

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from rfers_desktop.ui.themes import Theme

from .view import View


class Band(IntEnum):
    """The sheets of the map, from the ground up."""

    BASE = 0
    THERMAL = 1
    ZONES = 2
    LIVE = 3
    LABELS = 4


class Painting(Protocol):
    """A picture that does not change any more and can be painted on any thread.

    What lies in `exposed` (pixels) comes out the same, to the bit, whatever `exposed` is: nothing depends on it but
    what can be left out. The painter is clipped to `exposed`, in device-independent pixels, without antialiasing set.
    """

    def paint(self, painter: QPainter, view: View, exposed: QRectF, theme: Theme) -> None:
        """Paint all that touches `exposed`."""
        ...


class Content(Protocol):
    """What a band shows at the moment."""

    is_slow: bool  # painted by a worker, the old picture being shown until it is done

    def painting(self) -> Painting:
        """The present state; it may be the content itself if that is not slow."""
        ...
