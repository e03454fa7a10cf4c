"""A cell of two lines: what it is, and below it, quieter, more about it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from rfers_desktop.ui.look import present_theme, small_font

_PAD_X, _PAD_Y = 11, 6


class TwoLines(QStyledItemDelegate):
    """Draws the first line of a cell's text in the usual type and the second in the small one."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        self.initStyleOption(option, index)
        first, _, second = str(index.data()).partition("\n")
        option.text = ""
        widget = option.widget
        style = widget.style() if widget is not None else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, widget)
        space: QRect = option.rect.adjusted(_PAD_X, _PAD_Y, -_PAD_X, -_PAD_Y)
        theme = present_theme()
        painter.save()
        for text, font, colour, edge in (
            (first, option.font, theme.text, Qt.AlignmentFlag.AlignTop),
            (second, small_font(), theme.quiet_text, Qt.AlignmentFlag.AlignBottom),
        ):
            painter.setFont(font)
            painter.setPen(QColor(colour))
            words = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, space.width())
            painter.drawText(space, edge | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine, words)
        painter.restore()
