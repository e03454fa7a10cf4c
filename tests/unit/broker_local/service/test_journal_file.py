"""The journal's file: transactions within transactions, migrations of filled files, what is in use."""

import sqlite3
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from broker_local.service import journal_file
from broker_local.service.journal import EventRow, Journal, MatchedHandle
from broker_local.service.journal_file import SCHEMA_VERSION, JournalFile, micros, moment, open_for_reading

NOW = datetime(2026, 7, 1, 12, 0, 0, 123_456, tzinfo=UTC)


@pytest.fixture
def file(tmp_path: Path):
    opened = JournalFile(tmp_path / "journal.sqlite")
    opened.db.execute("CREATE TABLE notes (word TEXT)")
    yield opened
    opened.close()


def words(db: sqlite3.Connection) -> list[str]:
    return [word for (word,) in db.execute("SELECT word FROM notes ORDER BY rowid")]


def note(file: JournalFile, word: str) -> None:
    file.db.execute("INSERT INTO notes VALUES (?)", (word,))


def fail_after(file: JournalFile, *noted: str) -> None:
    """A transaction that writes and then goes wrong."""
    with file.transaction():
        for word in noted:
            with file.transaction():
                note(file, word)
        raise KeyError


def test_an_error_undoes_the_whole_transaction(file: JournalFile) -> None:
    with pytest.raises(KeyError):
        fail_after(file, "a", "b")
    assert words(file.db) == []


def test_an_error_that_is_dealt_with_undoes_its_own_part(file: JournalFile) -> None:
    with file.transaction():
        note(file, "a")
        with pytest.raises(KeyError):
            fail_after(file, "b")
        with file.transaction():
            note(file, "c")
    assert words(file.db) == ["a", "c"]


def test_nothing_is_seen_by_others_before_the_outer_transaction_ends(file: JournalFile) -> None:
    reader = open_for_reading(file.path)
    with file.transaction():
        with file.transaction():
            note(file, "a")
        assert words(reader) == []
    assert words(reader) == ["a"]
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader.execute("DELETE FROM notes")
    reader.close()


def test_a_filled_journal_of_the_first_version_is_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal.sqlite"
    with monkeypatch.context() as old:
        old.setattr(journal_file, "SCHEMA_VERSION", 1)
        first = JournalFile(path)
    first.db.execute("INSERT INTO events VALUES (7, 'EALocation', '', 'e', 'd', 0, 0, '{}')")
    first.db.execute("INSERT INTO inbox VALUES ('ann', 41, 7, '[]')")
    first.db.execute("INSERT INTO inbox VALUES ('ann', 42, 7, '[]')")
    first.db.execute("INSERT INTO rejected VALUES (1, 0, 'a', 'f', 'e', 'g', 'm', 'c')")
    first.close()
    journal = Journal(path)
    assert journal.last_number("ann") == 42
    assert (journal.total("events"), journal.total("rejected")) == (7, 1)
    assert [row.number for row in journal.inbox_after("ann", 0, 10)] == [41, 42]
    journal.close()


def test_a_filled_journal_without_degrees_is_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal.sqlite"
    with monkeypatch.context() as old:
        old.setattr(journal_file, "SCHEMA_VERSION", 2)
        before = Journal(path)
    before.record([EventRow("EALocation", "", "e", "d", NOW, b"{}")], [], [], NOW)
    before.file.db.execute("INSERT INTO inbox VALUES ('ann', 1, 1, '[[3, null], [4, 1782907200000000]]')")
    before.close()
    journal = Journal(path)
    assert journal.file.db.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    (row,) = journal.inbox_after("ann", 0, 10)
    assert row.matched == (MatchedHandle(3, None), MatchedHandle(4, moment(1782907200000000)))
    assert [(m.possibility, m.necessity) for m in row.matched] == [(1.0, 1.0)] * 2
    journal.close()


def test_a_journal_of_a_later_version_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(RuntimeError, match=f"expected schema {SCHEMA_VERSION} or older, got 99"):
        JournalFile(path)


def test_what_is_deleted_is_not_in_use(file: JournalFile) -> None:
    before = file.used_bytes
    note(file, "x" * 1_000_000)
    assert file.used_bytes > before + 900_000
    file.db.execute("DELETE FROM notes")
    assert file.used_bytes < before + 100_000


def test_moments_are_kept_to_the_microsecond_in_utc() -> None:
    there = NOW.astimezone(timezone(timedelta(hours=-7)))
    assert moment(micros(there)) == NOW
    assert moment(micros(there)).tzinfo is UTC
