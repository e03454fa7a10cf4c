"""A GeoJSON file that was dropped on the map: drawn as a layer, or its shape used as the zone of a subscription."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import shapely
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPushButton, QVBoxLayout, QWidget
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import Given, ProtocolError
from rfers_desktop.geo.feature_shapes import shapes_of
from rfers_desktop.geo.features import Kind, VectorLayer
from rfers_desktop.language import tr
from rfers_desktop.ui.look import GAP

ENDINGS = (".geojson", ".json")


class DropChoice(QDialog):
    """Two buttons; Escape does neither."""

    draw = Signal()
    use_as_zone = Signal()

    def __init__(self, name: str, can_subscribe: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Dropped file"))
        words = QLabel(tr("What shall be done with {name}?", name=name), self)
        words.setWordWrap(True)
        self.draw_button = QPushButton(tr("Draw it as a layer"), self)
        self.zone_button = QPushButton(tr("Use it as a zone to subscribe"), self)
        self.zone_button.setEnabled(can_subscribe)
        if not can_subscribe:
            self.zone_button.setToolTip(tr("Log in first: a zone belongs to a subscription"))
        cancel = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        cancel.rejected.connect(self.reject)
        self.draw_button.clicked.connect(lambda: self._choose(self.draw))
        self.zone_button.clicked.connect(lambda: self._choose(self.use_as_zone))
        column = QVBoxLayout(self)
        column.setSpacing(GAP)
        for widget in (words, self.draw_button, self.zone_button, cancel):
            column.addWidget(widget)

    def _choose(self, signal: object) -> None:
        self.accept()
        signal.emit()  # type: ignore[attr-defined]


def zone_of(layers: tuple[VectorLayer, ...], file: Path) -> BaseGeometry:
    """The shape of a whole file: its areas if it has any, else its lines, else its points."""
    parts = [part for layer in layers for part in layer.parts]
    for kind in (Kind.AREA, Kind.LINE, Kind.POINT):
        shapes = [shapes_of(part) for part in parts if part.kind is kind]
        if shapes:
            every = np.concatenate(shapes)
            zone = every[0] if len(every) == 1 else shapely.union_all(every)
            return zone if zone.is_valid else shapely.make_valid(zone, method="structure")
    raise ProtocolError(file.name, expected="at least one shape", got=Given("none"))
