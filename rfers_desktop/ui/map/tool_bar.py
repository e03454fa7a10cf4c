"""The tool bar of the map: every tool and every way to go somewhere, with its icon, its key and its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QShowEvent
from PySide6.QtWidgets import QToolBar, QToolButton, QWidget

from rfers_desktop.language import tr
from rfers_desktop.layers.bookmarks import Bookmarks
from rfers_desktop.layers.identify import Identified, IdentifySource, Spot
from rfers_desktop.layers.search import SearchHit, SearchProvider
from rfers_desktop.ui.dialogs.go_to import GoToDialog
from rfers_desktop.ui.icons import ICON_PX, themed_icon
from rfers_desktop.ui.look import present_theme
from rfers_desktop.ui.panels.search_box import SearchBox

from .bookmarks_menu import BookmarksMenu
from .coordinate_readout import CoordinateReadout
from .furniture import MapFurniture
from .map_widget import MapWidget
from .navigator import Navigator
from .projection_menu import ProjectionMenu
from .snapper import Drawn, Snapper
from .tool import Tool
from .tools.copy_coordinate import CopyCoordinateTool
from .tools.identify import IdentifyTool
from .tools.measure import MeasureTool
from .tools.pan import PanTool
from .tools.plain_tool import PlainTool
from .tools.zoom import ZoomTool
from .view_history import ViewHistory


@dataclass(frozen=True, slots=True)
class MapAnswers:
    """Whom the tools ask; each is asked anew every time, as layers come and go."""

    sources: Callable[[], Sequence[IdentifySource]]
    providers: Callable[[], Sequence[SearchProvider]]
    drawn: Drawn
    bookmarks: Bookmarks


class MapToolBar(QToolBar):
    """Letters work while the map has the keys; keys with Ctrl or Alt in the whole window."""

    hint_changed = Signal(str)  # what the next click will do
    identified = Signal(object, object)  # Spot, tuple of Identified
    refused = Signal(str)  # what could not be done

    def __init__(
        self,
        canvas: MapWidget,
        answers: MapAnswers,
        readout: CoordinateReadout,
        furniture: MapFurniture,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("Map tools", parent)
        self.setObjectName("Map tools")
        self.setIconSize(QSize(ICON_PX, ICON_PX))
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._canvas = canvas
        self._furniture = furniture
        self._icons: list[tuple[QAction, str]] = []
        self._group = QActionGroup(self)
        self._group.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
        self._tools: dict[PlainTool, QAction] = {}
        self._go_to: GoToDialog | None = None
        self._was_shown = False
        self.navigator = Navigator(canvas)
        self.history = ViewHistory(canvas, self)
        self.snapper = Snapper(canvas, answers.drawn)
        self._add_tools(answers, readout)
        self.addSeparator()
        self._add_moves(answers)
        self.search = SearchBox(answers.providers, self)
        self.search.chosen.connect(self._found)
        self.addWidget(self.search)
        self._add(tr("Search"), "search", "Ctrl+F", self._begin_search, is_in_bar=False)
        self.history.changed.connect(self._enable)
        self._canvas.tool_changed.connect(self._show_tool)
        self._enable()
        self._paint_icons()
        self.pan.trigger()

    def hint(self) -> str:
        """What the next click will do."""
        return self._canvas.tool.hint()

    def ask_position(self) -> GoToDialog:
        """Open the dialog that goes to coordinates."""
        if self._go_to is None:
            self._go_to = GoToDialog(self._canvas.projection, self.window())
            self._go_to.asked.connect(self._go)
        self._go_to.use_project(self._canvas.projection)
        self._go_to.show()
        self._go_to.activateWindow()
        self._go_to.text.setFocus()
        self._go_to.text.selectAll()
        return self._go_to

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._was_shown:
            self._was_shown = True
            QTimer.singleShot(0, self.history.begin_here)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange) and hasattr(self, "_icons"):
            self._paint_icons()

    def _add_tools(self, answers: MapAnswers, readout: CoordinateReadout) -> None:
        canvas, told = self._canvas, self._tell
        self.pan = self._tool(PanTool(canvas, told), "pan", "H")
        self.zoom_in = self._tool(ZoomTool(canvas, True, told), "zoom_in", "Z")
        self.zoom_out = self._tool(ZoomTool(canvas, False, told), "zoom_out", "Shift+Z")
        self.identify = self._tool(IdentifyTool(canvas, answers.sources, self._identified, told), "identify", "I")
        self.distance = self._tool(MeasureTool(canvas, False, self.snapper.find, told), "measure_distance", "M")
        self.area = self._tool(MeasureTool(canvas, True, self.snapper.find, told), "measure_area", "Shift+M")
        self.copy = self._tool(CopyCoordinateTool(canvas, readout.words, told), "copy_coordinate", "C")
        self.snap = self._add(tr("Snap to what is drawn"), "snap", "S", self._switch_snapping)
        self.snap.setCheckable(True)

    def _add_moves(self, answers: MapAnswers) -> None:
        self.full_extent = self._add(tr("Full extent"), "full_extent", "Home", self.navigator.show_all)
        self.previous = self._add(tr("Previous view"), "previous_view", "Alt+Left", self.history.back)
        self.next = self._add(tr("Next view"), "next_view", "Alt+Right", self.history.forth)
        self.bookmarks = BookmarksMenu(answers.bookmarks, self.navigator, self)
        marks = self._add(tr("Bookmarks"), "bookmarks", "Ctrl+B", self.bookmarks.open_dialog)
        self._with_menu(marks, self.bookmarks, QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self.go_to = self._add(tr("Go to coordinates…"), "go_to", "Ctrl+G", self.ask_position)
        self.projections = ProjectionMenu(self._canvas, self.refused.emit, self)
        choose = self._add(tr("Projection"), "projection", "", lambda: None)
        self._with_menu(choose, self.projections, QToolButton.ToolButtonPopupMode.InstantPopup)
        self.overview = self._add(tr("Overview"), "overview", "O", self._switch_overview)
        self.overview.setCheckable(True)
        self.overview.setChecked(True)

    def _tool(self, tool: PlainTool, icon: str, key: str) -> QAction:
        action = self._add(tr(tool.name), icon, key, lambda: self._take_up(tool))
        action.setCheckable(True)
        self._group.addAction(action)
        self._tools[tool] = action
        return action

    def _add(self, words: str, icon: str, keys: str, do: Callable[[], object], is_in_bar: bool = True) -> QAction:
        action = QAction(words, self)
        plain = words.rstrip("…")
        if keys:
            action.setShortcut(QKeySequence(keys))
            if "Ctrl" not in keys and "Alt" not in keys:
                action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                self._canvas.addAction(action)
        action.setToolTip(f"{plain} ({keys})" if keys else plain)
        action.triggered.connect(lambda _=False: do())
        self._icons.append((action, icon))
        if is_in_bar:
            self.addAction(action)
            button = self.widgetForAction(action)
            button.setAccessibleName(plain)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        else:
            self.window().addAction(action)
        return action

    def _with_menu(
        self, action: QAction, menu: BookmarksMenu | ProjectionMenu, mode: QToolButton.ToolButtonPopupMode
    ) -> None:
        button = self.widgetForAction(action)
        if isinstance(button, QToolButton):
            button.setMenu(menu)
            button.setPopupMode(mode)

    def _take_up(self, tool: PlainTool) -> None:
        self._canvas.set_tool(tool)
        self._show_tool(tool)
        self._canvas.setFocus(Qt.FocusReason.OtherFocusReason)
        self._tell()

    def _show_tool(self, tool: Tool) -> None:
        """Press in the tool at hand; it may be one that is not of this bar."""
        for each, action in self._tools.items():
            action.setChecked(each is tool)

    def _tell(self) -> None:
        self.hint_changed.emit(self.hint())

    def _identified(self, spot: Spot, found: tuple[Identified, ...]) -> None:
        self.identified.emit(spot, found)

    def _switch_snapping(self) -> None:
        self.snapper.is_on = self.snap.isChecked()

    def _switch_overview(self) -> None:
        self._furniture.show_overview(self.overview.isChecked())

    def _begin_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _found(self, hit: SearchHit) -> None:
        self.navigator.go_to_hit(hit)
        self._furniture.marker.mark(hit.lon, hit.lat)
        self._canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    def _go(self, lon: float, lat: float) -> None:
        self.navigator.go_near(lon, lat)
        self._furniture.marker.mark(lon, lat)

    def _enable(self) -> None:
        self.previous.setEnabled(self.history.can_go_back)
        self.next.setEnabled(self.history.can_go_forth)

    def _paint_icons(self) -> None:
        theme = present_theme()
        for action, name in self._icons:
            action.setIcon(themed_icon(name, theme))
