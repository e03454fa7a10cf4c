"""The publisher's window: what is sent is accepted, or refused with the reason; without a link nothing is sent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout
from pytestqt.qtbot import QtBot

from broker_local.broker.accounts import AccountBook, Role
from broker_local.broker.choose import ACCOUNTS_FILE, EMBEDDED
from rfers_desktop.language import languages, present_language, use_language
from scripts.publisher_forms import ImageForm
from scripts.publisher_window import PublisherWindow, build_parser
from tests.end_to_end.companion import DEADLINE_S, Companion

pytestmark = pytest.mark.display
WAIT_MS = int(DEADLINE_S * 1000)


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Companion]:
    data = tmp_path / "data"
    data.mkdir()
    AccountBook(data / ACCOUNTS_FILE).add("tracker", "a password", Role.PUBLISHER, ["*"])
    running = Companion(data, EMBEDDED)
    running.start()
    yield running
    running.stop()


@pytest.mark.broker
def test_an_event_is_accepted_again_and_again_and_a_wrong_one_refused_with_its_reason(
    companion: Companion, tmp_path: Path, qtbot: QtBot
) -> None:
    window = PublisherWindow(f"{companion.host}:{companion.port}", "tracker", "a password")
    qtbot.addWidget(window)
    window.show()
    qtbot.mouseClick(window.connect_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(window.publish_button.isEnabled, timeout=WAIT_MS)
    qtbot.mouseClick(window.publish_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.receipt_of(0) == "✓ accepted", timeout=WAIT_MS)
    window.every.setValue(0.2)
    window.repeat.setChecked(True)
    qtbot.waitUntil(lambda: window.sent.rowCount() >= 3, timeout=WAIT_MS)
    window.repeat.setChecked(False)
    (tmp_path / "no.tif").write_bytes(b"this is no image")
    window.tabs.setCurrentIndex(3)
    form = window.forms[3]
    assert isinstance(form, ImageForm)
    form.image.path.setText(str(tmp_path / "no.tif"))
    qtbot.mouseClick(window.publish_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.receipt_of(0).startswith("✗ refused: "), timeout=WAIT_MS)
    assert "expected a GeoTIFF" in window.receipt_of(0)
    qtbot.waitUntil(lambda: all(window.receipt_of(row) == "✓ accepted" for row in range(1, 3)), timeout=WAIT_MS)
    window.close()
    assert window.link.text() == "Not connected"


def test_without_a_link_nothing_can_be_sent_and_a_wrong_server_is_told(qtbot: QtBot) -> None:
    window = PublisherWindow("station", "tracker")
    qtbot.addWidget(window)
    window.connect_or_leave()
    assert window.problem.text() == "Server: expected HOST:PORT, got 'station'"
    assert not window.publish_button.isEnabled()
    window.publish()
    assert window.sent.rowCount() == 0
    window.server.setText("127.0.0.1:1")
    window.connect_or_leave()
    assert window.connect_button.text() == "Disconnect"
    assert window.link.text() == "Connecting…"
    window.close()


@pytest.mark.broker
def test_what_is_missing_in_a_form_is_said_and_nothing_sent(companion: Companion, qtbot: QtBot) -> None:
    window = PublisherWindow(f"{companion.host}:{companion.port}", "tracker", "a password")
    qtbot.addWidget(window)
    window.connect_or_leave()
    qtbot.waitUntil(window.publish_button.isEnabled, timeout=WAIT_MS)
    window.tabs.setCurrentIndex(3)
    window.publish()
    assert window.problem.text() == "GeoTIFF: choose a file"
    assert window.sent.rowCount() == 0
    window.close()


def test_the_account_is_asked_as_by_every_publisher() -> None:
    assert build_parser().parse_args(["--user", "tracker"]).user == "tracker"


def test_it_speaks_the_language_of_the_desk(qtbot: QtBot) -> None:
    before = present_language()
    use_language(languages()["fr"])
    try:
        window = PublisherWindow()
        qtbot.addWidget(window)
        assert [window.tabs.tabText(at) for at in range(4)][0] == "Position d'un véhicule"
        assert window.publish_button.text() == "&Publier"
        assert (
            window.forms[0].rows.itemAt(0, QFormLayout.ItemRole.LabelRole).widget().text() == "Identifiant du véhicule"
        )
        window.close()
    finally:
        use_language(before)
