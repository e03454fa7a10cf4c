"""What is done with a subscription after it was sent: pause, rename, copy, colour; undo and redo of it all."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QColor
from PySide6.QtWidgets import QColorDialog, QMenu

from rfers_desktop.change import Change
from rfers_desktop.language import tr
from rfers_desktop.workspace import Edit, EditKind, SubscriptionRecord, SubscriptionState

from .dialogs.rename import RenameDialog
from .look import present_theme
from .panels.subscriptions import SubscriptionsPanel
from .part import Command, Desk, Panel

_IN_CONTEXT = (
    "subscription.look_at",
    "subscription.edit",
    None,
    "subscription.pause",
    "subscription.rename",
    "subscription.colour",
    "subscription.usual_colour",
    "subscription.duplicate",
    None,
    "subscription.end",
)


class SubscriptionEditPart:
    """Works on the subscription that is selected in the table; its context menu has the same commands."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._has_menu = False

    def commands(self) -> Sequence[Command]:
        """In the order of the menu."""
        menu, one = tr("&Subscription"), self._is_changeable
        return (
            Command("subscription.pause", tr("&Pause"), menu, self.pause, "Ctrl+.", one, self._is_paused),
            Command("subscription.rename", tr("&Rename…"), menu, self.ask_name, "F2", one),
            Command("subscription.colour", tr("&Colour…"), menu, self.ask_colour, "", one),
            Command("subscription.usual_colour", tr("Usual c&olour"), menu, self.no_colour, "", self._has_colour),
            Command("subscription.duplicate", tr("&Duplicate"), menu, self.duplicate, "Ctrl+D", one),
            Command("subscription.look_at", tr("&Show on the map"), menu, self.look_at, "", self._has_zone),
            Command("subscription.undo", tr("U&ndo"), menu, self.undo, "Ctrl+Z", lambda: self._to_undo() is not None),
            Command(
                "subscription.redo", tr("R&edo"), menu, self.redo, "Ctrl+Shift+Z", lambda: self._to_redo() is not None
            ),
        )

    def panels(self) -> Sequence[Panel]:
        """None: the table is the window's."""
        return ()

    def show(self, change: Change) -> None:
        """Say in the menu what undo and redo would do."""
        self._offer_menu()
        for command_id, words, edit in (
            ("subscription.undo", tr("U&ndo"), self._to_undo()),
            ("subscription.redo", tr("R&edo"), self._to_redo()),
        ):
            action = self._desk.window.findChild(QAction, command_id)
            if isinstance(action, QAction):
                action.setText(words if edit is None else f"{words} {_deed(edit)}")

    def close(self) -> None:
        """There is nothing to let go of."""

    def pause(self) -> None:
        """Pause what is selected, or resume it."""
        record = self._selected()
        if record is not None:
            is_paused = not record.subscription.is_paused
            self._desk.apply(self._desk.workspace.pause(record.subscription.id, is_paused))

    def ask_name(self) -> RenameDialog | None:
        """Ask for another name."""
        record = self._selected()
        if record is None:
            return None
        subscription_id = record.subscription.id
        dialog = RenameDialog(record.subscription.name, self._desk.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(lambda name: self._desk.apply(self._desk.workspace.rename(subscription_id, name)))
        dialog.open()
        return dialog

    def ask_colour(self) -> QColorDialog | None:
        """Ask for the colour of the zone."""
        record = self._selected()
        if record is None:
            return None
        subscription_id = record.subscription.id
        present = record.subscription.options.colour or present_theme().zone_live
        dialog = QColorDialog(QColor(present), self._desk.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setOption(QColorDialog.ColorDialogOption.DontUseNativeDialog)
        dialog.colorSelected.connect(
            lambda chosen: self._desk.apply(self._desk.workspace.recolour(subscription_id, chosen.name()))
        )
        dialog.open()
        return dialog

    def no_colour(self) -> None:
        """Draw the zone in the theme's colour."""
        record = self._selected()
        if record is not None:
            self._desk.apply(self._desk.workspace.recolour(record.subscription.id, None))

    def duplicate(self) -> None:
        """Begin another with the same wishes."""
        record = self._selected()
        if record is not None:
            self._desk.apply(self._desk.workspace.duplicate(record.subscription.id))

    def look_at(self) -> None:
        """Show the zone on the map."""
        panel, record = self._panel(), self._selected()
        if panel is not None and record is not None:
            panel.look_at.emit(record.subscription.id)

    def undo(self) -> None:
        """Take back what was done last."""
        self._desk.apply(self._desk.workspace.undo())

    def redo(self) -> None:
        """Do again what was undone."""
        self._desk.apply(self._desk.workspace.redo())

    def _to_undo(self) -> Edit | None:
        return self._desk.workspace.to_undo

    def _to_redo(self) -> Edit | None:
        return self._desk.workspace.to_redo

    def _panel(self) -> SubscriptionsPanel | None:
        found = self._desk.window.findChild(SubscriptionsPanel)
        return found if isinstance(found, SubscriptionsPanel) else None

    def _selected(self) -> SubscriptionRecord | None:
        panel = self._panel()
        return None if panel is None else panel.selected()

    def _is_changeable(self) -> bool:
        record = self._selected()
        return record is not None and record.state in (SubscriptionState.LIVE, SubscriptionState.PENDING)

    def _is_paused(self) -> bool:
        record = self._selected()
        return record is not None and record.subscription.is_paused

    def _has_colour(self) -> bool:
        record = self._selected()
        return self._is_changeable() and record is not None and record.subscription.options.colour is not None

    def _has_zone(self) -> bool:
        record = self._selected()
        return record is not None and record.subscription.spatial is not None

    def _offer_menu(self) -> None:
        """The table's context menu, once there is a table."""
        panel = self._panel()
        if panel is None or self._has_menu:
            return
        self._has_menu = True
        panel.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        panel.table.customContextMenuRequested.connect(self._open_menu)

    def _open_menu(self, at: QPoint) -> None:
        panel = self._panel()
        if panel is not None and panel.selected() is not None:
            menu = self.context_menu(panel)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(panel.table.viewport().mapToGlobal(at))

    def context_menu(self, panel: SubscriptionsPanel) -> QMenu:
        """What can be done with the selected row."""
        menu = QMenu(panel.table)
        for command_id in _IN_CONTEXT:
            action = None if command_id is None else self._desk.window.findChild(QAction, command_id)
            if command_id is None:
                menu.addSeparator()
            elif isinstance(action, QAction):
                menu.addAction(action)
        return menu


def _deed(edit: Edit) -> str:
    """What an edit did, as a menu says it after Undo."""
    name = edit.subscription.name
    match edit.kind:
        case EditKind.SUBSCRIBE:
            return tr("subscribing to “{name}”", name=name)
        case EditKind.UNSUBSCRIBE:
            return tr("unsubscribing “{name}”", name=name)
        case EditKind.PAUSE:
            return tr("pausing “{name}”", name=name)
        case EditKind.RESUME:
            return tr("resuming “{name}”", name=name)
        case EditKind.RENAME:
            return tr("renaming “{name}”", name=name)
        case EditKind.COLOUR:
            return tr("colouring “{name}”", name=name)
        case EditKind.CHANGE:
            return tr("changing “{name}”", name=name)
