"""Tests of the manual's window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QImage, QTextDocument
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.dialogs.manual import ManualDialog
from rfers_desktop.ui.help_pages import HelpPage, help_folder, help_pages

pytestmark = pytest.mark.display

PAGES = [
    HelpPage("first-steps", "First steps", "# First steps\nSee [the map](map.md)."),
    HelpPage("map", "Map", "# Map\nPan."),
]


@pytest.fixture
def dialog(qtbot: QtBot) -> ManualDialog:
    made = ManualDialog(PAGES)
    qtbot.addWidget(made)
    made.show()
    return made


def test_a_search_shows_the_pages_that_have_the_words(dialog: ManualDialog, qtbot: QtBot) -> None:
    qtbot.keyClicks(dialog.query, "pan")
    assert dialog.titles() == ["Map"]
    assert dialog.page.textCursor().selectedText() == "Pan"
    qtbot.keyClicks(dialog.query, "xyz")
    assert dialog.titles() == []
    assert dialog.none.isVisible()


def test_a_link_turns_to_its_page_and_an_unknown_one_to_the_first(dialog: ManualDialog) -> None:
    dialog.page.anchorClicked.emit(QUrl("map.md"))
    assert dialog.page.toPlainText().startswith("Map")
    dialog.open_page("no such page")
    assert dialog.page.toPlainText().startswith("First steps")


def test_pictures_fit_into_the_page(qtbot: QtBot) -> None:
    dialog = ManualDialog(help_pages())
    qtbot.addWidget(dialog)
    dialog.resize(600, 500)
    dialog.show()
    assert QImage(str(help_folder() / "pictures" / "desk.png")).width() > 600
    picture = dialog.page.loadResource(QTextDocument.ResourceType.ImageResource.value, QUrl("pictures/desk.png"))
    assert isinstance(picture, QImage)
    assert 100 < picture.width() < dialog.page.viewport().width()


def test_every_page_can_be_opened_and_made_narrower(qtbot: QtBot) -> None:
    dialog = ManualDialog(help_pages())
    qtbot.addWidget(dialog)
    dialog.show()
    for page in help_pages():
        for width in (980, 700):
            dialog.open_page(page.name)
            dialog.resize(width, 600)
            qtbot.waitUntil(lambda: not dialog.page._again.isActive())
            assert dialog.page.toPlainText().startswith(page.title)


def test_the_text_is_not_written_while_it_is_laid_out(dialog: ManualDialog, qtbot: QtBot) -> None:
    dialog.open_page("map")
    written: list[str] = []
    dialog.page.setMarkdown = written.append  # type: ignore[method-assign]
    dialog.resize(600, 500)
    assert written == []
    qtbot.waitUntil(lambda: written == ["# Map\nPan."])
