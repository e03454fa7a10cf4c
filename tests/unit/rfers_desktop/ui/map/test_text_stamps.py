"""Tests of lines of small text as pictures."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from rfers_desktop.ui.map.moving_picture import pixels_of
from rfers_desktop.ui.map.text_stamps import slack_px, text_box, text_stamp

pytestmark = pytest.mark.display


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_a_line_lies_in_its_box_with_room_around_it(qapp: QApplication, ratio: float) -> None:
    font, slack = qapp.font().key(), slack_px(ratio)
    left, top, right, bottom = text_box("114° 30′ W", ratio, font)
    stamp = text_stamp("114° 30′ W", "#ff0000", ratio, font)
    assert (stamp.width(), stamp.height()) == (right - left + 2 * slack, bottom - top + 2 * slack)
    is_inked = pixels_of(stamp) != 0
    assert is_inked.any()
    assert not is_inked[[0, -1]].any()
    assert not is_inked[:, [0, -1]].any()
    assert np.ptp(np.flatnonzero(is_inked.any(axis=0))) > 0.8 * (right - left)


def test_a_larger_font_makes_a_larger_line(qapp: QApplication) -> None:
    font = qapp.font().key()
    assert text_box("51° N", 2.0, font)[2] > 1.8 * text_box("51° N", 1.0, font)[2]
