"""Tests of what the window may know of a result."""

from __future__ import annotations

from rfers_desktop.past import result
from rfers_desktop.store import replay_result


def test_the_values_are_those_of_the_store() -> None:
    for name in result.__all__:
        assert getattr(result, name) is getattr(replay_result, name)
