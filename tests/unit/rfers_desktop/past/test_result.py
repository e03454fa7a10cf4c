"""Tests of what the window may know of a result."""

from __future__ import annotations

from rfers_desktop.past import result
from rfers_desktop.store import replay_events, replay_result, replay_whole


def test_the_values_are_those_of_the_store() -> None:
    for name in result.__all__:
        homes = (replay_events, replay_result, replay_whole)
        assert any(getattr(result, name) is getattr(home, name, None) for home in homes)
