"""Tests of the look: what is written can be read."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPalette
from PySide6.QtWidgets import QApplication

from rfers_desktop.ui import look

pytestmark = pytest.mark.display

READABLE = 4.5  # WCAG 2.1, success criterion 1.4.3


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.1 defines it."""
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in QColor(colour).getRgbF()]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(ink: str, paper: str) -> float:
    """Contrast ratio as WCAG 2.1 defines it."""
    darker, lighter = sorted((luminance(ink), luminance(paper)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_measured_as_the_standard_says() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize(
    ("ink", "paper"),
    [
        (look.TEXT, look.PANEL),
        (look.TEXT, look.WINDOW),
        (look.TEXT, look.SELECTED),
        (look.TEXT, look.WARNING_PAPER),
        (look.QUIET_TEXT, look.PANEL),
        (look.QUIET_TEXT, look.WINDOW),
        (look.GRATICULE_TEXT, look.MAP_PAPER),
        (look.GOOD, look.PANEL),
        (look.WAITING, look.PANEL),
        (look.BAD, look.PANEL),
        (look.BAD, look.WINDOW),
        (look.GOOD, look.SELECTED),
        (look.WAITING, look.SELECTED),
        (look.BAD, look.SELECTED),
        ("#ffffff", look.ACCENT),
        ("#ffffff", look.ACCENT_DARK),
    ],
)
def test_what_is_written_stands_out_from_its_ground(ink: str, paper: str) -> None:
    assert contrast(ink, paper) >= READABLE


def test_the_look_does_not_depend_on_the_system(qapp: QApplication) -> None:
    look.apply_look(qapp)
    assert "#primary" in qapp.styleSheet()
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(look.WINDOW)
    assert qapp.palette().color(QPalette.ColorRole.Text) == QColor(look.TEXT)


def test_what_cannot_be_chosen_looks_so_and_can_still_be_read(qapp: QApplication) -> None:
    look.apply_look(qapp)
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText):
        ink = qapp.palette().color(QPalette.ColorGroup.Disabled, role).name()
        assert contrast(ink, look.PANEL) >= 3
        assert contrast(ink, look.TEXT) >= 3


def test_labels_on_the_map_have_their_size_and_weight(qapp: QApplication) -> None:
    assert look.small_font().pixelSize() == look.SMALL_PX
    assert look.small_font(QFont.Weight.Bold).weight() == QFont.Weight.Bold


def test_the_fixed_width_type_has_a_fixed_width(qapp: QApplication) -> None:
    metrics = QFontMetricsF(look.fixed_width_font())
    assert metrics.horizontalAdvance("i") == metrics.horizontalAdvance("W")
