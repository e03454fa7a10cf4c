"""A table as the panels use it: whole rows, quiet lines, a sentence when there is nothing."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from rfers_desktop.ui.look import Tone, ink

_ROW_PX = 28
_NARROWEST_PX = 48


class DeskTable(QTableView):
    """`widths` are the columns' first widths in pixels; `elastic` takes what is left, or `least_px`."""

    def __init__(
        self,
        model: QAbstractTableModel,
        name: str,
        when_empty: str,
        widths: tuple[int, ...],
        elastic: int,
        parent: QWidget | None,
        least_px: int = _NARROWEST_PX,
    ) -> None:
        super().__init__(parent)
        self._elastic, self._least_px = elastic, least_px
        self.when_empty = when_empty
        self.setModel(model)
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)  # Tab leaves the table; arrows move in it
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_ROW_PX)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        for column, width in enumerate(widths):
            self.setColumnWidth(column, max(width, header.sectionSizeHint(column)))  # in any language
        header.setSectionResizeMode(elastic, QHeaderView.ResizeMode.Fixed)
        header.setMinimumSectionSize(_NARROWEST_PX)
        header.sectionResized.connect(self._fill)

    def say_when_empty(self, words: str) -> None:
        """What stands where rows would be, from now on."""
        if words != self.when_empty:
            self.when_empty = words
            self.viewport().update()

    def selected_row(self) -> int | None:
        """The row that is selected, if one is."""
        rows = self.selectionModel().selectedRows()
        return rows[0].row() if rows else None

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fill()

    def _fill(self, resized: int = -1) -> None:
        """Give the elastic column what the others leave."""
        if resized != self._elastic:
            others = self.horizontalHeader().length() - self.columnWidth(self._elastic)
            self.setColumnWidth(self._elastic, max(self._least_px, self.viewport().width() - others))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.model().rowCount() == 0:
            painter = QPainter(self.viewport())
            painter.setPen(ink(Tone.QUIET))
            space = self.viewport().rect().adjusted(16, 12, -16, -12)
            flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
            painter.drawText(space, flags, self.when_empty)
            painter.end()
