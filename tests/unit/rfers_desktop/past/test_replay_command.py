"""Tests of a replay as it is asked for."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
import shapely

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.past.replay_command import ReplayProgress, ReplayRequest, facts_of, progress_of, words_of


def test_the_command_has_all_that_was_asked_for() -> None:
    request = ReplayRequest(
        *(Path("a"), "2026-07-01", "2026-07-02", Path("out")),
        area=shapely.Point(1, 2),
        topics=("A", "B"),
        subscriptions="live",
        compare="as-they-were",
    )
    command = request.command()
    pairs = dict(zip(command[5::2], command[6::2], strict=False))
    assert command[1:5] == ["-m", "broker_local.cli", "replay", "--progress"]
    assert pairs == {
        "--archive": "a",
        "--from": "2026-07-01",
        "--to": "2026-07-02",
        "--out": "out",
        "--subscriptions": "live",
        "--master": "local[*]",
        "--area": "POINT (1 2)",
        "--topics": "A,B",
        "--compare": "as-they-were",
    }


def test_what_was_not_asked_for_is_left_to_the_command() -> None:
    command = ReplayRequest(Path("a"), "b", "c", Path("d")).command()
    assert not {"--area", "--topics", "--compare"} & set(command)


@pytest.mark.parametrize(
    ("line", "progress"),
    [
        ('{"stage": "matching", "done": 0.5, "left_s": 3.5}', ReplayProgress("matching", 0.5, 3.5)),
        ('{"stage": "starting", "done": 0}', ReplayProgress("starting", 0.0)),
        ("WARN something of Spark", None),
        ("[1]", None),
        ('{"done": 1}', None),
        ("", None),
    ],
)
def test_a_line_is_progress_or_it_is_not(line: str, progress: ReplayProgress | None) -> None:
    assert progress_of(line) == progress


def test_an_area_may_be_a_file() -> None:
    command = ReplayRequest(Path("a"), "b", "c", Path("d"), area=Path("zone.geojson")).command()
    assert command[command.index("--area") + 1] == "zone.geojson"


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (ReplayProgress("matching", 0.5), "matching events with subscriptions"),
        (ReplayProgress("matching", 0.5, 3.4), "matching events with subscriptions, about 3 s left"),
        (ReplayProgress("summing up", 0.8, 300.0), "summing up, about 5 min left"),
        (ReplayProgress("done", 1.0, 0.0), "done"),
        (ReplayProgress("a stage of a later RFERS", 0.5), "a stage of a later RFERS"),
    ],
)
def test_how_far_it_is_is_said_in_words(progress: ReplayProgress, words: str) -> None:
    assert words_of(progress) == words


def test_an_archive_tells_its_days_topics_and_events(tmp_path: Path) -> None:
    files = [
        {"table": "events", "date": "2026-07-02", "rows": 3},
        {"table": "events", "date": "2026-07-01", "rows": 4},
        {"table": "deliveries", "date": None, "rows": 9},
    ]
    told = {"files": files, "eras": [{"topic": {"name": "B"}}, {"topic": {"name": "A"}}]}
    (tmp_path / "manifest.json").write_text(json.dumps(told), "utf-8")
    facts = facts_of(tmp_path)
    assert (facts.first, facts.last) == (date(2026, 7, 1), date(2026, 7, 2))
    assert (facts.topics, facts.events) == (("A", "B"), 7)


@pytest.mark.parametrize("content", [None, "{", "{}", '{"files": [], "eras": []}'])
def test_what_is_no_archive_is_refused(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "manifest.json").write_text(content, "utf-8")
    with pytest.raises(ProtocolError, match="archive: expected"):
        facts_of(tmp_path)
