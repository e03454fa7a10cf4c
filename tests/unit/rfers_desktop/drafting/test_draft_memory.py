"""Tests of drafts that outlive the window."""

from __future__ import annotations

from pathlib import Path

import pytest

from rfers_desktop.drafting.draft_memory import DraftMemory
from rfers_desktop.drafting.parked_draft import ParkedDraft
from rfers_desktop.drafting.sketch import Shape, Sketch


def a_draft(name: str) -> ParkedDraft:
    return ParkedDraft(Sketch(Shape.POINT, ((-114.0, 51.0),)), "EALocation", name=name)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings" / "drafts.json"


def names(memory: DraftMemory) -> list[str]:
    return [draft.name for draft in memory.parked]


def test_the_draft_at_hand_is_parked_for_whoever_comes_after_a_crash(file: Path) -> None:
    memory = DraftMemory(file)
    memory.keep(a_draft("one"))
    memory.keep(a_draft("one, further on"))
    assert names(memory) == []
    assert names(DraftMemory(file)) == ["one, further on"]


def test_drafts_are_parked_and_resumed_the_last_first(file: Path) -> None:
    memory = DraftMemory(file)
    for name in ("one", "two"):
        memory.keep(a_draft(name))
        memory.park()
    assert names(memory) == ["one", "two"]
    assert memory.resume() == a_draft("two")
    assert names(memory) == ["one"]
    memory.keep(a_draft("two, further on"))
    assert memory.resume() == a_draft("one")
    assert names(memory) == ["two, further on"]
    assert names(DraftMemory(file)) == ["two, further on", "one"]


def test_what_was_sent_or_thrown_away_is_forgotten(file: Path) -> None:
    memory = DraftMemory(file)
    memory.keep(a_draft("one"))
    memory.park()
    memory.keep(a_draft("two"))
    memory.forget()
    assert names(DraftMemory(file)) == ["one"]
    memory.forget_parked()
    assert not file.exists()
    assert memory.resume() is None


def test_a_draft_with_nothing_in_it_leaves_no_file(file: Path) -> None:
    memory = DraftMemory(file)
    memory.keep(ParkedDraft(Sketch(Shape.CIRCLE), "EALocation"))
    memory.park()
    assert names(memory) == []
    assert not file.exists()


@pytest.mark.parametrize("content", ["", "[]", '{"version": 2}', '{"version": 1, "drafts": [{}]}', "{" * 5000])
def test_a_file_that_cannot_be_read_is_kept_aside_and_said(file: Path, content: str) -> None:
    file.parent.mkdir()
    file.write_text(content)
    memory = DraftMemory(file)
    assert memory.parked == ()
    assert "drafts.unreadable" in memory.problem
    assert file.with_suffix(".unreadable").read_text() == content
    memory.keep(a_draft("one"))
    assert names(DraftMemory(file)) == ["one"]


def test_many_drafts_push_out_the_oldest(file: Path) -> None:
    memory = DraftMemory(file)
    for number in range(25):
        memory.keep(a_draft(str(number)))
        memory.park()
    assert names(memory) == [str(number) for number in range(5, 25)]


def test_whether_one_was_at_hand_is_known_afterwards(file: Path) -> None:
    memory = DraftMemory(file)
    memory.keep(a_draft("one"))
    assert DraftMemory(file).was_interrupted
    memory.park()
    assert not DraftMemory(file).was_interrupted
