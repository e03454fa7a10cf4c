"""Tests of what a tool is given."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from PySide6.QtCore import QPointF, Qt

from rfers_desktop.ui.map.tool import Pointer

pytestmark = pytest.mark.display


def test_where_the_mouse_was_does_not_change_afterwards() -> None:
    pointer = Pointer(QPointF(1, 2), 3.0, 4.0, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    with pytest.raises(FrozenInstanceError):
        pointer.x = 9.0  # type: ignore[misc]
