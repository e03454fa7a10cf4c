"""Where a filter is typed: checked with every key, the error under the character that is at fault."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPolygonF, QResizeEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QTextEdit, QVBoxLayout, QWidget

from broker_local.protocol.errors import FilterError, ProtocolError
from broker_local.protocol.topic import Attribute, Topic
from rfers_desktop.subscription_draft import filter_problem
from rfers_desktop.ui.look import Tone, fixed_width_font, ink

_LINES = 2
_MESSAGE_PX = 34  # two lines, kept free so that nothing jumps
_POINTER_PX = 7


class FilterField(QWidget):
    """An editor, a pointer to the character at fault, the error in words, and the attributes one can use."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._topic: Topic | None = None
        self.problem: ProtocolError | None = None
        self.editor = QPlainTextEdit(self)
        self.editor.setAccessibleName("Filter")
        self.editor.setFont(fixed_width_font())
        self.editor.setPlaceholderText("Speed > 80 AND AssetName LIKE 'Engine%'")
        self.editor.setTabChangesFocus(True)
        self.editor.setFixedHeight(self.editor.fontMetrics().lineSpacing() * _LINES + 22)
        self.pointer = _Pointer(self)
        self.message = QLabel(self)
        self.message.setObjectName("wrong")
        self.message.setWordWrap(True)
        self.message.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.message.setFixedHeight(_MESSAGE_PX)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setAccessibleName("Filter error")
        self._help = QLabel(self)
        self._help.setObjectName("quiet")
        self._help.setWordWrap(True)
        self._help.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._help.setTextFormat(Qt.TextFormat.PlainText)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for part in (self.editor, self.pointer, self.message, self._help):
            layout.addWidget(part)
        self.editor.textChanged.connect(self._check)

    def use_topic(self, topic: Topic) -> None:
        """Check against another topic's attributes."""
        self._topic = topic
        self._help.setText("Attributes: " + ", ".join(_described(attribute) for attribute in topic.attributes))
        self._give_help_room()
        self._check()

    def text(self) -> str:
        """What was typed."""
        return self.editor.toPlainText()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._give_help_room()

    def _give_help_room(self) -> None:
        # A layout asks wrapped text for its height too late, and then squeezes what stands around it.
        two_lines = 2 * self._help.fontMetrics().lineSpacing()
        is_laid_out = self.isVisible()  # before that its width says nothing
        self._help.setMinimumHeight(max(two_lines, self._help.heightForWidth(self.width()) if is_laid_out else 0))

    def _check(self) -> None:
        self.problem = filter_problem(self.text(), self._topic) if self._topic is not None else None
        self.message.setText("" if self.problem is None else str(self.problem).removeprefix("filter: "))
        position = self.problem.position if isinstance(self.problem, FilterError) else None
        self._mark(position)
        self.changed.emit()

    def _mark(self, position: int | None) -> None:
        if position is None:
            self.editor.setExtraSelections([])
            self.pointer.point_at(None)
            return
        cursor = QTextCursor(self.editor.document())
        units = len(self.text()[:position].encode("utf-16-le")) // 2  # Qt counts in UTF-16
        end = self.editor.document().characterCount() - 1
        cursor.setPosition(min(units, end))
        x = self.editor.cursorRect(cursor).center().x() + self.editor.viewport().x()
        cursor.movePosition(QTextCursor.MoveOperation.EndOfWord, QTextCursor.MoveMode.KeepAnchor)
        if not cursor.hasSelection():
            cursor.movePosition(QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor)
        wrong = QTextEdit.ExtraSelection()
        wrong.cursor = cursor
        wrong.format = _wavy()
        self.editor.setExtraSelections([wrong])
        self.pointer.point_at(x)


class _Pointer(QWidget):
    """A small triangle below the editor, under the character at fault."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedHeight(_POINTER_PX)
        self.x_px: float | None = None

    def point_at(self, x_px: float | None) -> None:
        """Show the triangle below this place; None hides it."""
        self.x_px = x_px
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.x_px is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink(Tone.BAD))
        x, low = self.x_px, float(_POINTER_PX)
        painter.drawPolygon(QPolygonF([QPointF(x, 0.0), QPointF(x + low * 0.8, low), QPointF(x - low * 0.8, low)]))
        painter.end()


def _wavy() -> QTextCharFormat:
    look = QTextCharFormat()
    look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
    look.setUnderlineColor(ink(Tone.BAD))
    return look


def _described(attribute: Attribute) -> str:
    return f"{attribute.name} ({attribute.unit or attribute.type.value})"
