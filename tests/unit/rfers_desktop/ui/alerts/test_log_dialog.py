"""The audit log says who did what, when."""

import csv
from pathlib import Path

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


def test_the_log_is_searched_and_exported_as_it_is_shown(qtbot: QtBot, tmp_path: Path) -> None:
    fires = [AuditEntry(NOON, "ann", AlertAction.ACKNOWLEDGE, key_of(t), t) for t in ("fire, big", "flood")]
    dialog = AlertLogDialog([*fires, AuditEntry(NOON, "bob", AlertAction.RESOLVE, key_of("fire"), "fire, big")])
    qtbot.addWidget(dialog)
    qtbot.keyClicks(dialog.search, "FIRE 2026-07 ann")
    assert dialog.model.rowCount() == 1
    dialog.save(tmp_path / "log.csv")
    with (tmp_path / "log.csv").open(encoding="utf-8-sig", newline="") as written:
        rows = list(csv.reader(written))
    assert rows[0] == ["When (UTC)", "Who", "What", "Alert", "More"]
    assert rows[1:] == [["2026-07-01 12:00:00", "ann", "acknowledged", "fire, big", ""]]


def test_every_deed_has_its_word() -> None:
    assert len({deed_words(action) for action in AlertAction}) == len(AlertAction)
