"""The menu of projections: which one the map is drawn in."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.projections import WEB_MERCATOR, Projection, by_epsg, canada_lambert, utm_for
from rfers_desktop.language import tr

from .map_widget import MapWidget
from .view_place import place_of, view_at


class ProjectionMenu(QMenu):
    """The map goes on looking at the same place at the same scale."""

    def __init__(self, canvas: MapWidget, refused: Callable[[str], None], parent: QWidget | None = None) -> None:
        super().__init__(tr("Projection"), parent)
        self._canvas = canvas
        self._refused = refused
        self._group = QActionGroup(self)
        self.mercator = self._choice(WEB_MERCATOR.name, lambda: self.use(WEB_MERCATOR))
        self.utm = self._choice("UTM", self._use_utm)
        self.lambert = self._choice(tr("Canada Atlas Lambert"), lambda: self.use(canada_lambert()))
        self.other = self._choice(tr("Another, by EPSG code…"), self.ask_code)
        self.aboutToShow.connect(self._refresh)
        self._refresh()

    def use(self, projection: Projection) -> None:
        """Draw the map in a projection."""
        place = place_of(self._canvas.view, self._canvas.projection)
        self._canvas.set_projection(projection)
        self._canvas.set_view(view_at(place, self._canvas.view, projection))
        self._refresh()

    def ask_code(self) -> QInputDialog:
        """Ask for an EPSG code."""
        dialog = QInputDialog(self.parentWidget())
        dialog.setInputMode(QInputDialog.InputMode.IntInput)
        dialog.setWindowTitle(tr("Projection"))
        dialog.setLabelText(tr("EPSG code of a projected coordinate system, such as 3400 (Alberta 10-TM)"))
        dialog.setIntRange(1024, 999_999)
        dialog.setIntValue(3400)
        dialog.intValueSelected.connect(self._use_code)
        dialog.finished.connect(dialog.deleteLater)
        dialog.finished.connect(self._refresh)
        dialog.open()
        return dialog

    def _use_code(self, code: int) -> None:
        try:
            self.use(by_epsg(code))
        except ProtocolError as error:
            self._refused(str(error))

    def _use_utm(self) -> None:
        place = place_of(self._canvas.view, self._canvas.projection)
        try:
            self.use(utm_for(place.lon, place.lat))
        except ProtocolError as error:
            self._refused(str(error))
            self._refresh()

    def _choice(self, words: str, do: Callable[[], object]) -> QAction:
        action = self._group.addAction(self.addAction(words))
        action.setCheckable(True)
        action.triggered.connect(lambda _=False: do())
        return action

    def _refresh(self) -> None:
        present = self._canvas.projection
        place = place_of(self._canvas.view, present)
        is_utm = 32600 < present.epsg <= 32660 or 32700 < present.epsg <= 32760
        self.utm.setText(
            tr("UTM ({value})", value=present.name.rpartition(" ")[2])
            if is_utm
            else tr("UTM (zone of {lon}°)", lon=f"{place.lon:.0f}")
        )
        self.other.setText(tr("Another, by EPSG code…"))
        if present == WEB_MERCATOR:
            self.mercator.setChecked(True)
        elif is_utm:
            self.utm.setChecked(True)
        elif present == canada_lambert():
            self.lambert.setChecked(True)
        else:
            self.other.setText(tr("{name} (EPSG:{epsg}); another…", name=present.name, epsg=present.epsg))
            self.other.setChecked(True)
