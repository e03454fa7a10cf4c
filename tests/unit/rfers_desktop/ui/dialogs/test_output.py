"""Tests of the dialog that makes a page of the map."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QApplication, QFormLayout, QLabel, QWidget
from pytestqt.qtbot import QtBot

from rfers_desktop.geo.page_grid import GridKind
from rfers_desktop.ui.dialogs.output import OutputDialog
from rfers_desktop.ui.look import apply_theme
from rfers_desktop.ui.map_output import Paper
from rfers_desktop.ui.themes import DAY, NIGHT
from tests.unit.rfers_desktop.ui.map_pages import MADE_AT, PlainMap
from tests.unit.rfers_desktop.ui.pdf_text import media_box, pdf_lines

pytestmark = pytest.mark.display


class Desk:
    """A dialog, the map behind it, and a user who names files and prints to one."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.plain = PlainMap()
        self.names: list[tuple[str, str]] = []
        self.answer = ""
        self.printed = folder / "printed.pdf"
        self.dialog = OutputDialog(
            self.plain.source(),
            "Natural Earth",
            ask_file=self._ask,
            preview_print=self._preview,
            now=lambda: MADE_AT,
        )
        qtbot.addWidget(self.dialog)
        self.dialog.show()

    def _ask(self, parent: QWidget, suggested: str, kinds: str) -> str:
        self.names.append((suggested, kinds))
        return self.answer

    def _preview(self, printer: QPrinter, paint: Callable[[QPrinter], None], parent: QWidget) -> None:
        printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        printer.setOutputFileName(str(self.printed))
        paint(printer)


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Desk:
    return Desk(qtbot, tmp_path)


def choose(desk: Desk, field: str, words: str) -> None:
    box = getattr(desk.dialog, field)
    box.setCurrentIndex(box.findText(words))
    assert box.currentText() == words


def test_the_fields_say_what_the_page_will_be(desk: Desk, qtbot: QtBot) -> None:
    qtbot.keyClicks(desk.dialog.title, "Morning")
    choose(desk, "paper", "A3")
    choose(desk, "direction", "Portrait")
    choose(desk, "scale", "1:50,000")
    choose(desk, "resolution", "300 dots an inch")
    choose(desk, "theme", "Night")
    choose(desk, "grid", "Metres of UTM")
    wish = desk.dialog.wish()
    assert (wish.title, wish.source, wish.paper, wish.is_landscape) == ("Morning", "Natural Earth", Paper.A3, False)
    assert (wish.denominator, wish.dpi, wish.theme, wish.has_legend) == (50_000, 300, NIGHT, True)
    assert wish.grid is GridKind.UTM


def test_paper_is_white_and_shows_what_the_window_shows_unless_said(desk: Desk) -> None:
    wish = desk.dialog.wish()
    assert wish.theme is DAY
    assert wish.denominator is None


def test_the_preview_follows_the_fields(desk: Desk, qtbot: QtBot) -> None:
    before = desk.dialog.preview.pixmap().toImage()
    asked = len(desk.plain.asked)
    qtbot.keyClicks(desk.dialog.title, "Morning")
    qtbot.waitUntil(lambda: desk.dialog.preview.pixmap().toImage() != before)
    assert len(desk.plain.asked) - asked < len("Morning")  # painted when the typing stops, not with every key
    wide = desk.dialog.preview.pixmap().size()
    choose(desk, "direction", "Portrait")
    qtbot.waitUntil(lambda: desk.dialog.preview.pixmap().size() != wide)
    upright = desk.dialog.preview.pixmap().size()
    assert wide.width() > wide.height()
    assert upright.width() < upright.height()


def test_the_preview_is_painted_coarsely(desk: Desk) -> None:
    choose(desk, "resolution", "300 dots an inch")
    desk.dialog.refresh()
    assert {ratio for _, ratio, _, _ in desk.plain.asked} == {1.0}


@pytest.mark.parametrize(("button", "ending"), [("png", ".png"), ("pdf", ".pdf")])
def test_a_page_is_saved_where_the_user_says(
    desk: Desk, qtbot: QtBot, tmp_path: Path, button: str, ending: str
) -> None:
    qtbot.keyClicks(desk.dialog.title, "Fires: 4/7")
    desk.answer = str(tmp_path / "page")
    qtbot.mouseClick(getattr(desk.dialog, button), Qt.MouseButton.LeftButton)
    assert desk.names[0][0] == f"Fires  4 7{ending}"
    path = tmp_path / f"page{ending}"
    qtbot.waitUntil(lambda: desk.dialog.message.text() == f"Saved {path}")
    assert path.stat().st_size > 5_000
    assert desk.dialog.png.isEnabled()
    assert not desk.dialog.progress.isVisible()
    if ending == ".png":
        assert QImage(str(path)).size().toTuple() == (2200, 1700)  # Letter at 200 dots an inch
    else:
        assert "Fires: 4/7" in pdf_lines(path.read_bytes())


def test_a_file_that_was_asked_for_is_finished_before_the_dialog_goes(desk: Desk, qtbot: QtBot, tmp_path: Path) -> None:
    desk.answer = str(tmp_path / "page.png")
    desk.dialog.png.click()
    qtbot.keyClick(desk.dialog, Qt.Key.Key_Escape)
    assert not desk.dialog.isVisible()
    assert QImage(desk.answer).width() == 2200


def test_nothing_is_done_if_no_file_is_named(desk: Desk, qtbot: QtBot, tmp_path: Path) -> None:
    qtbot.mouseClick(desk.dialog.pdf, Qt.MouseButton.LeftButton)
    assert len(desk.names) == 1
    assert list(tmp_path.iterdir()) == []
    assert desk.dialog.message.text() == ""


def test_what_went_wrong_is_said_and_can_be_tried_again(desk: Desk, qtbot: QtBot, tmp_path: Path) -> None:
    desk.answer = str(tmp_path / "nowhere" / "page.png")
    qtbot.mouseClick(desk.dialog.png, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "page.png" in desk.dialog.message.text() and desk.dialog.png.isEnabled())
    assert desk.dialog.message.objectName() == "wrong"


def test_a_window_too_large_for_a_picture_is_told_in_words(desk: Desk, qtbot: QtBot) -> None:
    desk.plain.view = desk.plain.view.__class__(0, 0, 1.0, 12_000, 12_000)
    choose(desk, "paper", "As on the screen")
    desk.dialog.refresh()
    assert "expected a smaller one" in desk.dialog.message.text()


def test_the_page_is_copied(desk: Desk, qtbot: QtBot) -> None:
    choose(desk, "resolution", "96 dots an inch")
    qtbot.mouseClick(desk.dialog.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().image().size().toTuple() == (1056, 816)
    assert "clipboard" in desk.dialog.message.text()


def test_the_page_is_printed_on_the_paper_that_was_chosen(desk: Desk, qtbot: QtBot) -> None:
    qtbot.keyClicks(desk.dialog.title, "Morning")
    choose(desk, "paper", "A4")
    choose(desk, "direction", "Portrait")
    qtbot.mouseClick(desk.dialog.print, Qt.MouseButton.LeftButton)
    pdf = desk.printed.read_bytes()
    assert media_box(pdf) == pytest.approx((595, 842), abs=1)
    assert "Morning" in pdf_lines(pdf)


def test_the_screen_has_no_orientation(desk: Desk) -> None:
    choose(desk, "paper", "As on the screen")
    desk.dialog.refresh()
    assert not desk.dialog.direction.isEnabled()


def test_everything_can_be_reached_by_a_key_of_its_own(desk: Desk) -> None:
    form = desk.dialog.findChild(QFormLayout)
    assert form is not None
    labels = [form.itemAt(row, QFormLayout.ItemRole.LabelRole).widget() for row in range(form.rowCount() - 1)]
    words = [label.text() for label in labels if isinstance(label, QLabel)]
    others = (
        desk.dialog.legend,
        desk.dialog.png,
        desk.dialog.pdf,
        desk.dialog.copy,
        desk.dialog.print,
    )
    keys = [re.findall("&(.)", text)[0].lower() for text in words + [other.text() for other in others]]
    assert len(keys) == 13
    assert len(set(keys)) == len(keys)


def test_the_dialog_fits_a_small_screen(desk: Desk) -> None:
    assert desk.dialog.sizeHint().width() <= 1280
    assert desk.dialog.sizeHint().height() <= 720


def test_at_night_the_preview_does_not_blind(qapp: QApplication, desk: Desk) -> None:
    apply_theme(qapp, NIGHT)
    try:
        desk.dialog.refresh()
        paper = desk.dialog.preview.pixmap().toImage().pixelColor(5, 5)
    finally:
        apply_theme(qapp, DAY)
    assert paper.lightnessF() < 0.5
    assert paper.red() > paper.green() > paper.blue()
