"""The coordinates under the cursor, in the format the user chose."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from rfers_desktop.geo.coordinates import EXAMPLES, CoordinateFormat, coordinate_text
from rfers_desktop.geo.projections import Projection
from rfers_desktop.language import tr

_WIDTH_PX = 250


class CoordinateReadout(QToolButton):
    """Clicking it offers the formats."""

    format_changed = Signal(str)

    def __init__(self, project: Callable[[], Projection | None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self._position: tuple[float, float] | None = None
        self.format = CoordinateFormat.DECIMAL
        self.setAccessibleName(tr("Position under the cursor"))
        self.setToolTip(tr("Position under the cursor; click to choose how it is written"))
        self.setAutoRaise(True)
        self.setMinimumWidth(_WIDTH_PX)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu, group = QMenu(self), QActionGroup(self)
        self.choices: dict[CoordinateFormat, QAction] = {}
        for style in CoordinateFormat:
            action = group.addAction(menu.addAction(f"{tr(style)}\t{tr(EXAMPLES[style])}"))
            action.setCheckable(True)
            action.setChecked(style is self.format)
            action.triggered.connect(lambda _=False, style=style: self.use(style))
            self.choices[style] = action
        self.setMenu(menu)

    def use(self, style: CoordinateFormat) -> None:
        """Write in another format from now on."""
        self.choices[style].setChecked(True)
        if style is not self.format:
            self.format = style
            self._refresh()
            self.format_changed.emit(style.value)

    def show_position(self, lon: float, lat: float) -> None:
        """The cursor is there."""
        self._position = (lon, lat)
        self._refresh()

    def words(self, lon: float, lat: float) -> str:
        """A position in the chosen format."""
        return coordinate_text(lon, lat, self.format, self._project())

    def _refresh(self) -> None:
        if self._position is None:
            return
        lon, lat = self._position
        is_on_earth = abs(lon) <= 180.0 and abs(lat) <= 90.0
        self.setText(self.words(lon, lat) if is_on_earth else "")
