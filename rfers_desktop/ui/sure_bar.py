"""How sure a match is, as a bar: solid as far as it is certain, hatched as far as it is possible, empty beyond."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from rfers_desktop.degree_text import sure_sentence
from rfers_desktop.ui.look import present_theme

DEGREES = Qt.ItemDataRole.UserRole + 1  # of an item: (possibility, necessity)
_BAR_PX = 44.0
_HIGH_PX = 9.0
_PAD_PX = 8
_GAP_PX = 7


def paint_sure_bar(painter: QPainter, box: QRectF, possibility: float, necessity: float) -> None:
    """Draw the bar in the present theme; it is told apart by its pattern, not by its colour."""
    theme = present_theme()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    ink = QColor(theme.text)
    certain, possible = box.width() * necessity, box.width() * possibility
    painter.setPen(Qt.PenStyle.NoPen)
    painter.fillRect(box, QColor(theme.panel))
    hatch = QBrush(ink, Qt.BrushStyle.BDiagPattern)
    painter.fillRect(QRectF(box.left() + certain, box.top(), max(possible - certain, 0.0), box.height()), hatch)
    painter.fillRect(QRectF(box.left(), box.top(), certain, box.height()), ink)
    if possible > certain:
        painter.setPen(QPen(ink, 1.0))
        painter.drawRect(QRectF(box.left(), box.top(), possible, box.height()))
    painter.setPen(QPen(QColor(theme.field_line), 1.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box)
    painter.restore()


class SureDelegate(QStyledItemDelegate):
    """Draws the bar of an item before its words."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        degrees = index.data(DEGREES)
        self.initStyleOption(option, index)
        widget = option.widget
        style = widget.style() if widget is not None else QApplication.style()
        line = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, widget)  # that of other columns
        words, option.text = option.text, ""
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, widget)
        space = QRectF(option.rect.left(), line.top(), option.rect.width(), line.height()).adjusted(
            _PAD_PX, 0, -_PAD_PX, 0
        )
        if degrees is not None:
            bar = QRectF(space.left(), round(space.center().y() - _HIGH_PX / 2), _BAR_PX, _HIGH_PX)
            paint_sure_bar(painter, bar, *degrees)
            space.setLeft(bar.right() + _GAP_PX)
        painter.save()
        painter.setPen(QColor(present_theme().text))
        painter.setFont(option.font)
        elided = option.fontMetrics.elidedText(words, Qt.TextElideMode.ElideRight, int(space.width()))
        painter.drawText(space, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, elided)
        painter.restore()


class SureBar(QWidget):
    """The bar by itself; screen readers are told what it shows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.degrees = (1.0, 1.0)
        self.setFixedHeight(round(_HIGH_PX) + 5)
        self.setMinimumWidth(80)

    def show_degrees(self, possibility: float, necessity: float) -> None:
        """Show how sure a match is."""
        self.degrees = (possibility, necessity)
        words = sure_sentence(possibility, necessity)
        self.setAccessibleName(words)
        self.setToolTip(words)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(160, self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_sure_bar(painter, QRectF(self.rect()).adjusted(0, 2, -1, -3), *self.degrees)
        painter.end()
