"""A replay: its answers are those of the live service, whatever the master, and its tables agree with each other."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.replay.archive import archive
from broker_local.replay.question import Question
from broker_local.replay.result import read_result
from tests.recorded_traffic import NOON, Traffic
from tests.replay_answers import answers

pytestmark = pytest.mark.java
ALL_TIME = (datetime(1900, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC))


@pytest.fixture(scope="module")
def archived(hour: Traffic, tmp_path_factory: pytest.TempPathFactory) -> Path:
    to = tmp_path_factory.mktemp("archived")
    archive(hour.path, to, builtin_topics(), NOON, 100)
    return to


def test_a_replay_as_they_were_gives_what_was_delivered(hour: Traffic, archived: Path, spark, tmp_path: Path) -> None:
    from broker_local.replay.replay_run import replay

    said: list[str] = []
    result = replay(archived, Question(*ALL_TIME), tmp_path, spark, lambda stage, done: said.append(stage))
    assert answers(result) == hour.delivered()
    assert len(answers(result)) == result.counts["matches"] > 100
    assert result.counts["events"] == 480
    assert read_result(tmp_path) == result
    assert said == ["choosing", "matching", "summing up", "done"]


def test_a_question_about_a_time_without_events_has_an_empty_answer(archived: Path, spark, tmp_path: Path) -> None:
    from broker_local.replay.replay_run import replay

    begin = datetime(1990, 1, 1, tzinfo=UTC)
    result = replay(archived, Question(begin, begin + timedelta(days=1)), tmp_path, spark)
    assert result.counts == {"events": 0, "matched": 0, "matches": 0}
    assert answers(result) == set()
    assert result.tables["tracks"].rows == 0
