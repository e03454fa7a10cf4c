"""Tests of what the program says of itself."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.dialogs.about import AboutDialog, data_rows, library_rows, version

pytestmark = pytest.mark.display


def test_version_data_and_libraries_are_named_with_their_licences(qtbot: QtBot) -> None:
    dialog = AboutDialog()
    qtbot.addWidget(dialog)
    assert version()
    assert version() in dialog.version.text()
    text = dialog.licences.toPlainText()
    assert all(name in text and licence in text for name, licence in data_rows())
    assert "shapely" in text


def test_every_library_that_is_installed_tells_its_licence() -> None:
    rows = library_rows()
    assert {"PySide6-Essentials", "shapely", "paho-mqtt"} <= {name for name, _, _ in rows}
    assert all(licence for _, _, licence in rows)
