"""Tests of the layers panel: driven by keys and the mouse, with real files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from broker_local.protocol.resources import resources_dir
from rfers_desktop.layers.map_layers import MapLayers
from rfers_desktop.ui.dialogs.ask_crs import AskCrsDialog
from rfers_desktop.ui.dialogs.layer_style import LayerStyleDialog
from rfers_desktop.ui.panels.layers import LayersPanel
from tests.unit.rfers_desktop.ui.dragged_files import drag_and_drop

pytestmark = pytest.mark.display


@pytest.fixture
def layers(tmp_path: Path) -> MapLayers:
    return MapLayers(resources_dir() / "basemap", tmp_path / "layers.json")


@pytest.fixture
def panel(qtbot: QtBot, layers: MapLayers):  # type: ignore[no-untyped-def]
    made = LayersPanel(layers, (".tif",))
    QAbstractItemModelTester(made.model, QAbstractItemModelTester.FailureReportingMode.Warning, made)
    qtbot.addWidget(made)
    made.resize(430, 420)
    made.show()
    yield made
    made.stop()


def a_file(folder: Path, name: str = "fires.geojson", at: tuple[float, float] = (-115.0, 51.0)) -> Path:
    feature = {"type": "Feature", "properties": {"name": "A"}, "geometry": {"type": "Point", "coordinates": at}}
    (folder / name).write_text(json.dumps({"type": "FeatureCollection", "features": [feature]}))
    return folder / name


def titles(layers: MapLayers) -> list[str]:
    return [entry.title for entry in layers.tree]


def test_a_file_is_read_aside_shown_and_zoomed_to(
    qtbot: QtBot, panel: LayersPanel, layers: MapLayers, tmp_path: Path
) -> None:
    with qtbot.waitSignals([panel.changed, panel.zoom_to], timeout=10_000) as seen:
        panel.add_files([a_file(tmp_path)])
    assert seen.signal_triggered
    assert titles(layers)[0] == "fires"
    current = panel.current()
    assert current is not None
    assert current.title == "fires"


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.geojson", b"{broken"), ("a.gpkg", b""), ("a.shp", b"SQLite format 3\x00"), ("a.txt", b"x")],
)
def test_a_bad_file_is_told_of_and_the_map_stays(
    qtbot: QtBot, panel: LayersPanel, layers: MapLayers, tmp_path: Path, name: str, content: bytes
) -> None:
    (tmp_path / name).write_bytes(content)
    before = layers.tree
    with qtbot.waitSignal(panel.problem, timeout=10_000) as told:
        panel.add_files([tmp_path / name])
    assert told.args is not None
    assert str(told.args[0]).startswith(f"{name}: expected")
    assert layers.tree == before


def test_a_file_in_metres_asks_for_its_system(
    qtbot: QtBot, panel: LayersPanel, layers: MapLayers, tmp_path: Path
) -> None:
    panel.add_files([a_file(tmp_path, at=(1_300_000.0, 700_000.0))])
    qtbot.waitUntil(lambda: panel.findChild(AskCrsDialog) is not None, timeout=10_000)
    dialog = panel.findChild(AskCrsDialog)
    assert isinstance(dialog, AskCrsDialog)
    dialog.name.setText("EPSG:3005")
    with qtbot.waitSignal(panel.zoom_to, timeout=10_000) as zoomed:
        qtbot.mouseClick(dialog.use, Qt.MouseButton.LeftButton)
    assert zoomed.args is not None
    assert -140 < float(zoomed.args[0]) < -110
    assert layers.tree.entries[0].source.crs == "EPSG:3005"


def test_files_are_dropped_and_images_are_passed_on(
    qtbot: QtBot, panel: LayersPanel, layers: MapLayers, tmp_path: Path
) -> None:
    files = [QUrl.fromLocalFile(str(file)) for file in (a_file(tmp_path), tmp_path / "scan.tif")]
    with qtbot.waitSignals([panel.other_file, panel.changed], timeout=10_000):
        drag_and_drop(panel, *files)
    assert titles(layers)[0] == "fires"


def test_space_hides_the_selected_layer(qtbot: QtBot, panel: LayersPanel, layers: MapLayers) -> None:
    panel.list.setFocus()
    with qtbot.waitSignal(panel.changed):
        qtbot.keyClick(panel.list, Qt.Key.Key_Space)
    assert not layers.tree.entries[0].is_visible


def test_alt_and_arrows_move_the_selected_layer(qtbot: QtBot, panel: LayersPanel, layers: MapLayers) -> None:
    first, second = titles(layers)[:2]
    panel.activateWindow()
    panel.list.setFocus()
    qtbot.keyClick(panel.list, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert titles(layers)[:2] == [second, first]
    qtbot.mouseClick(panel.buttons["up"], Qt.MouseButton.LeftButton)
    assert titles(layers)[:2] == [first, second]


def test_opacity_and_labels_are_those_of_the_selected_layer(panel: LayersPanel, layers: MapLayers) -> None:
    panel.opacity.setValue(40)
    panel.labels.click()
    entry = layers.tree.entries[0]
    assert entry.opacity == 0.4
    assert entry.labels is not None
    assert not entry.labels.is_shown


def test_a_base_layer_cannot_be_removed_and_a_users_can(
    qtbot: QtBot, panel: LayersPanel, layers: MapLayers, tmp_path: Path
) -> None:
    assert not panel.buttons["remove"].isEnabled()
    with qtbot.waitSignal(panel.zoom_to, timeout=10_000):
        panel.add_files([a_file(tmp_path)])
    assert panel.buttons["remove"].isEnabled()
    qtbot.mouseClick(panel.buttons["remove"], Qt.MouseButton.LeftButton)
    assert "fires" not in titles(layers)
    assert (tmp_path / "fires.geojson").exists()


def test_remembered_files_are_read_again_at_the_start(
    qtbot: QtBot, panel: LayersPanel, layers: MapLayers, tmp_path: Path
) -> None:
    with qtbot.waitSignal(panel.zoom_to, timeout=10_000):
        panel.add_files([a_file(tmp_path)])
    again = MapLayers(resources_dir() / "basemap", tmp_path / "layers.json")
    other = LayersPanel(again)
    qtbot.addWidget(other)
    with qtbot.waitSignal(other.changed, timeout=10_000):
        other.start()
    assert again.unread() == []
    other.stop()


def test_a_style_that_was_chosen_is_kept(qtbot: QtBot, panel: LayersPanel, layers: MapLayers, tmp_path: Path) -> None:
    with qtbot.waitSignal(panel.zoom_to, timeout=10_000):
        panel.add_files([a_file(tmp_path)])
    dialog = panel.ask_style()
    assert dialog is not None
    dialog.title.setText("Hot spots")
    dialog.colour.set_colour("#abcdef")
    dialog.farthest.setValue(250_000)
    dialog.accept()
    entry = layers.tree.entries[0]
    assert (entry.title, entry.farthest) == ("Hot spots", 250_000)
    assert "#abcdef" in repr(entry.style)


def test_everything_that_can_be_used_has_a_name_for_screen_readers(panel: LayersPanel) -> None:
    used: list[QWidget] = [panel.list, panel.add, panel.opacity, panel.labels, *panel.buttons.values()]
    assert all(widget.accessibleName() for widget in used)
    assert panel.minimumSizeHint().width() <= 430


def test_dragging_a_row_changes_the_order(panel: LayersPanel, layers: MapLayers) -> None:
    before = titles(layers)
    data = panel.model.mimeData([panel.model.index(0)])
    panel.model.dropMimeData(data, Qt.DropAction.MoveAction, 3, 0, panel.list.rootIndex())
    assert titles(layers)[:3] == [before[1], before[2], before[0]]


def test_a_double_click_on_a_layer_asks_for_its_look(
    qtbot: QtBot, panel: LayersPanel, layers: MapLayers, tmp_path: Path
) -> None:
    with qtbot.waitSignal(panel.zoom_to, timeout=10_000):
        panel.add_files([a_file(tmp_path)])
    place = panel.list.visualRect(panel.list.currentIndex()).center()
    with qtbot.assertNotEmitted(panel.zoom_to):
        QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
        QTest.mouseDClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    dialog = panel.findChild(LayerStyleDialog)
    assert isinstance(dialog, LayerStyleDialog)
    assert dialog.title.text() == "fires"
    dialog.reject()
