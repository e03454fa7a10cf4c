"""Tests of the dialog that adds map services, against a server on loopback."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.layers.layer_tree import LayerEntry, SourceKind
from rfers_desktop.layers.tile_services import WmsService, service_at
from rfers_desktop.ui.dialogs.tile_service import TileServiceDialog
from tests.unit.rfers_desktop.tile_server import TileServer, tile_server

pytestmark = pytest.mark.display

CAPABILITIES = b"""<?xml version="1.0"?>
<WMT_MS_Capabilities version="1.1.1"><Service><Title>Station maps</Title></Service><Capability>
<Request><GetMap><Format>image/jpeg</Format></GetMap></Request>
<Layer><SRS>EPSG:900913</SRS><Title>All</Title>
<Layer><Name>roads</Name><Title>Roads</Title></Layer>
<Layer><Name>fuel</Name><Title>Fuel types</Title></Layer></Layer>
</Capability></WMT_MS_Capabilities>"""


@pytest.fixture
def server() -> Iterator[TileServer]:
    with tile_server() as made:
        made.answer = lambda path: (200, {}, CAPABILITIES)
        yield made


@pytest.fixture
def dialog(qtbot: QtBot) -> TileServiceDialog:
    made = TileServiceDialog()
    qtbot.addWidget(made)
    made.show()
    return made


def press_add(qtbot: QtBot, dialog: TileServiceDialog) -> LayerEntry:
    with qtbot.waitSignal(dialog.chosen) as chosen:
        qtbot.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    entry = chosen.args[0]
    assert isinstance(entry, LayerEntry)
    assert not dialog.isVisible()
    return entry


def test_a_template_is_added_at_once_and_named_after_its_host(qtbot: QtBot, dialog: TileServiceDialog) -> None:
    qtbot.keyClicks(dialog.address, "https://tiles.example.org/{z}/{x}/{y}.png")
    assert dialog.add.text() == "Add layer"
    entry = press_add(qtbot, dialog)
    assert (entry.title, entry.source.kind, entry.source.layer) == ("tiles.example.org", SourceKind.TILES, "")


def test_a_template_that_is_none_is_refused_in_place(qtbot: QtBot, dialog: TileServiceDialog) -> None:
    qtbot.keyClicks(dialog.address, "https://tiles.example.org/{z}/{x}.png")
    qtbot.keyClick(dialog.address, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert "{z}, {x} and {y}" in dialog.wrong.text()
    qtbot.keyClicks(dialog.address, "x")  # and forgotten with the next key
    assert dialog.wrong.text() == ""


def test_a_web_map_service_is_asked_what_it_has_and_a_layer_is_chosen(
    qtbot: QtBot, dialog: TileServiceDialog, server: TileServer
) -> None:
    qtbot.keyClicks(dialog.address, f"{server.url}/wms?token=7")
    assert dialog.add.text() == "Ask for layers"
    qtbot.keyClick(dialog.address, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: dialog.layers.count() == 2, timeout=20_000)
    assert "GetCapabilities" in server.asked[0]
    qtbot.keyClicks(dialog.search, "fuel")
    assert [dialog.layers.item(row).isHidden() for row in range(2)] == [True, False]
    dialog.layers.setCurrentRow(1)
    qtbot.keyClicks(dialog.name, "Fuel of 2026")
    entry = press_add(qtbot, dialog)
    assert (entry.title, entry.source.layer) == ("Fuel of 2026", "fuel")
    service = service_at(entry.source.address, entry.source.layer)  # as it is made again from memory
    assert isinstance(service, WmsService)
    assert (service.version, service.crs, service.format) == ("1.1.1", "EPSG:900913", "image/jpeg")
    assert "token=7" in service.address


@pytest.mark.parametrize(
    ("status", "body", "words"),
    [
        (404, b"", "HTTP 404"),
        (200, b"<html></html>", "the capabilities of a Web Map Service"),
        (200, b"", "expected XML"),
    ],
)
def test_what_a_server_cannot_do_is_said_in_the_dialog(
    qtbot: QtBot, dialog: TileServiceDialog, server: TileServer, status: int, body: bytes, words: str
) -> None:
    server.answer = lambda path: (status, {}, body)
    qtbot.keyClicks(dialog.address, server.url)
    qtbot.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(dialog.wrong.text()), timeout=20_000)
    assert words in dialog.wrong.text()
    assert dialog.isVisible()


def test_a_slow_server_leaves_the_dialog_alive_and_may_be_given_up(
    qtbot: QtBot, dialog: TileServiceDialog, server: TileServer
) -> None:
    go_on = Event()

    def late(path: str) -> tuple[int, dict[str, str], bytes]:
        go_on.wait(20)
        return 200, {}, CAPABILITIES

    server.answer = late
    qtbot.keyClicks(dialog.address, server.url)
    qtbot.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    assert dialog.is_asking
    assert dialog.progress.isVisible()
    assert not dialog.add.isEnabled()
    qtbot.keyClicks(dialog.address, "/other")  # another address: the answer to come is not for it
    assert not dialog.is_asking
    go_on.set()
    qtbot.waitUntil(lambda: len(server.asked) == 1, timeout=20_000)
    qtbot.wait(50)
    assert dialog.layers.count() == 0
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_what_is_no_address_of_the_web_is_not_asked(qtbot: QtBot, dialog: TileServiceDialog) -> None:
    qtbot.keyClicks(dialog.address, "file:///etc/passwd")
    qtbot.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    assert "begins http:// or https://" in dialog.wrong.text()
    assert not dialog.is_asking
