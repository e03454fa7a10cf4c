"""The search: type a place, an address, an asset or coordinates, and choose from what is found."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QWidget

from rfers_desktop.language import tr
from rfers_desktop.layers.search import SearchHit, SearchProvider, best_hits, search_all

_WAIT_MS = 120  # after the last key
_MOST_SHOWN = 12
_WIDTH_PX = 240
_FRAME_PX = 6
_LIST_WIDTH_PX = 420


class _Answer(QObject):
    found = Signal(int, list)


class _SearchJob:
    """Asks the slow ones on another thread."""

    def __init__(self, providers: Sequence[SearchProvider], text: str, number: int) -> None:
        self.answer = _Answer()
        self._providers, self._text, self._number = providers, text, number

    def run(self) -> None:
        hits = search_all(self._providers, self._text, _MOST_SHOWN)
        with suppress(RuntimeError):  # the program ended meanwhile
            self.answer.found.emit(self._number, hits)


class SearchBox(QLineEdit):
    """Down goes into the list, Enter takes the best or the chosen one, Esc closes it."""

    chosen = Signal(object)  # SearchHit

    def __init__(self, providers: Callable[[], Sequence[SearchProvider]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._providers = providers
        self._number = 0  # of the present query; answers to earlier ones are dropped
        self._hits: list[SearchHit] = []
        self._is_waiting = False  # for slow ones
        self._takes_first = False  # Enter was pressed before anything was found
        self.setAccessibleName(tr("Search"))
        self.setPlaceholderText(tr("Search places, addresses, assets"))
        self.setToolTip(tr("Search places, addresses, assets and coordinates (Ctrl+F)"))
        self.setClearButtonEnabled(True)
        self.setFixedWidth(_WIDTH_PX)
        self.list = QListWidget(self)  # moves to the window when it is shown, above all that is there
        self.list.hide()
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAccessibleName(tr("Found"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(lambda item: self._take(self.list.row(item)))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_WAIT_MS)
        self._timer.timeout.connect(self._search)
        self.textEdited.connect(lambda _: self._timer.start())
        self.textChanged.connect(self._forget_if_empty)

    def hits(self) -> list[SearchHit]:
        """What is in the list."""
        return list(self._hits)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is not None and self._hits:
            row = self.list.currentRow() + step
            self.list.setCurrentRow(min(max(row, 0), len(self._hits) - 1))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._timer.isActive():
                self._search()
            self._takes_first = self._is_waiting and not self._hits
            self._take(max(self.list.currentRow(), 0))
        elif event.key() == Qt.Key.Key_Escape and self.list.isVisible():
            self._close()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusOut, QEvent.Type.Hide):
            self._close()
        return super().event(event)

    def _search(self) -> None:
        self._timer.stop()
        self._number += 1
        text = self.text().strip()
        if not text:
            self._close()
            return
        providers = self._providers()
        slow = [provider for provider in providers if provider.is_slow]
        self._is_waiting = bool(slow)
        self._show(search_all([provider for provider in providers if not provider.is_slow], text, _MOST_SHOWN))
        if slow:
            job = _SearchJob(slow, text, self._number)
            job.answer.found.connect(self._more_found)
            # Not in Qt's pool: PROJ's context of a thread does not outlive a visit of Python to a thread of Qt's.
            threading.Thread(target=job.run, name="search").start()

    def _more_found(self, number: int, hits: list[SearchHit]) -> None:
        if number != self._number:
            return
        self._is_waiting = False
        row = self.list.currentRow()
        chosen = self._hits[row] if 0 <= row < len(self._hits) else None
        self._show(best_hits([*self._hits, *hits], _MOST_SHOWN))
        if chosen in self._hits:
            self.list.setCurrentRow(self._hits.index(chosen))
        if self._takes_first:
            self._take(0)

    def _show(self, hits: list[SearchHit]) -> None:
        self._hits = hits
        self.list.clear()
        for hit in hits:
            words = "  ·  ".join(part for part in (hit.title, hit.detail, hit.kind) if part)
            QListWidgetItem(words, self.list).setToolTip(words)
        if not hits:
            nothing = QListWidgetItem(tr("Searching…") if self._is_waiting else tr("Nothing found"), self.list)
            nothing.setFlags(Qt.ItemFlag.NoItemFlags)
        rows = max(len(hits), 1)
        self.list.resize(_LIST_WIDTH_PX, rows * self.list.sizeHintForRow(0) + _FRAME_PX)
        if not self.hasFocus():
            return
        window = self.window()
        if window is not self:
            self.list.setParent(window)
            left, top = self.mapTo(window, QPoint(0, self.height() + 2)).toTuple()
            self.list.move(max(min(left, window.width() - self.list.width()), 0), top)
        self.list.show()
        self.list.raise_()

    def _take(self, row: int) -> None:
        if 0 <= row < len(self._hits):
            hit = self._hits[row]
            self._close()
            self.setText(hit.title)
            self.selectAll()
            self.chosen.emit(hit)

    def _forget_if_empty(self, text: str) -> None:
        if not text:
            self._hits = []
            self._close()

    def _close(self) -> None:
        self._number += 1
        self._is_waiting = self._takes_first = False
        self._timer.stop()
        self.list.hide()
