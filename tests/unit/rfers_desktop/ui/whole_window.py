"""Everything that a user can see or reach: the window, and every dialog that its commands open."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAction
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
from rfers_desktop.session.items import ReplyReceived
from tests.builders import an_event
from tests.unit.rfers_desktop.desk_doubles import received
from tests.unit.rfers_desktop.ui.window_desk import NORTH, WindowDesk

_NO_FILE = {"getOpenFileNames": ([], ""), "getOpenFileName": ("", ""), "getSaveFileName": ("", "")}
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
    """The window, then each dialog that a command with dots opens, which is closed when the next is asked for."""
    for name, nothing in _NOTHING_CHOSEN.items():
        patch.setattr(QFileDialog, name, lambda *_, answer=nothing, **__: answer)
    patch.setattr(QColorDialog, "getColor", lambda *_, **__: None)
    patch.setattr(QInputDialog, "getText", lambda *_, **__: ("", False))
    yield "window", desk.window
    asking = [command for command in desk.window.commands.commands() if command.words.rstrip("⟧").endswith("…")]
    for command in asking:
        before = set(_dialogs())
        desk.window.commands.run(command.id)
        QApplication.processEvents()
        for dialog in [dialog for dialog in _dialogs() if dialog not in before]:
            yield command.id, dialog
            dialog.reject()
            QApplication.processEvents()


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
