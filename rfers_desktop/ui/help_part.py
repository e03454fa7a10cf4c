"""Help: the manual, opened at the page of what has the focus, also from within dialogs; and what the program is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from rfers_desktop.change import Change
from rfers_desktop.language import tr

from .dialogs.about import AboutDialog
from .dialogs.manual import ManualDialog
from .help_focus import page_for
from .help_pages import FIRST, help_pages
from .part import Command, Desk, Panel

_HELP_KEYS = "F1"


class HelpPart(QObject):
    """A dialog that holds the keys hears F1 too: the manual then opens above it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.window)
        self._window = desk.window
        QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]

    def commands(self) -> Sequence[Command]:
        menu = tr("&Help")
        return (
            Command("help.manual", tr("&Manual"), menu, self.open_manual, _HELP_KEYS),
            Command("help.keys", tr("&Keys"), menu, lambda: self.open_manual("keys")),
            Command("help.about", tr("&About RFERS"), menu, self.show_about),
        )

    def panels(self) -> Sequence[Panel]:
        return ()

    def show(self, change: Change) -> None:
        """Help does not change with the desk."""

    def close(self) -> None:
        """Hear no keys any more."""
        QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and isinstance(watched, QWidget):
            dialog = QApplication.activeModalWidget()
            is_help = QKeySequence(event.keyCombination()) == QKeySequence(_HELP_KEYS)
            if is_help and isinstance(dialog, QDialog) and watched.window() is dialog:
                self.open_manual(page_for(watched))
                return True
        return super().eventFilter(watched, event)

    def open_manual(self, page: str = "") -> ManualDialog:
        """Open the manual at a page, or at that of what has the focus."""
        wanted = page or page_for(QApplication.focusWidget())
        above = QApplication.activeModalWidget() or self._window
        dialog = ManualDialog(help_pages(), above)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open_page(wanted or FIRST)
        dialog.show()
        return dialog

    def show_about(self) -> AboutDialog:
        """Say what the program is."""
        dialog = AboutDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        return dialog
