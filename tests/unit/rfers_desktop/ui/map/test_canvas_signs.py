"""Tests of the signs on the map."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from rfers_desktop.layers.marks import Style
from rfers_desktop.ui.map.canvas_signs import CanvasSigns
from rfers_desktop.ui.map.scale_bar import ScaleBar
from rfers_desktop.ui.map.signs import AgeSign

pytestmark = pytest.mark.display


def test_the_signs_stay_in_their_corners_clear_of_each_other(qtbot: QtBot) -> None:
    canvas = QWidget()
    qtbot.addWidget(canvas)
    signs = CanvasSigns(canvas)
    canvas.resize(500, 400)
    canvas.show()
    signs.show_scale(10.0)
    signs.frozen.freeze(1_000.0)
    signs.show_time(1_060.0, {Style.ASSET: 1_000.0})
    (scale,), (ages,) = canvas.findChildren(ScaleBar), canvas.findChildren(AgeSign)
    boxes = [sign.geometry() for sign in (scale, ages, signs.frozen)]
    assert all(canvas.rect().contains(box) for box in boxes)
    assert not any(a.intersects(b) for a in boxes for b in boxes if a is not b)
    assert abs(signs.frozen.geometry().center().x() - 250) <= 1
    canvas.resize(500, 300)
    signs.show_scale(10.0)
    assert canvas.rect().contains(scale.geometry())
