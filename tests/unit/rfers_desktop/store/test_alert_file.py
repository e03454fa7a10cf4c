"""Alerts are back after a restart, and the audit log can only be added to."""

import sqlite3
from pathlib import Path

import pytest

from broker_local.protocol.subscription import Priority, Sound
from rfers_desktop.store import alert_file
from rfers_desktop.store.alert_file import AlertFile
from rfers_desktop.store.alerts import AlertAction, AlertBook, AlertsChanged
from tests.unit.rfers_desktop.alerting import NOON, a_cause, key_of


def test_everything_comes_back(tmp_path: Path) -> None:
    file, book = AlertFile(tmp_path / "new folder" / "alerts.sqlite"), AlertBook()
    causes = [
        a_cause("one", "e1", priority=Priority.CRITICAL, sound=Sound.SIREN),
        a_cause("two", "e2", place=None),
        a_cause("two", "e3"),
    ]
    file.save(book.take_in(causes, NOON))
    file.save(book.acknowledge([key_of("one")], "ann", NOON))
    file.save(book.shelve([key_of("two")], NOON, "ann", NOON))
    file.save(book.silence([key_of("two")], True, "ann", NOON))
    file.close()
    again = AlertFile(tmp_path / "new folder" / "alerts.sqlite")
    assert again.read() == book
    again.close()


def test_the_log_tells_who_did_what_when_newest_first(tmp_path: Path) -> None:
    file, book = AlertFile(tmp_path / "alerts.sqlite"), AlertBook()
    file.save(book.take_in([a_cause("one", "e1")], NOON))
    change = book.acknowledge([key_of("one")], "ann", NOON)
    file.save(change)
    file.save(book.resolve([key_of("one")], "bob", NOON))
    assert [(entry.who, entry.action) for entry in file.log()] == [
        ("bob", AlertAction.RESOLVE),
        ("ann", AlertAction.ACKNOWLEDGE),
    ]
    assert file.log()[1] == change.log[0]
    assert len(file.log(limit=1)) == 1
    file.close()


@pytest.mark.parametrize("statement", ["DELETE FROM audit", "UPDATE audit SET who = 'nobody'"])
def test_nobody_can_rewrite_the_log(tmp_path: Path, statement: str) -> None:
    file, book = AlertFile(tmp_path / "alerts.sqlite"), AlertBook()
    file.save(book.take_in([a_cause("one", "e1")], NOON))
    file.save(book.acknowledge([key_of("one")], "ann", NOON))
    file.close()
    db = sqlite3.connect(tmp_path / "alerts.sqlite")
    with pytest.raises(sqlite3.IntegrityError, match="only added to"):
        db.execute(statement)
    db.close()


def test_a_change_is_saved_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    file, book = AlertFile(tmp_path / "alerts.sqlite"), AlertBook()
    change = book.take_in([a_cause("one", "e1")], NOON)
    bad = AlertsChanged(change.changed, seen=((("t", "p", None), key_of("one")),))  # type: ignore[arg-type]
    file.save(bad)  # an event without a name is passed over, as any that is known
    file._db.execute("DROP TABLE seen")
    with pytest.raises(sqlite3.OperationalError):
        file.save(book.take_in([a_cause("two", "e2")], NOON))
    assert [row[0] for row in file._db.execute("SELECT thing FROM alerts")] == [key_of("one")[1]]
    file.close()


def test_the_events_that_are_known_do_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alert_file, "MOST_SEEN", 10)
    file, book = AlertFile(tmp_path / "alerts.sqlite"), AlertBook()
    for number in range(25):
        file.save(book.take_in([a_cause("one", f"e{number}")], NOON))
    assert file.read().seen == {("FireIncReports", "", f"e{number}") for number in range(15, 25)}
    file.close()


def test_without_a_path_it_works_and_nothing_is_left() -> None:
    file, book = AlertFile(), AlertBook()
    file.save(book.take_in([a_cause("one", "e1")], NOON))
    assert file.read() == book
    file.save(AlertsChanged())
    file.close()
