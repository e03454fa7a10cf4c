"""The subscriptions of the desk: their table, and the command that ends one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt

from rfers_desktop.change import Change
from rfers_desktop.language import tr

from .dialogs.unsubscribe import UnsubscribeDialog
from .panels.subscriptions import SubscriptionsPanel
from .part import Command, Desk, Panel


class SubscriptionsPart:
    """A row that is activated is looked up on the map."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.panel = SubscriptionsPanel(desk.workspace.topics, desk.window)
        self.panel.look_at.connect(self._look_at)
        self.panel.selection_changed.connect(desk.refresh)

    def commands(self) -> Sequence[Command]:
        menu = tr("&Subscription")
        return (
            Command("subscription.end", tr("&Unsubscribe…"), menu, self._ask_end, "Ctrl+Delete", self._is_one_selected),
        )

    def panels(self) -> Sequence[Panel]:
        return (Panel("subscriptions", tr("Subscriptions"), self.panel, help="subscribe"),)

    def show(self, change: Change) -> None:
        if change.is_new_desk:
            self.panel.model.clear(self._desk.workspace.topics)
        if change.topics is not None:
            self.panel.model.use_topics(change.topics)
        self.panel.apply(change.subscriptions)
        self.panel.model.count(change.notifications)

    def close(self) -> None:
        """There is nothing to let go of."""

    def _ask_end(self) -> None:
        """Ask first: who ends a subscription by mistake is not told of fires, and nothing tells them so."""
        record = self.panel.selected()
        if record is None:
            return
        subscription_id = record.subscription.id
        dialog = UnsubscribeDialog(record.subscription.name, self._desk.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self._desk.apply(self._desk.workspace.unsubscribe(subscription_id)))
        dialog.open()

    def _look_at(self, subscription_id: str) -> None:
        mark = self._desk.workspace.zone_of(subscription_id)
        if mark is not None:
            self._desk.reveal("map")
            self._desk.pane.canvas.zoom_to(mark)

    def _is_one_selected(self) -> bool:
        return self.panel.selected() is not None
