"""The two pages of the window, a click apart: the map, and both tables large (thesis 5.2)."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QLabel, QMainWindow, QSplitter, QStackedWidget, QTabBar, QToolBar, QVBoxLayout, QWidget

from rfers_desktop.language import tr

from .docks import Docks
from .look import GAP, WIDE_GAP

_TABLES = ("subscriptions", "notifications")  # the panels that are shown large
_MAP_PAGE, _TABLES_PAGE = 0, 1


class Pages(QStackedWidget):
    """Panels are moved, not copied: on the page of the tables they are the same ones as beside the map."""

    def __init__(self, window: QMainWindow, docks: Docks, map_page: QWidget, map_bar: QToolBar) -> None:
        super().__init__(window)
        self._window = window
        self._docks = docks
        self._map_bar = map_bar
        self._panels: list[QWidget] = []  # those that are on the page of the tables
        self._before = QByteArray()  # how the panels were arranged beside the map
        self._tables = QSplitter(Qt.Orientation.Vertical, self)
        self._tables.setChildrenCollapsible(False)
        self._slots = [_Slot(docks.dock(panel_id).windowTitle(), self._tables) for panel_id in _TABLES]
        self._tables.setSizes([100, 200])  # a third for the subscriptions
        self.addWidget(map_page)
        self.addWidget(self._tables)
        self.tabs = QTabBar(window)
        self.tabs.setAccessibleName(tr("Pages"))
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.addTab(tr("Map"))
        self.tabs.addTab(tr("Subscriptions and notifications"))
        self.tabs.currentChanged.connect(self._turn_to)

    def show_map(self) -> None:
        """Turn to the map, with its panels around it."""
        self.tabs.setCurrentIndex(_MAP_PAGE)

    def show_tables(self) -> None:
        """Turn to the tables."""
        self.tabs.setCurrentIndex(_TABLES_PAGE)

    @property
    def is_map(self) -> bool:
        """Whether the map is seen."""
        return self.currentIndex() == _MAP_PAGE

    def reveal(self, panel_id: str) -> None:
        """Bring a panel, or the map, before the user's eyes."""
        if panel_id == "map":
            self.show_map()
        elif self.is_map or panel_id not in _TABLES:
            self._docks.reveal(panel_id)

    def _turn_to(self, page: int) -> None:
        if page == _TABLES_PAGE:
            self._before = self._window.saveState()
            self._panels = [self._docks.dock(panel_id).widget() for panel_id in _TABLES]
            for panel_id, slot, panel in zip(_TABLES, self._slots, self._panels):
                slot.take(panel)
                self._docks.dock(panel_id).toggleViewAction().setEnabled(False)
                self._docks.dock(panel_id).hide()
            self._docks.hide_docked()
        else:
            opened = [panel_id for panel_id in self._docks.ids() if self._docks.dock(panel_id).isVisible()]
            for panel_id, panel in zip(_TABLES, self._panels):
                self._docks.dock(panel_id).setWidget(panel)
                self._docks.dock(panel_id).toggleViewAction().setEnabled(True)
            self._window.restoreState(self._before)
            for panel_id in opened:
                self._docks.dock(panel_id).show()
        self._map_bar.setVisible(page == _MAP_PAGE)
        self.setCurrentIndex(page)


class _Slot(QWidget):
    """A place for a panel, with its title above."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        label = QLabel(title, self)
        label.setObjectName("field")
        label.setContentsMargins(WIDE_GAP, GAP, WIDE_GAP, GAP)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(label)

    def take(self, panel: QWidget) -> None:
        """Show a panel here."""
        self._column.addWidget(panel, 1)
        panel.show()
