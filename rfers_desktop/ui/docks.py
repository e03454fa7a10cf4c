"""The panels around the map: docked, stacked, closed and opened again from the View menu."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QChildEvent, QEvent, QObject, QSignalBlocker, Qt
from PySide6.QtWidgets import QDockWidget, QFrame, QMainWindow, QMenu, QScrollArea, QTabBar, QWidget

from rfers_desktop.language import tr

from .help_focus import HELP
from .part import Panel

_RIGHT = Qt.DockWidgetArea.RightDockWidgetArea
_BELOW = Qt.DockWidgetArea.BottomDockWidgetArea
_FIRST_SIZES = ((_RIGHT, 430, Qt.Orientation.Horizontal), (_BELOW, 250, Qt.Orientation.Vertical))


class Docks:
    """The dock of every panel, by the panel's id. Those that share an edge are stacked there, the first one on top."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self._docks: dict[str, QDockWidget] = {}
        self._areas: dict[str, Qt.DockWidgetArea] = {}
        self._is_open: dict[str, bool] = {}  # at first
        self._beside: set[str] = set()  # the panels that are not stacked with the others
        self._shared: set[str] = set()  # those of them that were given their room
        self.menu = QMenu(tr("&Panels"), window)
        self._titles = _ReadableTitles(window)
        window.setCorner(Qt.Corner.BottomRightCorner, _RIGHT)  # cards need height, tables width

    def add(self, panels: Iterable[Panel]) -> None:
        """Dock panels at their edges."""
        for panel in panels:
            dock = QDockWidget(panel.title, self._window)
            dock.setObjectName(panel.id)
            dock.setAccessibleName(tr("{title} panel", title=panel.title))
            dock.setWidget(_scrolled(panel.widget) if panel.is_long else panel.widget)
            if panel.help:
                panel.widget.setProperty(HELP, panel.help)
            self._docks[panel.id], self._areas[panel.id] = dock, panel.area
            if panel.is_beside:
                self._beside.add(panel.id)
            self.menu.addAction(dock.toggleViewAction())
            # A panel behind others is not hidden, as Qt sees it: its own showEvent comes once.
            dock.visibilityChanged.connect(partial(_when_seen, panel))
            self._place(panel.id)
            dock.setVisible(panel.is_open)
            self._is_open[panel.id] = panel.is_open
        for area, size, direction in _FIRST_SIZES:
            first = self._first_at(area)
            if first is not None:
                first.raise_()
                self._window.resizeDocks([first], [size], direction)

    def ids(self) -> list[str]:
        """The panels there are."""
        return list(self._docks)

    def dock(self, panel_id: str) -> QDockWidget:
        """The dock of a panel."""
        return self._docks[panel_id]

    def reveal(self, panel_id: str) -> None:
        """Bring a panel before the user's eyes, wherever it is, even if it was closed."""
        dock = self._docks[panel_id]
        is_new_beside = panel_id in self._beside - self._shared and dock.isHidden()
        dock.show()
        dock.raise_()
        if is_new_beside:
            self._shared.add(panel_id)  # once; what the user makes of it stays
            self._share(dock)

    def place_missing(self, known: Iterable[str]) -> None:
        """Put panels that a remembered arrangement does not know where they are usually."""
        known = set(known)
        for panel_id, dock in self._docks.items():
            if panel_id not in known:
                dock.setFloating(False)
                self._place(panel_id)
                dock.setVisible(self._is_open[panel_id])

    def hide_docked(self) -> None:
        """Give the middle all the room; panels that float stay."""
        for dock in self._docks.values():
            if not dock.isFloating():
                with QSignalBlocker(dock.toggleViewAction()):
                    dock.hide()

    def _place(self, panel_id: str) -> None:
        dock, area = self._docks[panel_id], self._areas[panel_id]
        first = self._first_at(area)
        self._window.addDockWidget(area, dock)
        if first is not None and first is not dock and area == _RIGHT and panel_id not in self._beside:
            self._window.tabifyDockWidget(first, dock)

    def _share(self, dock: QDockWidget) -> None:
        """Give a panel that came beside others nearly as much room as it leaves them."""
        first = self._first_at(self._window.dockWidgetArea(dock))
        if first is not None and not dock.isFloating():
            height = self._window.height()
            self._window.resizeDocks([first, dock], [round(height * 0.5), round(height * 0.4)], Qt.Orientation.Vertical)

    def _first_at(self, area: Qt.DockWidgetArea) -> QDockWidget | None:
        here = (self._docks[panel_id] for panel_id, usual in self._areas.items() if usual == area)
        return next((dock for dock in here if self._window.dockWidgetArea(dock) == area), None)


def _scrolled(panel: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setWidget(panel)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    return area


def _when_seen(panel: Panel, is_seen: bool) -> None:
    if is_seen:
        panel.seen()


class _ReadableTitles(QObject):
    """Sees to the tabs of stacked panels, which the window makes anew with every arrangement."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A title that can be read, and arrows to the others, instead of all of them cut short."""
        if event.type() == QEvent.Type.ChildPolished and isinstance(event, QChildEvent):
            tabs = event.child()
            if isinstance(tabs, QTabBar):
                tabs.setElideMode(Qt.TextElideMode.ElideNone)
                tabs.setUsesScrollButtons(True)
        return False
