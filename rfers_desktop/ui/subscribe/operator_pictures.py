"""The list of comparisons: a picture and a sentence each; what can never be is grey, and says why."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from broker_local.protocol.operators import GeometryKind
from rfers_desktop.drafting.spatial_choices import SpatialChoice
from rfers_desktop.language import tr
from rfers_desktop.subscription_draft import SpatialTest
from rfers_desktop.ui.look import present_theme, small_font

from .operator_drawing import PICTURE, draw_operator

_GAP_PX = 10
_PAD_PX = 4
_SHOWN_PX = 196  # about four rows
_PALE = 0.4
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class OperatorPictures(QListWidget):
    """One row is chosen at any time; arrows go from possible row to possible row."""

    chosen = Signal(object)  # SpatialTest

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("How zone and event compare"))
        self.setItemDelegate(_PictureRow(self))
        self.setFixedHeight(_SHOWN_PX)
        self.setWordWrap(True)
        self.setFrameShape(QListWidget.Shape.StyledPanel)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._choices: tuple[SpatialChoice, ...] = ()
        self.kinds = (GeometryKind.POLYGON, GeometryKind.POINT)  # of zone and event, for the pictures
        self.currentRowChanged.connect(self._tell)

    def offer(
        self, choices: Sequence[SpatialChoice], chosen: SpatialTest, zone: GeometryKind, event: GeometryKind
    ) -> None:
        """Show these rows, one of them chosen."""
        if (tuple(choices), (zone, event)) != (self._choices, self.kinds):
            self._choices, self.kinds = tuple(choices), (zone, event)
            with QSignalBlocker(self):
                self.clear()
                for choice in choices:
                    self.addItem(_item(choice))
        row = next((row for row, choice in enumerate(self._choices) if choice.test is chosen), -1)
        if row != self.currentRow():
            with QSignalBlocker(self):
                self.setCurrentRow(row)

    def choice(self, row: int) -> SpatialChoice:
        """What a row is about."""
        return self._choices[row]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()  # sentences wrap otherwise

    def _tell(self, row: int) -> None:
        if 0 <= row < len(self._choices):
            self.chosen.emit(self._choices[row].test)


def _item(choice: SpatialChoice) -> QListWidgetItem:
    item = QListWidgetItem(choice.sentence)
    if choice.impossible is not None:
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setToolTip(choice.impossible)
    words = choice.sentence if choice.impossible is None else f"{choice.sentence}: {choice.impossible}"
    item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
    return item


class _PictureRow(QStyledItemDelegate):
    """Paints a row: the picture, the sentence, and small below it the operator's name or why it cannot be."""

    def __init__(self, pictures: OperatorPictures) -> None:
        super().__init__(pictures)
        self._pictures = pictures

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        width = self._pictures.viewport().width()
        sentence, below = self._boxes(QRect(0, 0, width, 0), self._pictures.choice(index.row()))
        return QSize(width, max(round(PICTURE.height()), below.bottom() - sentence.top() + 1) + 2 * _PAD_PX)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme, choice = present_theme(), self._pictures.choice(index.row())
        rect: QRect = option.rect
        state = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(theme.selected))
        is_possible = choice.impossible is None
        painter.setOpacity(1.0 if is_possible else _PALE)
        draw_operator(painter, QPointF(rect.left() + _PAD_PX, rect.top() + _PAD_PX), choice.test, *self._kinds(), theme)
        painter.setOpacity(1.0)
        sentence, below = self._boxes(rect, choice)
        painter.setFont(self._pictures.font())
        painter.setPen(QColor(theme.text if is_possible else theme.unavailable_text))
        painter.drawText(sentence, int(_WRAPPED), choice.sentence)
        painter.setFont(small_font())
        painter.setPen(QColor(theme.quiet_text))
        painter.drawText(below, int(_WRAPPED), _small_words(choice))
        if state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_Selected:
            painter.setPen(QColor(theme.focus))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        painter.restore()

    def _kinds(self) -> tuple[GeometryKind, GeometryKind]:
        return self._pictures.kinds

    def _boxes(self, rect: QRect, choice: SpatialChoice) -> tuple[QRect, QRect]:
        left = rect.left() + _PAD_PX + round(PICTURE.width()) + _GAP_PX
        room = QRect(left, rect.top() + _PAD_PX, rect.right() - left - _PAD_PX, 1000)
        sentence = QFontMetrics(self._pictures.font()).boundingRect(room, int(_WRAPPED), choice.sentence)
        under = room.translated(0, sentence.height() + 1)
        below = QFontMetrics(small_font()).boundingRect(under, int(_WRAPPED), _small_words(choice))
        return sentence, below


def _small_words(choice: SpatialChoice) -> str:
    return choice.test.value if choice.impossible is None else choice.impossible
