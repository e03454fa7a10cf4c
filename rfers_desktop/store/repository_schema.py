"""The tables of the local repository, and a view of each topic with its own attributes for other programs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.topic import AttributeType, Topic

from .geopackage import add_feature_table, add_plain_table, begin_geopackage, register_features, widen_extent
from .repository_rows import ADDED, COLUMNS, DECLARED

NOTIFICATIONS = "notifications"
_WORDS = "notifications_words"
_TYPES = {AttributeType.INTEGER: "INTEGER", AttributeType.NUMBER: "REAL"}
_COVERED = (
    "SELECT min(minx), min(miny), max(maxx), max(maxy) FROM rtree_notifications_geom"
    f" JOIN {NOTIFICATIONS} ON fid = id WHERE topic = ?"
)
_SEEN = (  # what every topic's layer begins with
    *("geom", "number", "matched", "possibility", "necessity", "publisher", "happened", "received", "accuracy_m"),
)


def begin_repository(connection: sqlite3.Connection) -> bool:
    """Give a new file its tables, and an older one the columns it lacks; whether its layers must be made anew."""
    if _has_table(connection, NOTIFICATIONS):
        return _upgrade(connection)
    connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    connection.execute("VACUUM")  # the setting holds from the next writing of the whole file, which is empty now
    connection.execute("BEGIN IMMEDIATE")
    try:
        if not _has_table(connection, NOTIFICATIONS):  # another desk may have been faster
            _make_tables(connection)
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # GDAL knows a GeoPackage by the first bytes of the file
    return False


def columns_to_read(connection: sqlite3.Connection) -> str:
    """The columns of notifications to select; in place of what an older file lacks, what it would hold."""
    there = _columns(connection)
    return ", ".join(name if name in there else _usual(name) for name in COLUMNS)


def has_text_index(connection: sqlite3.Connection) -> bool:
    """Whether words are found by an index; a SQLite without FTS5 looks through all of them instead."""
    return _has_table(connection, _WORDS)


def make_topic_views(connection: sqlite3.Connection, topics: Iterable[Topic]) -> None:
    """A layer for each topic, with a column for each attribute: what people style and query in a GIS."""
    for topic in topics:
        view = topic_view(topic.name)
        connection.execute(f"DROP VIEW IF EXISTS {_quoted(view)}")
        listed = ", ".join((*_SEEN, *(_column(attribute.name, attribute.type) for attribute in topic.attributes)))
        connection.execute(
            f"CREATE VIEW {_quoted(view)} AS SELECT fid AS OGC_FID, {listed}"
            f" FROM {NOTIFICATIONS} WHERE topic = {_text(topic.name)}"
        )
        known = connection.execute("SELECT 1 FROM gpkg_contents WHERE table_name = ?", (view,)).fetchone()
        if known is None:
            is_one = len(topic.geometries) == 1
            register_features(
                connection, view, topic.name, next(iter(topic.geometries)).upper() if is_one else "GEOMETRY"
            )
            widen_extent(connection, view, connection.execute(_COVERED, (topic.name,)).fetchone())


def topic_view(topic: str) -> str:
    """The name of a topic's layer."""
    return f"topic_{topic}"


def _upgrade(connection: sqlite3.Connection) -> bool:
    if not set(ADDED) - _columns(connection):
        return False
    connection.execute("BEGIN IMMEDIATE")
    try:
        there = _columns(connection)  # another desk may have been faster
        for name, kind in ADDED.items():
            if name not in there:
                connection.execute(f"ALTER TABLE {NOTIFICATIONS} ADD COLUMN {name} {kind}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
    return True


def _columns(connection: sqlite3.Connection) -> set[str]:
    return {str(row[1]) for row in connection.execute(f"PRAGMA table_info({NOTIFICATIONS})")}


def _usual(column: str) -> str:
    """What a column that was added later holds for what was there before."""
    _, _, default = ADDED.get(column, "").partition("DEFAULT ")
    return f"{default or 'NULL'} AS {column}"


def _make_tables(connection: sqlite3.Connection) -> None:
    begin_geopackage(connection)
    add_feature_table(connection, NOTIFICATIONS, DECLARED, "Notifications")
    connection.execute(f"CREATE INDEX notifications_by_time ON {NOTIFICATIONS}(happened)")
    connection.execute(f"CREATE INDEX notifications_by_arrival ON {NOTIFICATIONS}(received)")
    subscribed = "id TEXT NOT NULL UNIQUE, name TEXT, topic TEXT, filter TEXT, subscription TEXT NOT NULL"
    add_feature_table(connection, "subscriptions", subscribed, "Subscriptions")
    add_plain_table(connection, "desk_state", "name TEXT PRIMARY KEY, value TEXT NOT NULL", "State of the desk")
    add_plain_table(connection, "blobs", "sha256 TEXT PRIMARY KEY, content BLOB NOT NULL", "Photos and images")
    used = "sha256 TEXT, era INTEGER, number INTEGER, PRIMARY KEY (sha256, era, number)"
    add_plain_table(connection, "blob_uses", used, "Which notification has which photo or image")
    _index_words(connection)
    make_topic_views(connection, builtin_topics().values())


def _index_words(connection: sqlite3.Connection) -> None:
    try:
        connection.execute(
            f"CREATE VIRTUAL TABLE {_WORDS} USING fts5(words, content='{NOTIFICATIONS}', content_rowid='fid',"
            " tokenize='unicode61 remove_diacritics 2')"
        )
    except sqlite3.OperationalError:  # this SQLite was built without FTS5
        return
    connection.execute(
        f"CREATE TRIGGER words_insert AFTER INSERT ON {NOTIFICATIONS}"
        f" BEGIN INSERT INTO {_WORDS}(rowid, words) VALUES (NEW.fid, NEW.words); END"
    )
    connection.execute(
        f"CREATE TRIGGER words_delete AFTER DELETE ON {NOTIFICATIONS}"
        f" BEGIN INSERT INTO {_WORDS}({_WORDS}, rowid, words) VALUES ('delete', OLD.fid, OLD.words); END"
    )
    connection.execute(
        f"CREATE TRIGGER words_update AFTER UPDATE OF words ON {NOTIFICATIONS}"
        f" BEGIN INSERT INTO {_WORDS}({_WORDS}, rowid, words) VALUES ('delete', OLD.fid, OLD.words);"
        f" INSERT INTO {_WORDS}(rowid, words) VALUES (NEW.fid, NEW.words); END"
    )


def _column(name: str, kind: AttributeType) -> str:
    path = f"'$.{name}'"  # letters, digits and _
    value = f"json_extract(attributes, {path})"
    if kind in _TYPES:
        value = f"CASE json_type(attributes, {path}) WHEN 'object' THEN {_middle(name)} ELSE {value} END"
    if kind is AttributeType.BINARY:
        value = f"CASE json_type(attributes, {path}) WHEN 'object' THEN {value} END"
    elif kind in _TYPES:
        value = f"CAST({value} AS {_TYPES[kind]})"
    return f"{value} AS {_quoted(name)}"


def _middle(name: str) -> str:
    """The middle of a number that is not known exactly, in whichever of its forms it is written."""
    pairs = (("between[0]", "between[1]"), ("corners[1]", "corners[2]"))
    middles = []
    for pair in pairs:
        low, high = (f"json_extract(attributes, '$.{name}.{end}')" for end in pair)
        middles.append(f"(coalesce({low}, {high}) + coalesce({high}, {low})) / 2")
    return f"coalesce(json_extract(attributes, '$.{name}.value'), {', '.join(middles)})"


def _has_table(connection: sqlite3.Connection, name: str) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (name,)).fetchone() is not None


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"
