"""Tests of rfers_desktop/store/repository_schema.py."""

from __future__ import annotations

from pathlib import Path

from broker_local.protocol.topic import Attribute, AttributeType, Topic
from rfers_desktop.store.geopackage import connect
from rfers_desktop.store.repository_schema import begin_repository, has_text_index, make_topic_views


def test_a_new_file_gets_its_tables_once(tmp_path: Path) -> None:
    connection = connect(tmp_path / "desk.gpkg")
    begin_repository(connection)
    begin_repository(connection)
    assert connection.execute("PRAGMA application_id").fetchone() == (0x47504B47,)
    assert connection.execute("PRAGMA auto_vacuum").fetchone() == (2,)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()


def test_words_are_indexed_where_sqlite_can(tmp_path: Path) -> None:
    connection = connect(tmp_path / "desk.gpkg")
    assert not has_text_index(connection)
    begin_repository(connection)
    options = {row[0] for row in connection.execute("PRAGMA compile_options")}
    assert has_text_index(connection) == ("ENABLE_FTS5" in options)
    connection.close()


def test_a_topic_with_an_odd_name_has_a_layer_too(tmp_path: Path) -> None:
    connection = connect(tmp_path / "desk.gpkg")
    begin_repository(connection)
    odd = Topic("Odd-one@2.0", frozenset(), (Attribute("Count", AttributeType.INTEGER),))
    make_topic_views(connection, [odd])
    make_topic_views(connection, [odd])
    connection.execute(
        "INSERT INTO notifications(era, number, topic, matched, happened, accepted, received, attributes, event_id,"
        " thing, matched_ids, words, below_ms) VALUES (0, 1, ?, '', '', '', '', ?, '', '', '[]', '', 0)",
        (odd.name, '{"Count": 7}'),
    )
    assert connection.execute('SELECT "Count" FROM "topic_Odd-one@2.0"').fetchall() == [(7,)]
    connection.close()
