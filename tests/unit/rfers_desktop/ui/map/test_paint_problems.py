"""Problems of painting reach the window once."""

from __future__ import annotations

from rfers_desktop.ui.map.paint_problems import PaintProblems


def test_what_was_told_is_not_told_again() -> None:
    problems = PaintProblems()
    problems.add("a.tif: gone")
    assert problems.take() == ["a.tif: gone"]
    assert problems.take() == []


def test_the_same_sentence_of_many_tiles_is_told_once_and_in_order() -> None:
    problems = PaintProblems()
    for words in ("a.tif: gone", "b.tif: broken", "a.tif: gone"):
        problems.add(words)
    assert problems.take() == ["a.tif: gone", "b.tif: broken"]


def test_a_flood_of_problems_keeps_the_latest() -> None:
    problems = PaintProblems()
    for number in range(1_000):
        problems.add(f"{number}.tif: gone")
    told = problems.take()
    assert told[-1] == "999.tif: gone"
    assert len(told) < 100
