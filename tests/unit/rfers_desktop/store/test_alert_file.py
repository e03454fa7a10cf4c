"""Alerts are back after a restart, and the audit log can only be added to."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from broker_local.protocol.subscription import Priority, Sound
from rfers_desktop.store import alert_file
from rfers_desktop.store.alert_file import AlertFile, open_alerts
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


def test_what_a_full_disk_refuses_is_saved_when_there_is_room_again(tmp_path: Path) -> None:
    file, book = AlertFile(tmp_path / "alerts.sqlite"), AlertBook()
    file.save(book.take_in([a_cause("one", "e1")], NOON))
    file._db.execute("PRAGMA max_page_count = 1")
    with pytest.raises(sqlite3.OperationalError, match="full"):
        file.save(book.take_in([a_cause(f"{number}", f"e {number}") for number in range(2_000)], NOON))
    file.hold(book.acknowledge([key_of("one")], "ann", NOON))
    assert file.read() != book
    file._db.execute("PRAGMA max_page_count = 100000")
    file.save(AlertsChanged())
    assert file.read() == book
    assert [entry.who for entry in file.log()] == ["ann"]
    file.close()


@pytest.mark.parametrize("spoil", ["no database at all", "other tables", "a row"])
def test_a_file_that_is_broken_is_put_aside_and_another_begun(tmp_path: Path, spoil: str) -> None:
    path = tmp_path / "ann.sqlite"
    if spoil == "no database at all":
        path.write_text("not a database " * 100)
    else:
        AlertFile(path).close()
        with closing(sqlite3.connect(path)) as db:
            is_row = spoil == "a row"
            db.execute(
                "INSERT INTO alerts VALUES ('t', 'k', '{}')" if is_row else "ALTER TABLE seen RENAME COLUMN event TO e"
            )
            db.commit()
    file, book, problem = open_alerts(path)
    assert "ann.broken-1" in problem
    assert book == AlertBook()
    file.save(book.take_in([a_cause("one", "e1")], NOON))
    file.close()
    again, read, problem = open_alerts(path)
    assert (read, problem) == (book, "")
    again.close()


def test_a_file_that_may_only_be_read_is_read_and_not_put_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ann.sqlite"
    file, book = AlertFile(path), AlertBook()
    file.save(book.take_in([a_cause("one", "e1")], NOON))
    file.close()

    monkeypatch.setattr(alert_file, "AlertFile", _OnlyRead)
    other, read, problem = open_alerts(path)
    assert read == book
    assert "forgotten when this program ends" in problem
    assert [each.name for each in tmp_path.iterdir()] == ["ann.sqlite"]
    other.close()


class _OnlyRead(AlertFile):
    """As on a disk that may only be read."""

    def __init__(self, path: Path | None = None) -> None:
        if path is not None:
            raise sqlite3.OperationalError("unable to open database file")
        super().__init__()


def test_where_there_can_be_no_file_it_works_and_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    file, book, problem = open_alerts(tmp_path / "file" / "ann.sqlite")
    assert "forgotten when this program ends" in problem
    file.save(book.take_in([a_cause("one", "e1")], NOON))
    assert file.read() == book
    file.close()
