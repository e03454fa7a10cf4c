"""Tests of what a part brings along."""

from __future__ import annotations

import pytest

from rfers_desktop.ui.part import Command

pytestmark = pytest.mark.display


def test_a_command_is_always_possible_unless_it_says_otherwise() -> None:
    assert Command("a", "A", "&File", print).is_possible()
    assert not Command("a", "A", "&File", print, is_possible=lambda: False).is_possible()
