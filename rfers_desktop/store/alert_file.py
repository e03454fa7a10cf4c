"""Alerts on disk: a small SQLite file for each user, with the audit log, to which lines are only ever added."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from broker_local.protocol.subscription import Priority, Sound
from rfers_desktop.language import tr

from .alerts import Alert, AlertAction, AlertBook, AlertsChanged, AlertState, AuditEntry, merged_alerts
from .broken_files import is_broken, put_aside
from .object_key import ObjectKey

MOST_SEEN = 500_000  # events that are known again; as many as a service is likely to send once more, five times over
_SCHEMA = """
    CREATE TABLE IF NOT EXISTS alerts (topic TEXT, thing TEXT, body TEXT NOT NULL, PRIMARY KEY (topic, thing));
    CREATE TABLE IF NOT EXISTS seen (
        seq INTEGER PRIMARY KEY, topic TEXT NOT NULL, publisher TEXT NOT NULL, event TEXT NOT NULL,
        UNIQUE (topic, publisher, event));
    CREATE TABLE IF NOT EXISTS audit (
        seq INTEGER PRIMARY KEY, at TEXT NOT NULL, who TEXT NOT NULL, action TEXT NOT NULL,
        topic TEXT NOT NULL, thing TEXT NOT NULL, title TEXT NOT NULL, detail TEXT NOT NULL);
    CREATE TRIGGER IF NOT EXISTS audit_is_not_changed BEFORE UPDATE ON audit
        BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;
    CREATE TRIGGER IF NOT EXISTS audit_is_not_deleted BEFORE DELETE ON audit
        BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;
"""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_UNREADABLE = (sqlite3.Error, OSError, ValueError, KeyError, TypeError, IndexError, AssertionError)


class AlertFile:
    """What is saved is there after kill -9, as a whole."""

    def __init__(self, path: Path | None = None) -> None:
        """Without a path nothing outlives the program."""
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        self._waiting: list[AlertsChanged] = []  # what the disk has refused so far
        self._db = sqlite3.connect(":memory:" if path is None else path, isolation_level=None)
        try:
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")  # outlives the program's death; saving is quick
            self._db.executescript(_SCHEMA)
        except sqlite3.Error:
            self._db.close()
            raise

    def close(self) -> None:
        """Close the file; everything is in it, unless the disk refuses to the end."""
        with suppress(sqlite3.Error):
            self.save(AlertsChanged())
        self._db.close()

    def read(self) -> AlertBook:
        """All alerts, and the events that are known."""
        return _book(self._db)

    def save(self, change: AlertsChanged) -> None:
        """Write what changed, all of it or nothing; what the disk refuses is tried again with what is saved next."""
        self.hold(change)
        if self._waiting:
            self._write(merged_alerts(self._waiting))
            self._waiting = []

    def hold(self, change: AlertsChanged) -> None:
        """Have something written with what is saved next."""
        if change.changed or change.log or change.seen or change.forgotten:
            self._waiting.append(change)

    def _write(self, change: AlertsChanged) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            rows = [(*alert.key, _body(alert)) for alert in change.changed]
            self._db.executemany("INSERT OR REPLACE INTO alerts VALUES (?, ?, ?)", rows)
            self._db.executemany("DELETE FROM alerts WHERE topic = ? AND thing = ?", change.forgotten)
            self._db.executemany(
                "INSERT OR IGNORE INTO seen (topic, publisher, event) VALUES (?, ?, ?)",
                [event for event, _ in change.seen],
            )
            self._db.executemany(
                "INSERT INTO audit (at, who, action, topic, thing, title, detail) VALUES (?, ?, ?, ?, ?, ?, ?)",
                [(e.at.isoformat(), e.who, e.action, *e.key, e.title, e.detail) for e in change.log],
            )
            if change.seen:
                self._db.execute("DELETE FROM seen WHERE seq <= (SELECT MAX(seq) FROM seen) - ?", (MOST_SEEN,))
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:  # on a full disk SQLite has ended it already
                self._db.execute("ROLLBACK")
            raise

    def log(self, limit: int = 1_000) -> list[AuditEntry]:
        """What was done, newest first."""
        rows = self._db.execute(
            "SELECT at, who, action, topic, thing, title, detail FROM audit ORDER BY seq DESC LIMIT ?", (limit,)
        )
        return [
            AuditEntry(datetime.fromisoformat(at), who, AlertAction(action), (topic, thing), title, detail)
            for at, who, action, topic, thing, title, detail in rows
        ]


def open_alerts(path: Path) -> tuple[AlertFile, AlertBook, str]:
    """The alerts of a file, and what is wrong with it if anything is.

    A file that is broken is put aside and another begun; where that is not possible nothing outlives the program.
    """
    try:
        try:
            return *_opened(path), ""
        except _UNREADABLE as error:
            if not is_broken(error):
                raise
            words = tr("the alerts of earlier cannot be read, all that is still kept calls again: {error}", error=error)
            told = tr("{problem}; the file is kept as {name}", problem=words, name=put_aside(path).name)
            return *_opened(path), told
    except _UNREADABLE as error:
        problem = tr("what is done with alerts now is forgotten when this program ends: {error}", error=error)
        return AlertFile(), _what_there_is(path), problem


def _what_there_is(path: Path) -> AlertBook:
    """The alerts of a file that may only be read; none if not even that."""
    with suppress(*_UNREADABLE), closing(sqlite3.connect(f"{path.resolve().as_uri()}?immutable=1", uri=True)) as db:
        return _book(db)
    return AlertBook()


def _book(db: sqlite3.Connection) -> AlertBook:
    alerts = [_alert(topic, thing, body) for topic, thing, body in db.execute("SELECT * FROM alerts")]
    seen = db.execute("SELECT topic, publisher, event FROM seen")
    return AlertBook({alert.key: alert for alert in alerts}, {(row[0], row[1], row[2]) for row in seen})


def _opened(path: Path) -> tuple[AlertFile, AlertBook]:
    file = AlertFile(path)
    try:
        return file, file.read()
    except _UNREADABLE:
        file.close()
        raise


def _body(alert: Alert) -> str:
    """An alert as JSON; moments are whole microseconds since 1970."""
    moments = (alert.first_at, alert.last_at, alert.shelved_until)
    return json.dumps(
        {
            "title": alert.title,
            "subscription": [alert.subscription_id, alert.subscription_name],
            "priority": alert.priority,
            "sound": alert.sound,
            "place": alert.place,
            "state": alert.state,
            "moments": [None if at is None else (at - _EPOCH) // _MICROSECOND for at in moments],
            "counts": [alert.events, alert.unseen],
            "silenced": alert.is_silenced,
        }
    )


def _alert(topic: str, thing: str, body: str) -> Alert:
    given = json.loads(body)
    first_at, last_at, shelved = (None if at is None else _EPOCH + at * _MICROSECOND for at in given["moments"])
    assert first_at is not None
    assert last_at is not None
    key: ObjectKey = (topic, thing)
    return Alert(
        key,
        given["title"],
        given["subscription"][0],
        given["subscription"][1],
        Priority(given["priority"]),
        None if given["sound"] is None else Sound(given["sound"]),
        None if given["place"] is None else (given["place"][0], given["place"][1]),
        AlertState(given["state"]),
        first_at,
        last_at,
        given["counts"][0],
        given["counts"][1],
        given["silenced"],
        shelved,
    )
