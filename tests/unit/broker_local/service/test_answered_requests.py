"""Answers are remembered by user and request id, the newest of each user."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from broker_local.service import answered_requests
from broker_local.service.answered_requests import Answered, AnsweredRequests
from broker_local.service.journal_file import JournalFile

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def answered(tmp_path: Path):
    file = JournalFile(tmp_path / "journal.sqlite")
    yield AnsweredRequests(file)
    file.close()


def test_an_answer_is_recalled_by_its_user_and_id(answered: AnsweredRequests) -> None:
    answered.remember("ann", "q1", Answered("digest", b"reply"), NOW)
    assert answered.recall("ann", "q1") == Answered("digest", b"reply")
    assert answered.recall("ann", "q2") is None
    assert answered.recall("bob", "q1") is None


def test_the_oldest_of_a_user_are_forgotten(answered: AnsweredRequests, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answered_requests, "MOST_OF_A_USER", 50)
    answered.remember("bob", "q0", Answered("d", b""), NOW)
    for number in range(199):
        answered.remember("ann", f"q{number}", Answered("d", b""), NOW)
    kept = [number for number in range(199) if answered.recall("ann", f"q{number}") is not None]
    assert kept == list(range(149, 199))
    assert answered.recall("bob", "q0") is not None
