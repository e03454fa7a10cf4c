"""Tests of the look: the window wears a theme, and what is written can be read in it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPalette
from PySide6.QtWidgets import QApplication, QDialog, QLabel
from pytestqt.qtbot import QtBot

from rfers_desktop.ui import look
from rfers_desktop.ui.link_sign import LinkSign
from rfers_desktop.ui.look import Tone, apply_theme, ink, present_theme
from rfers_desktop.ui.style_sheet import SMALL_PX
from rfers_desktop.ui.themes import DAY, DUSK, NIGHT, THEMES, Theme
from rfers_desktop.workspace import LinkReport, LinkState
from tests.unit.rfers_desktop.ui.colour_sight import contrast
from tests.unit.rfers_desktop.ui.pictures import count_of, picture_of

pytestmark = pytest.mark.display
themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


@pytest.fixture(autouse=True)
def day_again(qapp: QApplication) -> Iterator[None]:
    yield
    apply_theme(qapp, DAY)


@themes
def test_the_look_does_not_depend_on_the_system(qapp: QApplication, theme: Theme) -> None:
    apply_theme(qapp, theme)
    assert present_theme() is theme
    assert "#primary" in qapp.styleSheet()
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(theme.window)
    assert qapp.palette().color(QPalette.ColorRole.Text) == QColor(theme.text)


@themes
def test_what_cannot_be_chosen_looks_so_and_can_still_be_read(qapp: QApplication, theme: Theme) -> None:
    apply_theme(qapp, theme)
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText):
        shade = qapp.palette().color(QPalette.ColorGroup.Disabled, role).name()
        assert contrast(shade, theme.panel) >= 3
        assert contrast(shade, theme.text) >= 2


def test_an_open_window_changes_with_the_theme(qapp: QApplication, qtbot: QtBot) -> None:
    window = QDialog()
    qtbot.addWidget(window)
    label = QLabel("■■■■", window)
    window.resize(120, 60)
    window.show()
    for theme in (DUSK, NIGHT, DAY):
        apply_theme(qapp, theme)
        picture = picture_of(window)
        assert picture.pixelColor(110, 50) == QColor(theme.window)
        assert count_of(picture, theme.text) > 20
    assert label.isVisible()


def test_a_sign_that_is_shown_changes_with_the_theme(qapp: QApplication, qtbot: QtBot) -> None:
    sign = LinkSign()
    qtbot.addWidget(sign)
    sign.show_link(LinkReport(LinkState.ONLINE, "so it is"))
    sign.show()
    apply_theme(qapp, NIGHT)
    assert count_of(picture_of(sign), NIGHT.good) > 10
    assert count_of(picture_of(sign), DAY.good) == 0


@themes
def test_every_tone_has_a_colour_of_its_own(qapp: QApplication, theme: Theme) -> None:
    apply_theme(qapp, theme)
    assert len({ink(tone).name() for tone in Tone}) == len(Tone)
    assert ink(Tone.BAD) == QColor(theme.bad)


def test_labels_on_the_map_have_their_size_and_weight(qapp: QApplication) -> None:
    assert look.small_font().pixelSize() == SMALL_PX
    assert look.small_font(QFont.Weight.Bold).weight() == QFont.Weight.Bold


def test_the_fixed_width_type_has_a_fixed_width(qapp: QApplication) -> None:
    metrics = QFontMetricsF(look.fixed_width_font())
    assert metrics.horizontalAdvance("i") == metrics.horizontalAdvance("W")
