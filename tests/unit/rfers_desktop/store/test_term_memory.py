"""Tests of a user's words that outlive the window."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape, trapezoid
from broker_local.protocol.operators import GeometryKind
from broker_local.protocol.terms import Term
from broker_local.protocol.topic import Attribute, AttributeType, Topic
from rfers_desktop.store.term_memory import TermMemory
from rfers_desktop.store.user_terms import UserTerms

TOPICS = builtin_topics()
WS = TOPICS["WSObservation"]
RIVER = Topic("River", frozenset({GeometryKind.POINT}), (Attribute("Level", AttributeType.NUMBER, unit="m"),))
TROPICAL = Term("tropical", trapezoid(20, 28, 34, 40, Shape.S_CURVE), "A night that does not cool", "Mine")
DRENCHED = Term("drenched", FuzzyNumber(0.9, float("inf"), left=0.9 - 0.85, left_shape=Shape.STEP), "Wet", "Mine")
HIGH = Term("high", FuzzyNumber(3.0, float("inf"), left=1.0), "The banks are wet", "Mine")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "words" / "officer.json"


def test_words_are_there_again(file: Path) -> None:
    terms = UserTerms().with_term(WS, "Temperature", TROPICAL).with_term(WS, "Humidity", DRENCHED)
    TermMemory(file, TOPICS).keep(terms)
    again = TermMemory(file, TOPICS)
    assert again.terms.meanings(WS) == terms.meanings(WS)
    assert list(again.terms.listed()) == list(terms.listed())
    assert again.problem == ""


def test_without_a_file_words_last_as_long_as_the_desk() -> None:
    memory = TermMemory(None, TOPICS)
    memory.keep(UserTerms().with_term(WS, "Temperature", TROPICAL))
    assert [term.name for _, _, term in memory.terms.listed()] == ["tropical"]


def test_words_of_a_topic_that_is_not_known_yet_wait_and_are_not_lost(file: Path) -> None:
    TermMemory(file, {**TOPICS, "River": RIVER}).keep(UserTerms().with_term(RIVER, "Level", HIGH))
    memory = TermMemory(file, TOPICS)
    assert memory.terms.words(RIVER, "Level") == ()
    memory.keep(memory.terms.with_term(WS, "Temperature", TROPICAL))
    later = TermMemory(file, TOPICS)
    assert not later.use_topics(TOPICS)
    assert later.use_topics({**TOPICS, "River": RIVER})
    assert sorted(term.name for _, _, term in later.terms.listed()) == ["high", "tropical"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", "expected JSON"),
        ("[]", "expected a JSON object"),
        ('{"version": 2, "vocabularies": []}', "words.version: expected 1, got 2"),
        ('{"version": 1}', "words.vocabularies: expected a JSON array"),
        (
            '{"version": 1, "vocabularies": [{"topic": "WSObservation", "attributes": {"Temprature": []}}]}',
            "did you mean 'Temperature'",
        ),
    ],
)
def test_a_broken_file_is_told_and_set_aside(file: Path, content: str, reason: str) -> None:
    file.parent.mkdir()
    file.write_text(content, "utf-8")
    memory = TermMemory(file, TOPICS)
    assert reason in memory.problem
    assert "officer.unreadable" in memory.problem
    assert memory.terms == UserTerms()
    assert file.with_suffix(".unreadable").read_text("utf-8") == content
    assert not file.exists()
    memory.keep(UserTerms().with_term(WS, "Temperature", TROPICAL))
    assert TermMemory(file, TOPICS).problem == ""


def test_words_that_turn_out_wrong_when_their_topic_comes_are_told_and_set_aside(file: Path) -> None:
    file.parent.mkdir()
    spoilt = {"topic": "River", "attributes": {"Depth": []}}
    file.write_text(json.dumps({"version": 1, "vocabularies": [spoilt]}), "utf-8")
    memory = TermMemory(file, TOPICS)
    assert memory.problem == ""
    assert memory.use_topics({**TOPICS, "River": RIVER})
    assert "Depth" in memory.problem
    assert file.with_suffix(".unreadable").exists()


def test_words_that_cannot_be_written_leave_the_old_ones(file: Path) -> None:
    memory = TermMemory(file, TOPICS)
    file.parent.write_text("in the way", "utf-8")
    with pytest.raises(OSError, match="words"):
        memory.keep(UserTerms().with_term(WS, "Temperature", TROPICAL))
    assert memory.terms == UserTerms()
