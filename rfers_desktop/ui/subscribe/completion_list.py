"""The list that drops below what is being typed; keys stay with the editor, which moves through it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QWidget

from rfers_desktop.drafting.filter_completion import Completion
from rfers_desktop.language import tr
from rfers_desktop.ui.look import present_theme

_MOST_ROWS = 8
_WIDTH_PX = 280
_GAP = "   "


class CompletionList(QListWidget):
    """Shown while there is something to offer; a click or the editor's keys choose."""

    chosen = Signal(str)

    def __init__(self, editor: QWidget) -> None:
        super().__init__(editor)
        self._editor = editor
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        self.setFrameShape(QListWidget.Shape.Box)
        self.setAccessibleName(tr("What can be written here"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._items: tuple[Completion, ...] = ()
        self.itemClicked.connect(lambda item: self.chosen.emit(self._items[self.row(item)].text))

    def offer(self, items: Sequence[Completion], below: QPoint) -> None:
        """Show what can be written, below a place on the screen; nothing hides the list."""
        self._items = tuple(items)
        self.clear()
        for item in self._items:
            self.addItem(QListWidgetItem(f"{item.text}{_GAP}{item.detail}" if item.detail else item.text))
        if not self._items:
            self.hide()
            return
        self.setStyleSheet(f"QListWidget {{ border: 1px solid {present_theme().field_line}; }}")
        self.setCurrentRow(0)
        rows = min(len(self._items), _MOST_ROWS)
        self.resize(_WIDTH_PX, rows * self.sizeHintForRow(0) + 2 * self.frameWidth() + 4)
        window = self._editor.window()
        if self.parentWidget() is not window:
            self.setParent(window)  # floats above all of it, and is cut off by nothing less
        at = window.mapFromGlobal(below)
        self.move(min(at.x(), window.width() - self.width()), min(at.y(), window.height() - self.height()))
        self.show()
        self.raise_()

    def texts(self) -> list[str]:
        """What is offered."""
        return [item.text for item in self._items]

    def step(self, by: int) -> None:
        """Go up or down; from the end to the beginning."""
        self.setCurrentRow((self.currentRow() + by) % max(self.count(), 1))

    def choose(self) -> None:
        """Take the row that is marked."""
        if 0 <= self.currentRow() < len(self._items):
            self.chosen.emit(self._items[self.currentRow()].text)
