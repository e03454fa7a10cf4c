"""Tests of rfers_desktop/ui/details/photo_viewer.py."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.details.photo_viewer import PhotoViewer, ending_of
from tests.unit.rfers_desktop.ui.photos import a_photo

pytestmark = pytest.mark.display


@pytest.fixture
def viewer(qtbot: QtBot) -> PhotoViewer:
    image = QImage(2_000, 1_000, QImage.Format.Format_RGB32)
    made = PhotoViewer(image, a_photo(), "R7")
    qtbot.addWidget(made)
    made.show()
    return made


def test_all_of_the_photo_is_seen_at_first_and_after_resizing(viewer: PhotoViewer, qtbot: QtBot) -> None:
    shown = viewer.view.mapFromScene(viewer.view.sceneRect()).boundingRect()
    assert viewer.view.viewport().rect().adjusted(-3, -3, 3, 3).contains(shown)
    before = viewer.view.scale_now
    viewer.resize(500, 400)
    assert viewer.view.scale_now < before


def test_keys_come_nearer_and_go_back(viewer: PhotoViewer, qtbot: QtBot) -> None:
    fitted = viewer.view.scale_now
    qtbot.keyClick(viewer.view, Qt.Key.Key_Plus)
    assert viewer.view.scale_now == pytest.approx(1.25 * fitted)
    qtbot.keyClick(viewer.view, Qt.Key.Key_Minus)
    qtbot.keyClick(viewer.view, Qt.Key.Key_Minus)
    assert viewer.view.scale_now == pytest.approx(fitted)
    qtbot.keyClick(viewer.view, Qt.Key.Key_Plus)
    qtbot.keyClick(viewer.view, Qt.Key.Key_0)
    assert viewer.view.scale_now == pytest.approx(fitted)


def test_the_photo_is_saved_as_it_came(viewer: PhotoViewer, tmp_path: Path) -> None:
    viewer.save_to(tmp_path / "photo.png")
    assert (tmp_path / "photo.png").read_bytes() == a_photo()
    viewer.save_to(tmp_path / "none" / "photo.png")
    assert "Not saved" in viewer.windowTitle()


@pytest.mark.parametrize(("begins", "ending"), [(b"\xff\xd8", ".jpg"), (b"II*\x00", ".tif"), (b"\x89PNG", ".png")])
def test_a_file_is_called_by_what_it_is(begins: bytes, ending: str) -> None:
    assert ending_of(begins + b"...") == ending
