"""The commands of the frame itself: palette, settings, keys, pages, panels, layouts; the map's actions in the menus."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeVar

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QDialog, QMainWindow, QMenu

from rfers_desktop.language import tr

from .command_actions import CommandActions
from .dialogs.layouts import LayoutsDialog
from .dialogs.palette import PaletteDialog
from .dialogs.settings import SettingsDialog
from .dialogs.shortcuts import ShortcutsDialog
from .docks import Docks
from .help_focus import HELP
from .layouts import Layouts
from .map_pane import MapPane
from .pages import Pages
from .part import Command
from .setting import Setting

_D = TypeVar("_D", bound=QDialog)


class FrameCommands:
    """Fills the View menu."""

    def __init__(
        self,
        window: QMainWindow,
        commands: CommandActions,
        docks: Docks,
        pages: Pages,
        layouts: Layouts,
        settings: Callable[[], Iterable[Setting]],
    ) -> None:
        self._window = window
        self._settings = settings
        self._commands = commands
        self._pages = pages
        self._layouts = layouts
        commands.add(self._dialog_commands())
        commands.add(self._page_commands())
        view = commands.menu(tr("&View"))
        view.addSeparator()
        view.addMenu(docks.menu)
        self._choose = QMenu(tr("&Layout"), window)
        self._choose.aboutToShow.connect(self._fill_layouts)
        view.addMenu(self._choose)
        commands.add(self._layout_commands())
        view.addSeparator()

    def adopt_map_actions(self, pane: MapPane) -> None:
        """What the map's tool bar and its output can do is in the Map menu too, and can be given other keys."""
        bar, output, menu = pane.bar, pane.output, tr("&Map")
        groups = (
            {"pan": bar.pan, "box_in": bar.zoom_in, "box_out": bar.zoom_out, "identify": bar.identify},
            {"distance": bar.distance, "area": bar.area, "copy_coordinate": bar.copy, "snap": bar.snap},
            {"full_extent": bar.full_extent, "previous": bar.previous, "next": bar.next},
            {"go_to": bar.go_to, "overview": bar.overview},
            {"page": output.page, "copy": output.copy},
        )
        names = {"box_in": tr("Zoom in by a box"), "box_out": tr("Zoom out by a box")}  # not the buttons' "Zoom in"
        for group in groups:
            self._commands.menu(menu).addSeparator()
            for name, action in group.items():
                self._commands.adopt(f"map.{name}", menu, action, names.get(name, ""))
        self._commands.menu(tr("&View")).addMenu(pane.theme_menu)

    def open_palette(self) -> PaletteDialog:
        """Open the command palette."""
        dialog = PaletteDialog(self._commands, self._window)
        dialog.chosen.connect(self._run_soon)
        return self._opened(dialog)

    def ask_shortcuts(self) -> ShortcutsDialog:
        """Open the dialog of keys."""
        return self._opened(ShortcutsDialog(self._commands, self._window))

    def ask_settings(self) -> SettingsDialog:
        """Open the settings."""
        return self._opened(SettingsDialog(self._settings(), self._window))

    def ask_layouts(self) -> LayoutsDialog:
        """Open the dialog of layouts."""
        self._pages.show_map()
        return self._opened(LayoutsDialog(self._layouts, self._window))

    def _run_soon(self, command_id: str) -> None:
        QTimer.singleShot(0, lambda: self._commands.run(command_id))  # when the palette is gone

    def _opened(self, dialog: _D) -> _D:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setProperty(HELP, "window")
        dialog.open()
        return dialog

    def _dialog_commands(self) -> Sequence[Command]:
        file, view = tr("&File"), tr("&View")
        return (
            Command("frame.settings", tr("&Settings…"), file, self.ask_settings, "Ctrl+,"),
            Command("frame.shortcuts", tr("&Keyboard shortcuts…"), file, self.ask_shortcuts),
            Command("frame.quit", tr("&Quit"), file, self._window.close, "Ctrl+Q"),
            Command("frame.palette", tr("&Command palette…"), view, self.open_palette, "Ctrl+Shift+P"),
        )

    def _page_commands(self) -> Sequence[Command]:
        view, pages = tr("&View"), self._pages
        return (
            Command("page.map", tr("&Map page"), view, pages.show_map, "Ctrl+1", is_on=lambda: pages.is_map),
            Command(
                "page.tables", tr("Ta&bles page"), view, pages.show_tables, "Ctrl+2", is_on=lambda: not pages.is_map
            ),
        )

    def _layout_commands(self) -> Sequence[Command]:
        view = tr("&View")
        return (
            Command("layout.edit", tr("Layout&s…"), view, self.ask_layouts),
            Command("layout.reset", tr("&Reset the layout"), view, self._reset),
        )

    def _fill_layouts(self) -> None:
        self._choose.clear()
        for name in self._layouts.names():
            self._choose.addAction(name.replace("&", "&&")).triggered.connect(partial(self._use, name))
        if not self._layouts.names():
            self._choose.addAction(tr("None saved yet")).setEnabled(False)

    def _use(self, name: str, _is_on: bool = False) -> None:
        self._pages.show_map()
        self._layouts.use(name)

    def _reset(self) -> None:
        self._pages.show_map()
        self._layouts.reset()
