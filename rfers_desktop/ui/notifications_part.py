"""The notifications of the desk: their table, and the details of the one that is selected."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt

from rfers_desktop.change import Change
from rfers_desktop.language import tr
from rfers_desktop.workspace import StoredNotification

from .details.control import DetailsControl
from .panels.notifications import NotificationsPanel
from .part import Command, Desk, Panel


class NotificationsPart:
    """A row that is activated is looked up on the map."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.panel = NotificationsPanel(desk.workspace.topics, desk.window)
        self.panel.look_at.connect(self._look_at)
        self.details = DetailsControl(desk, self.panel)
        desk.selection.current = lambda: self.details.stored
        desk.selection.selected = self.panel.selection
        desk.selection.shown = self.panel.rows

    def commands(self) -> Sequence[Command]:
        return (
            Command("notifications.search", tr("Search &notifications"), tr("&Data"), self._search, "Ctrl+Shift+F"),
        )

    def panels(self) -> Sequence[Panel]:
        below = Qt.DockWidgetArea.BottomDockWidgetArea
        return (
            Panel("notifications", tr("Notifications"), self.panel, below, help="notifications"),
            Panel("details", tr("Details"), self.details.card, help="notifications"),
        )

    def show(self, change: Change) -> None:
        if change.is_new_desk:
            self.panel.clear(self._desk.workspace.topics)
        if change.topics is not None:
            self.panel.use_topics(change.topics)
        self.panel.apply(change.notifications)
        self.details.show(change)

    def close(self) -> None:
        self.details.close()

    def _search(self) -> None:
        self._desk.reveal("notifications")
        self.panel.search()

    def _look_at(self, stored: StoredNotification) -> None:
        mark = self._desk.workspace.mark_of(stored)
        if mark is not None:
            self._desk.reveal("map")
            self._desk.pane.canvas.zoom_to(mark)
