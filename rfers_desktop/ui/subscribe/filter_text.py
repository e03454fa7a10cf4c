"""Where a filter is typed: completed and checked with every key, the error under the character that is at fault."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPolygonF,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QTextEdit, QVBoxLayout, QWidget

from broker_local.protocol.errors import FilterError, ProtocolError
from broker_local.protocol.term_codec import Meanings
from broker_local.protocol.topic import Topic
from rfers_desktop.contract_words import spoken
from rfers_desktop.drafting.filter_completion import NO_TERMS, Seen, complete
from rfers_desktop.language import tr
from rfers_desktop.subscription_draft import filter_problem
from rfers_desktop.ui.look import Tone, fixed_width_font, ink

from .completion_list import CompletionList

_LINES = 2
_POINTER_PX = 7
_OPEN_ENDED = ("('", "(")  # what is chosen and goes on at once


def nothing_seen(topic: str, attribute: str) -> tuple[str, ...]:
    """No event has come yet."""
    return ()


class FilterText(QWidget):
    """An editor that completes, a pointer to the character at fault, and the error in words."""

    changed = Signal()

    def __init__(self, seen: Seen = nothing_seen, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._topic: Topic | None = None
        self._terms: Meanings = NO_TERMS
        self.problem: ProtocolError | None = None
        self.editor = _CompletingEditor(seen, self)
        self.editor.setAccessibleName(tr("Filter"))
        self.editor.setFont(fixed_width_font())
        self.editor.setPlaceholderText(tr("every event of the topic"))
        self.editor.setTabChangesFocus(True)
        self.editor.setFixedHeight(self.editor.fontMetrics().lineSpacing() * _LINES + 22)
        self.pointer = _Pointer(self)
        self.message = QLabel(self)
        self.message.setObjectName("wrong")
        self.message.setWordWrap(True)
        self.message.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setAccessibleName(tr("Filter error"))
        self.message.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for part in (self.editor, self.pointer, self.message):
            layout.addWidget(part)
        self.editor.textChanged.connect(self._check)

    def use_topic(self, topic: Topic, terms: Meanings = NO_TERMS) -> None:
        """Check and complete against another topic's attributes, and the words that the user has for them."""
        self._topic, self._terms = topic, terms
        self.editor.use_topic(topic, terms)
        self._check()

    def text(self) -> str:
        """What was typed."""
        return self.editor.toPlainText()

    def set_text(self, text: str) -> None:
        """Write in place of what is there; it can be undone like typing."""
        if text == self.text():
            return
        cursor = QTextCursor(self.editor.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)

    def _check(self) -> None:
        self.problem = filter_problem(self.text(), self._topic, self._terms) if self._topic is not None else None
        self.message.setText("" if self.problem is None else spoken(str(self.problem).removeprefix("filter: ")))
        self.message.setVisible(self.problem is not None)
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


class _CompletingEditor(QPlainTextEdit):
    """Offers what can be written; Up and Down move, Enter or Tab take it, Esc leaves it, Ctrl+Space asks for it."""

    def __init__(self, seen: Seen, parent: QWidget) -> None:
        super().__init__(parent)
        self._topic: Topic | None = None
        self._terms: Meanings = NO_TERMS
        self._seen = seen
        self.offered = CompletionList(self)
        self.offered.chosen.connect(self._insert)

    def use_topic(self, topic: Topic, terms: Meanings) -> None:
        """Complete from another topic's schema, and the words for it."""
        self._topic, self._terms = topic, terms
        self.offered.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if self.offered.isVisible() and self._goes_to_list(key):
            event.accept()
            return
        if key == Qt.Key.Key_Space and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self._offer(is_asked=True)
            event.accept()
            return
        before = self.toPlainText()
        super().keyPressEvent(event)
        if self.toPlainText() != before:
            self._offer()
        elif event.text() == "":
            self.offered.hide()  # the cursor went elsewhere

    def focusNextPrevChild(self, is_next: bool) -> bool:
        if is_next and self.offered.isVisible():
            self.offered.choose()
            return True
        return super().focusNextPrevChild(is_next)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.offered.hide()
        super().focusOutEvent(event)

    def _goes_to_list(self, key: int) -> bool:
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.offered.step(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.offered.choose()
        elif key == Qt.Key.Key_Escape:
            self.offered.hide()
        else:
            return False
        return True

    def _offer(self, is_asked: bool = False) -> None:
        if self._topic is None:
            return
        cursor = self._cursor()
        found = complete(self.toPlainText(), cursor, self._topic, self._seen, self._terms)
        is_begun = found.start < cursor
        is_plain = {item.text for item in found.items} <= {"AND", "OR"}  # who has said all is not held up by a list
        is_wanted = is_asked or is_begun or not is_plain
        below = self.viewport().mapToGlobal(self.cursorRect().bottomLeft() + QPoint(0, 4))
        self.offered.offer(found.items if is_wanted else (), below)

    def _insert(self, text: str) -> None:
        if self._topic is None:
            return
        found = complete(self.toPlainText(), self._cursor(), self._topic, self._seen, self._terms)
        cursor = self.textCursor()
        typed = self.toPlainText()[found.start : self._cursor()]
        for _ in range(len(typed.encode("utf-16-le")) // 2):
            cursor.deletePreviousChar()
        cursor.insertText(text if text.endswith(_OPEN_ENDED) else f"{text} ")
        self._offer()

    def _cursor(self) -> int:
        """Where the cursor is, in characters; Qt counts in UTF-16."""
        units = self.textCursor().position()
        return len(self.toPlainText().encode("utf-16-le")[: 2 * units].decode("utf-16-le"))


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
