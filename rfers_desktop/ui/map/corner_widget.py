"""A small thing in a corner of the map that stays there when the map changes its size."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget

CORNER_GAP_PX = 12


class CornerWidget(QWidget):
    """Sits on the map, not in a layout."""

    def __init__(self, canvas: QWidget, corner: Qt.Corner, offset_px: int = 0) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._corner = corner
        self._offset_px = offset_px  # further from the edge above or below, to stand clear of another
        canvas.installEventFilter(self)

    def place(self) -> None:
        """Go to the corner."""
        is_left = self._corner in (Qt.Corner.TopLeftCorner, Qt.Corner.BottomLeftCorner)
        is_top = self._corner in (Qt.Corner.TopLeftCorner, Qt.Corner.TopRightCorner)
        gap = CORNER_GAP_PX
        self.move(
            gap if is_left else self._canvas.width() - self.width() - gap,
            gap + self._offset_px if is_top else self._canvas.height() - self.height() - gap - self._offset_px,
        )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self.place()
        return False
