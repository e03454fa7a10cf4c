"""Tests of rfers_desktop/ui/repository/drop_choice.py."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import shapely
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.geo.features import VectorLayer, by_kind
from rfers_desktop.ui.repository.drop_choice import DropChoice, zone_of

pytestmark = pytest.mark.display


def layers(*texts: str) -> tuple[VectorLayer, ...]:
    shapes = shapely.from_wkt(np.array(texts, dtype=object))
    return (VectorLayer("dropped", tuple(by_kind(shapes, {})), "WGS 84", 0),)


def test_either_can_be_chosen(qtbot: QtBot) -> None:
    for name in ("draw", "use_as_zone"):
        dialog = DropChoice("north.geojson", True)
        qtbot.addWidget(dialog)
        button = dialog.draw_button if name == "draw" else dialog.zone_button
        with qtbot.waitSignal(getattr(dialog, name)):
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_without_a_login_there_is_no_zone(qtbot: QtBot) -> None:
    dialog = DropChoice("north.geojson", False)
    qtbot.addWidget(dialog)
    assert not dialog.zone_button.isEnabled()
    assert "Log in" in dialog.zone_button.toolTip()


@pytest.mark.parametrize(
    ("texts", "kind"),
    [
        (("POLYGON ((0 0, 1 0, 1 1, 0 0))",), "Polygon"),
        (("POLYGON ((0 0, 1 0, 1 1, 0 0))", "POLYGON ((5 5, 6 5, 6 6, 5 5))", "POINT (9 9)"), "MultiPolygon"),
        (("LINESTRING (0 0, 1 1)", "POINT (9 9)"), "LineString"),
        (("POINT (9 9)",), "Point"),
    ],
)
def test_the_zone_is_made_of_what_is_largest_in_kind(texts: tuple[str, ...], kind: str) -> None:
    zone = zone_of(layers(*texts), Path("north.geojson"))
    assert zone.geom_type == kind
    assert zone.is_valid
