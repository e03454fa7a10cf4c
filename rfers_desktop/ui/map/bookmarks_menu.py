"""The bookmarks in a menu: one click to go there, one to add."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QMenu, QWidget

from rfers_desktop.language import tr
from rfers_desktop.layers.bookmarks import Bookmarks
from rfers_desktop.ui.dialogs.bookmarks import BookmarksDialog

from .navigator import Navigator

_MOST_SHOWN = 25


class BookmarksMenu(QMenu):
    """The first ones; all of them are in the dialog."""

    def __init__(self, bookmarks: Bookmarks, navigator: Navigator, parent: QWidget | None = None) -> None:
        super().__init__(tr("Bookmarks"), parent)
        self._bookmarks = bookmarks
        self._navigator = navigator
        self.dialog: BookmarksDialog | None = None
        self._fill()

    def open_dialog(self) -> BookmarksDialog:
        """The list to add to and to change."""
        if self.dialog is None:
            self.dialog = BookmarksDialog(self._bookmarks, self._navigator.here, self.parentWidget())
            self.dialog.chosen.connect(self._go)
            self.dialog.changed.connect(self._fill)
        self.dialog.show()
        self.dialog.activateWindow()
        self.dialog.name.setFocus()
        return self.dialog

    def _fill(self) -> None:
        self.clear()
        self._entry(tr("Add or change bookmarks…"), self.open_dialog)
        names = self._bookmarks.names()
        if names:
            self.addSeparator()
        for name in names[:_MOST_SHOWN]:
            self._entry(name.replace("&", "&&"), partial(self._go, name))

    def _entry(self, words: str, do: Callable[[], object]) -> None:
        self.addAction(words).triggered.connect(lambda _=False: do())

    def _go(self, name: str) -> None:
        self._navigator.go(self._bookmarks.place(name))
