"""Tests of the panel of the thermal images."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QSlider
from pytestqt.qtbot import QtBot

from rfers_desktop.layers.thermal import ThermalLayer, read_thermal_image
from rfers_desktop.ui.panels.thermal import ThermalPanel
from tests.unit.rfers_desktop.raster_files import write_geotiff

pytestmark = pytest.mark.display
NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


@pytest.fixture
def layer(tmp_path: Path) -> ThermalLayer:
    made = ThermalLayer()
    for minute in range(3):
        path = write_geotiff(tmp_path / f"{minute}.tif", np.linspace(0, 100, 100, dtype=np.float32).reshape(10, 10))
        made.put(read_thermal_image(path, str(minute), NOON + timedelta(minutes=minute)))
    return made


@pytest.fixture
def panel(qtbot: QtBot, layer: ThermalLayer) -> ThermalPanel:
    made = ThermalPanel()
    qtbot.addWidget(made)
    made.show_layer(layer)
    made.show()
    return made


def test_without_images_it_says_so_and_offers_nothing(qtbot: QtBot) -> None:
    panel = ThermalPanel()
    qtbot.addWidget(panel)
    assert panel.moment.text() == "No thermal images"
    assert not any(field.isEnabled() for field in (panel.time, panel.play, panel.outline, panel.is_compared))


def test_it_shows_the_moment_and_the_colours_of_the_layer(panel: ThermalPanel, layer: ThermalLayer) -> None:
    assert panel.moment.text() == "2026-07-01 12:02:00 UTC"
    assert panel.title.text().startswith("3 of 3")
    assert panel.high.value() == pytest.approx(layer.shown.colouring.high, abs=0.1)
    assert panel.ramp.currentText() == "Ember"


def test_showing_a_layer_asks_for_nothing(panel: ThermalPanel, layer: ThermalLayer, qtbot: QtBot) -> None:
    asked: list[object] = []
    for signal in (
        panel.stepped,
        panel.played,
        panel.compared,
        panel.ramp_chosen,
        panel.classes_set,
        panel.opacity_set,
    ):
        signal.connect(lambda *given: asked.append(given))
    layer.step_to(0)
    layer.compare(1, 0.0)
    layer.set_opacity(0.3)
    panel.show_layer(layer)
    assert asked == []
    assert panel.time.value() == 0
    assert panel.before.currentIndex() == 1
    assert panel.opacity.value() == 30


def test_the_keys_and_buttons_step_through_time(panel: ThermalPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.stepped) as stepped:
        qtbot.keyClick(panel.time, Qt.Key.Key_Left)
    assert stepped.args == [1]
    with qtbot.waitSignal(panel.stepped) as stepped:
        qtbot.mouseClick(panel.earlier, Qt.MouseButton.LeftButton)
    assert stepped.args == [0]
    with qtbot.waitSignal(panel.played) as played:
        qtbot.mouseClick(panel.play, Qt.MouseButton.LeftButton)
    assert played.args == [True]


def test_comparing_names_the_moment_before(panel: ThermalPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.compared) as compared:
        panel.is_compared.click()
    assert compared.args == [0]
    with qtbot.waitSignal(panel.compared) as compared:
        panel.is_compared.click()
    assert compared.args == [None]


def test_classes_are_numbers_with_commas_between_or_what_suits_the_images(panel: ThermalPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.classes_set) as classes:
        panel.is_classed.click()
    assert len(classes.args[0]) == 4
    panel.classes.setEnabled(True)
    panel.classes.setText("50, 150; 300")
    with qtbot.waitSignal(panel.classes_set) as classes:
        panel.classes.editingFinished.emit()
    assert classes.args[0] == (50.0, 150.0, 300.0)
    panel.classes.setText("warm")
    with qtbot.assertNotEmitted(panel.classes_set):
        panel.classes.editingFinished.emit()
    assert "expected numbers" in panel.problem.text()


def test_a_range_of_ones_own_is_told_when_the_images_do_not_say_it(panel: ThermalPanel, qtbot: QtBot) -> None:
    panel.low.setValue(7.0)
    with qtbot.waitSignal(panel.range_set) as span:
        panel.by_itself.click()
    assert span.args[0] == 7.0
    with qtbot.waitSignal(panel.range_freed):
        panel.by_itself.click()


def test_a_threshold_asks_for_outlines(panel: ThermalPanel, qtbot: QtBot) -> None:
    panel.threshold.setValue(80.0)
    with qtbot.waitSignal(panel.outline_asked) as asked:
        qtbot.mouseClick(panel.outline, Qt.MouseButton.LeftButton)
    assert asked.args == [80.0]


def test_every_field_has_a_name_to_be_read_out(panel: ThermalPanel) -> None:
    for kind in (QSlider, QComboBox, QAbstractButton):
        for field in panel.findChildren(kind):
            text = field.text() if isinstance(field, QAbstractButton) else ""
            assert field.accessibleName() or text, field


def test_wrong_classes_stay_to_be_mended_while_images_come(
    panel: ThermalPanel, layer: ThermalLayer, qtbot: QtBot
) -> None:
    layer.colour(edges=(50.0, 150.0))
    panel.show_layer(layer)
    panel.classes.clear()
    qtbot.keyClicks(panel.classes, "50, hot")
    qtbot.keyClick(panel.classes, Qt.Key.Key_Return)
    assert "expected numbers" in panel.problem.text()
    layer.step_to(0)
    panel.show_layer(layer)
    assert panel.classes.text() == "50, hot"
    layer.colour(edges=(60.0,))
    panel.show_layer(layer)
    assert panel.classes.text() == "60"
