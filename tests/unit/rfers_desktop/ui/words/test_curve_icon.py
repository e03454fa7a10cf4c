"""Tests of small pictures of curves."""

from __future__ import annotations

import math

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from broker_local.protocol.fuzzy_number import FuzzyNumber, trapezoid
from rfers_desktop.ui.words.curve_icon import ICON_SIZE, curve_icon, shown_span

pytestmark = pytest.mark.display

WARM, HOT = trapezoid(15, 20, 25, 30), FuzzyNumber(30, math.inf, left=5)


def image(number: FuzzyNumber) -> QImage:
    return curve_icon(number, shown_span((WARM, HOT))).pixmap(ICON_SIZE).toImage()


def test_words_have_pictures_that_differ(qapp: QApplication) -> None:
    assert image(WARM) != image(HOT)


def test_a_curve_that_has_no_end_goes_to_the_edge(qapp: QApplication) -> None:
    hot, warm = image(HOT), image(WARM)
    right = hot.width() - round(4 * hot.width() / ICON_SIZE.width())
    middle = hot.height() // 2
    assert hot.pixelColor(right, middle).alpha() > 0
    assert warm.pixelColor(right, middle).alpha() == 0


def test_pictures_of_nothing_have_a_span_too() -> None:
    low, high = shown_span(())
    assert low < high
    low, high = shown_span((FuzzyNumber(3.0, 3.0),))
    assert low < 3.0 < high
