"""Everything that a user can see or reach: the window, and every dialog that its commands open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtGui import QAction, QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QColorDialog,
    QComboBox,
    QDialog,
    QFileDialog,
    QGroupBox,
    QHeaderView,
    QInputDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QTabBar,
    QWidget,
)

from broker_local.protocol.requests import Acknowledgement, ListSubscriptions
from rfers_desktop.layers.bookmarks import Bookmarks
from rfers_desktop.layers.map_place import MapPlace
from rfers_desktop.session.items import ReplyReceived
from rfers_desktop.ui.details.photo_viewer import PhotoViewer
from rfers_desktop.ui.dialogs.ask_crs import AskCrsDialog
from rfers_desktop.ui.dialogs.bookmarks import BookmarksDialog
from rfers_desktop.ui.dialogs.layer_style import LayerStyleDialog
from rfers_desktop.ui.repository.drop_choice import DropChoice
from tests.builders import an_event
from tests.unit.rfers_desktop.desk_doubles import received
from tests.unit.rfers_desktop.ui.window_desk import NORTH, WindowDesk

_NO_FILE = {"getOpenFileNames": ([], ""), "getOpenFileName": ("", ""), "getSaveFileName": ("", "")}
_NO_BOOKMARKS = Path("no such folder") / "bookmarks.json"
_NOTHING_CHOSEN = {**_NO_FILE, "getExistingDirectory": ""}


def fill(desk: WindowDesk) -> None:
    """Log in, with a subscription that is selected and a few notifications."""
    desk.log_in()
    desk.tell(ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (NORTH,))))
    desk.tell(*(received(number, an_event(assetid=f"A{number}")) for number in (1, 2, 3)))
    for table in (desk.window.subscriptions.table, desk.window.notifications.table):
        table.setCurrentIndex(table.model().index(0, 0))
    desk.window.commands.refresh()


def every_window(desk: WindowDesk, patch: pytest.MonkeyPatch) -> Iterator[tuple[str, QWidget]]:
    """The window, then each dialog: those that a command opens, and those that something else does."""
    for name, nothing in _NOTHING_CHOSEN.items():
        patch.setattr(QFileDialog, name, lambda *_, answer=nothing, **__: answer)
    patch.setattr(QColorDialog, "getColor", lambda *_, **__: None)
    patch.setattr(QInputDialog, "getText", lambda *_, **__: ("", False))
    yield "window", desk.window
    commands = [command for command in desk.window.commands.commands() if command.words.rstrip("⟧").endswith("…")]
    opened = [(command.id, partial(desk.window.commands.run, command.id)) for command in commands]
    opened += [(name, partial(desk.window.commands.run, name)) for name in ("help.about", "help.manual")]
    opened += [(name, make(desk).open) for name, make in _OTHERS.items()]
    for name, open_it in opened:
        before = {dialog for dialog in _dialogs() if dialog.isVisible()}
        open_it()
        QApplication.processEvents()
        for dialog in [dialog for dialog in _dialogs() if dialog.isVisible() and dialog not in before]:
            yield name, dialog
            dialog.reject()
            QApplication.processEvents()


def _a_style(desk: WindowDesk) -> QDialog:
    layers = desk.window.pane.layers
    entry = next(entry for entry in layers.tree if layers.features(entry.id))
    return LayerStyleDialog(entry, layers.features(entry.id), desk.window)


_OTHERS: dict[str, Callable[[WindowDesk], QDialog]] = {  # that no command opens, by what does
    "dropped file": lambda desk: DropChoice("file", True, desk.window),
    "file without a CRS": lambda desk: AskCrsDialog("file", "", False, desk.window),
    "bookmarks menu": lambda desk: BookmarksDialog(
        Bookmarks(_NO_BOOKMARKS), lambda: MapPlace(0.0, 0.0, 1.0), desk.window
    ),
    "layers panel": _a_style,
    "details": lambda desk: PhotoViewer(QImage(8, 8, QImage.Format.Format_RGB32), b"", "R1", desk.window),
}


def texts_of(widget: QWidget) -> Iterator[str]:
    """All words that a widget shows or tells a screen reader."""
    yield from (widget.accessibleName(), widget.accessibleDescription(), widget.toolTip())
    if widget.isWindow():
        yield widget.windowTitle()
    match widget:
        case QLabel() | QAbstractButton():
            yield widget.text()
        case QGroupBox() | QMenu():
            yield widget.title()
        case QLineEdit():
            yield widget.placeholderText()
        case QComboBox():
            yield from (widget.itemText(row) for row in range(widget.count()))
        case QTabBar():
            yield from (widget.tabText(tab) for tab in range(widget.count()))
        case QHeaderView():
            sections = range(widget.count())
            yield from (str(widget.model().headerData(section, widget.orientation()) or "") for section in sections)
    yield from (text for action in widget.actions() for text in _texts_of_action(action))


def _texts_of_action(action: QAction) -> Iterator[str]:
    yield action.text()
    yield action.toolTip()


def _dialogs() -> list[QDialog]:
    """Those that are open; Qt's own are named and translated by Qt."""
    shown = (widget for widget in QApplication.topLevelWidgets() if widget.isVisible())
    return [widget for widget in shown if isinstance(widget, QDialog) and not isinstance(widget, QColorDialog)]
