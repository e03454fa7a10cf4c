"""The map's own commands: layers come from files and services; the view comes nearer, goes farther, shows all."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt

from rfers_desktop.change import Change
from rfers_desktop.language import tr

from .dialogs.tile_service import TileServiceDialog
from .part import Command, Desk, Panel


class MapPart:
    """What menus and keys do with the map."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def commands(self) -> Sequence[Command]:
        """In the order of the menus."""
        pane, menu, look = self._desk.pane, tr("&Map"), tr("&View")
        return (
            Command("map.add_files", tr("&Add layer from file…"), menu, pane.layers_panel.ask_files, "Ctrl+O"),
            Command("map.add_service", tr("Add map &service…"), menu, self.ask_service, "Ctrl+Shift+O"),
            Command("map.zoom_in", tr("Zoom &in"), look, lambda: pane.canvas.zoom(True), "Ctrl++"),
            Command("map.zoom_out", tr("Zoom &out"), look, lambda: pane.canvas.zoom(False), "Ctrl+-"),
            Command("map.show_all", tr("Show &all"), look, pane.canvas.zoom_to_all, "Ctrl+0"),
        )

    def panels(self) -> Sequence[Panel]:
        """None: the window has the map in its middle."""
        return ()

    def show(self, change: Change) -> None:
        """The window tells the map itself."""

    def close(self) -> None:
        """The window closes the map itself."""

    def ask_service(self) -> TileServiceDialog:
        """Open the dialog for services; the window goes on living behind it."""
        dialog = TileServiceDialog(self._desk.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(self._desk.pane.add_service)
        dialog.open()
        return dialog
