"""The audit log says who did what, when."""

import pytest
from pytestqt.qtbot import QtBot

from rfers_desktop.store.alerts import AlertAction, AuditEntry
from rfers_desktop.ui.alerts.log_dialog import AlertLogDialog, deed_words
from tests.unit.rfers_desktop.alerting import NOON, key_of

pytestmark = pytest.mark.display


def test_an_entry_is_a_row(qtbot: QtBot) -> None:
    entry = AuditEntry(NOON, "ann", AlertAction.SHELVE, key_of("fire"), "fire", "until 2026-07-01 13:00 UTC")
    dialog = AlertLogDialog([entry])
    qtbot.addWidget(dialog)
    cells = [dialog.model.data(dialog.model.index(0, column)) for column in range(dialog.model.columnCount())]
    assert cells == ["2026-07-01 12:00:00", "ann", "shelved", "fire", "until 2026-07-01 13:00 UTC"]


def test_every_deed_has_its_word() -> None:
    assert len({deed_words(action) for action in AlertAction}) == len(AlertAction)
