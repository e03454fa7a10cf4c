"""Tests of rfers_desktop/store/repository_schema.py."""

from __future__ import annotations

import gzip
import math
from dataclasses import replace
from pathlib import Path

import pytest

from broker_local.protocol.fuzzy_number import FuzzyNumber, about, trapezoid
from broker_local.protocol.notification import MatchedSubscription
from broker_local.protocol.topic import Attribute, AttributeType, Topic
from rfers_desktop.store.geopackage import connect
from rfers_desktop.store.repository import Position, open_repository
from rfers_desktop.store.repository_schema import begin_repository, has_text_index, make_topic_views
from tests.builders import TOPICS, an_event
from tests.unit.rfers_desktop.kept_notifications import a_stored

DATA = Path(__file__).parents[3] / "data" / "desk"


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


@pytest.fixture
def old_file(tmp_path: Path) -> Path:
    """A repository from before matches had degrees, with two notifications."""
    file = tmp_path / "old.gpkg"
    file.write_bytes(gzip.decompress((DATA / "repository-before-degrees.gpkg.gz").read_bytes()))
    return file


def test_an_old_file_gets_what_it_lacks_and_is_certain_of_all_it_has(old_file: Path) -> None:
    repository = open_repository(old_file)
    found, _, spoilt = repository.newest_first(None, 10, TOPICS)
    assert (len(found), spoilt) == (2, 0)
    degrees = {(m.possibility, m.necessity) for stored in found for m in stored.notification.matched}
    assert degrees == {(1.0, 1.0)}
    unsure = MatchedSubscription("b", "B", 1.0, 0.25)
    event = an_event("WSObservation", id="three", temperature=about(27, 2))
    stored = a_stored(3, event)
    stored = replace(stored, notification=replace(stored.notification, matched=(unsure,)))
    repository.append([stored], Position(0, 3))
    assert repository.newest_first(None, 1, TOPICS)[0] == [stored]
    repository.close()
    connection = connect(old_file)
    seen = connection.execute('SELECT possibility, necessity, "Temperature" FROM topic_WSObservation ORDER BY number')
    assert seen.fetchall() == [(1.0, 1.0, 31.5), (1.0, 0.25, 27.0)]
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_an_old_file_that_may_only_be_read_is_read(old_file: Path) -> None:
    before = old_file.read_bytes()
    repository = open_repository(old_file, is_for_reading=True)
    found, _, spoilt = repository.newest_first(None, 10, TOPICS)
    assert ([stored.notification.number for stored in found], spoilt) == ([2, 1], 0)
    assert found[0].notification.event.accuracy_m is None
    repository.close()
    assert old_file.read_bytes() == before


@pytest.mark.parametrize(
    ("value", "middle"),
    [
        (about(27, 2), 27.0),
        (FuzzyNumber(25, 29), 27.0),
        (FuzzyNumber(25, math.inf), 25.0),
        (trapezoid(20, 26, 28, 40), 27.0),
        (FuzzyNumber(-math.inf, 29, right=3), 29.0),
        (31.5, 31.5),
    ],
)
def test_a_layer_shows_the_middle_of_what_is_not_known_exactly(tmp_path: Path, value: object, middle: float) -> None:
    repository = open_repository(tmp_path / "desk.gpkg")
    repository.append([a_stored(1, an_event("WSObservation", temperature=value))], Position(0, 1))  # type: ignore[arg-type]
    repository.close()
    connection = connect(tmp_path / "desk.gpkg")
    assert connection.execute('SELECT "Temperature" FROM topic_WSObservation').fetchall() == [(middle,)]
    connection.close()
