"""The map's own panels and commands: layers from files and services, thermal images, what was identified, zoom."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from rfers_desktop.change import Change
from rfers_desktop.language import tr

from .dialogs.tile_service import TileServiceDialog
from .part import Command, Desk, Panel


class MapPart:
    """Draws on the map what changed; what is identified there comes to the front."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.pane.found.connect(lambda: desk.reveal("identified"))
        desk.pane.problem.connect(desk.notice.show_problem)

    def commands(self) -> Sequence[Command]:
        pane, menu, look = self._desk.pane, tr("&Map"), tr("&View")
        return (
            Command("map.add_files", tr("&Add layer from file…"), menu, pane.layers_panel.ask_files, "Ctrl+O"),
            Command("map.add_thermal", tr("Add &thermal image…"), menu, self.ask_thermal_images),
            Command("map.add_service", tr("Add map &service…"), menu, self.ask_service, "Ctrl+Shift+O"),
            Command("map.zoom_in", tr("Zoom &in"), look, lambda: pane.canvas.zoom(True), "Ctrl++"),
            Command("map.zoom_out", tr("Zoom &out"), look, lambda: pane.canvas.zoom(False), "Ctrl+-"),
            Command("map.show_all", tr("Show &all"), look, pane.canvas.zoom_to_all, "Ctrl+0"),
        )

    def panels(self) -> Sequence[Panel]:
        pane = self._desk.pane
        return (
            Panel("layers", tr("Layers"), pane.layers_panel, help="map"),
            Panel("thermal", tr("Thermal images"), pane.thermal_panel, help="thermal", is_long=True),
            Panel("identified", tr("Identified"), pane.identified, is_open=False, help="map"),
        )

    def show(self, change: Change) -> None:
        pane = self._desk.pane
        if change.is_new_desk:
            pane.clear()
        pane.apply(change.drawn)
        for image in change.images:
            pane.show_image(image)

    def close(self) -> None:
        """The window closes the map itself, after everything that draws on it."""

    def ask_thermal_images(self) -> None:
        """Let the user choose images; each joins the series and the newest is looked at."""
        kinds = f"{tr('Thermal images')} (*.tif *.tiff);;{tr('All files')} (*)"
        chosen, _ = QFileDialog.getOpenFileNames(self._desk.window, tr("Add thermal images"), "", kinds)
        self._desk.pane.add_thermal(Path(file) for file in chosen)

    def ask_service(self) -> TileServiceDialog:
        """Open the dialog for services; the window goes on living behind it."""
        dialog = TileServiceDialog(self._desk.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(self._desk.pane.add_service)
        dialog.open()
        return dialog
