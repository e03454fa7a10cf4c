"""Logging in through the window: what can stand in the way, each with a real broker, and what comes back afterwards."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from broker_local.broker.accounts import AccountBook, Role
from broker_local.broker.choose import ACCOUNTS_FILE, EMBEDDED, RunningBroker, start_broker
from broker_local.protocol.addresses import PROTOCOL_VERSION, STATUS
from broker_local.protocol.status import ServiceStatus
from broker_local.protocol.status_codec import encode_status
from rfers_desktop.ui.dialogs.login import LoginDialog
from rfers_desktop.ui.main_window import MainWindow
from rfers_desktop.ui.thread_border import WakeUp
from rfers_desktop.workspace import LinkState, Workspace
from tests.builders import a_subscription, a_zone, an_event
from tests.end_to_end.companion import DEADLINE_S, PASSWORD, Companion, Desk, Publisher

pytestmark = [pytest.mark.broker, pytest.mark.display]

WAIT_MS = round(DEADLINE_S * 1000)


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    wake_up = WakeUp()
    made = MainWindow(Workspace(on_wake=wake_up), wake_up)
    qtbot.addWidget(made)
    made.show()
    yield made
    made.close()


def log_in(window: MainWindow, qtbot: QtBot, host: str, port: int, password: str = PASSWORD) -> LoginDialog:
    """By the keyboard, as a user does."""
    window.ask_login(f"{host}:{port}", "ann")
    dialog = window.login_part.dialog
    assert dialog is not None
    qtbot.keyClicks(dialog.password, password)
    qtbot.keyClick(dialog.password, Qt.Key.Key_Return)
    return dialog


@pytest.fixture
def bare_broker(tmp_path: Path, accounts_file: Path) -> Iterator[RunningBroker]:
    """A broker without a matcher; `service` may say that it were one."""
    shutil.copy(accounts_file, tmp_path / ACCOUNTS_FILE)
    AccountBook(tmp_path / ACCOUNTS_FILE).add("service", PASSWORD, Role.SERVICE)
    broker = start_broker(EMBEDDED, tmp_path)
    yield broker
    broker.stop()


def say_status(broker: RunningBroker, status: ServiceStatus) -> None:
    client = mqtt.Client(CallbackAPIVersion.VERSION2)
    client.username_pw_set("service", PASSWORD)
    client.connect(broker.host, broker.port)
    client.loop_start()
    client.publish(STATUS, encode_status(status), qos=1, retain=True).wait_for_publish(DEADLINE_S)
    client.disconnect()
    client.loop_stop()


def test_no_broker_answers(window: MainWindow, qtbot: QtBot) -> None:
    dialog = log_in(window, qtbot, "127.0.0.1", 9)
    qtbot.waitUntil(lambda: dialog.headline.text() == "No broker at this address", timeout=WAIT_MS)
    assert dialog.message.text().startswith("No broker answers at 127.0.0.1:9")


def test_a_wrong_password_is_refused_and_the_right_one_lets_in(
    window: MainWindow, qtbot: QtBot, bare_broker: RunningBroker
) -> None:
    dialog = log_in(window, qtbot, bare_broker.host, bare_broker.port, "not her password")
    qtbot.waitUntil(lambda: dialog.headline.text() == "Login refused", timeout=WAIT_MS)
    assert dialog.message.text().startswith("The user name or the password is wrong.")
    dialog.password.selectAll()
    qtbot.keyClicks(dialog.password, PASSWORD)
    qtbot.keyClick(dialog.password, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: dialog.headline.text() == "No matcher", timeout=WAIT_MS)


def test_a_matcher_that_is_away_or_of_another_version_is_said_and_one_that_comes_lets_in(
    window: MainWindow, qtbot: QtBot, bare_broker: RunningBroker
) -> None:
    status = ServiceStatus(online=False, protocol_version=PROTOCOL_VERSION, at=datetime.now(UTC))
    say_status(bare_broker, status)
    dialog = log_in(window, qtbot, bare_broker.host, bare_broker.port)
    qtbot.waitUntil(lambda: dialog.headline.text() == "No matcher", timeout=WAIT_MS)
    say_status(bare_broker, replace(status, online=True, protocol_version=PROTOCOL_VERSION + 1))
    qtbot.waitUntil(lambda: dialog.headline.text() == "Another version", timeout=WAIT_MS)
    assert f"version {PROTOCOL_VERSION + 1}" in dialog.message.text()
    say_status(bare_broker, replace(status, online=True))
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=WAIT_MS)


@pytest.mark.parametrize("companion", [EMBEDDED], indirect=True)
def test_subscriptions_and_what_was_missed_come_back_and_the_link_too(
    window: MainWindow, qtbot: QtBot, companion: Companion, publisher: Publisher
) -> None:
    earlier = Desk(companion, "ann")
    earlier.session.subscribe(a_subscription(owner="ann", zone=a_zone(), name="North sector"))
    earlier.wait_for(lambda: "ReplyReceived" in {type(item).__name__ for item in earlier.told})
    earlier.close()
    publisher.publish(an_event(id="while she was away", publisher="gateway"))
    dialog = log_in(window, qtbot, companion.host, companion.port)
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: window.subscriptions.model.rowCount() == 1, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: window.notifications.model.rowCount() == 1, timeout=WAIT_MS)
    companion.kill()
    qtbot.waitUntil(lambda: window._workspace.link.state is LinkState.BROKER_AWAY, timeout=WAIT_MS)
    assert "was lost" in window.notice.text()
    companion.start()
    qtbot.waitUntil(lambda: window._workspace.link.state is LinkState.ONLINE, timeout=WAIT_MS)
    assert "was lost" not in window.notice.text()
