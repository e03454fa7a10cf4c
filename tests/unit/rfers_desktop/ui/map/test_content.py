"""Tests of the order of the map's bands."""

from __future__ import annotations

import pytest

from rfers_desktop.ui.map.content import Band

pytestmark = pytest.mark.display


def test_what_moves_lies_above_what_stands() -> None:
    assert [band.name for band in sorted(Band)] == ["BASE", "THERMAL", "ZONES", "LIVE", "LABELS"]
