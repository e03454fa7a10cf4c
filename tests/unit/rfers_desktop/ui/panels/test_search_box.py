"""Tests of the search box, with real keys."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from rfers_desktop.layers.search import Named, NameIndex, SearchHit
from rfers_desktop.ui.panels.search_box import SearchBox

pytestmark = pytest.mark.display

TOWNS = NameIndex(enumerate(Named(name, "Town", -114.0, 51.0) for name in ("Banff", "Bassano", "Calgary")))
FAR = SearchHit("Bassano del Grappa", "Italy", "Town", 11.7, 45.8, score=0.7)


class Slow:
    """Answers when it is let, and tells on which thread it was asked."""

    is_slow = True

    def __init__(self) -> None:
        self.may_answer = threading.Event()
        self.threads: list[threading.Thread] = []

    def search(self, text: str, limit: int) -> list[SearchHit]:
        self.threads.append(threading.current_thread())
        self.may_answer.wait(10)
        return [FAR] if "bass" in text.lower() else []


@pytest.fixture
def slow() -> Slow:
    return Slow()


def a_box(qtbot: QtBot, *providers: object) -> SearchBox:
    window = QWidget()
    window.resize(800, 600)
    qtbot.addWidget(window)
    box = SearchBox(lambda: list(providers), window)
    box.kept = window  # which would go with the last name for it
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    return box


def titles(box: SearchBox) -> list[str]:
    return [hit.title for hit in box.hits()]


def test_what_is_typed_is_found_after_a_moment(qtbot: QtBot) -> None:
    box = a_box(qtbot, TOWNS)
    qtbot.keyClicks(box, "ba")
    qtbot.waitUntil(lambda: titles(box) == ["Banff", "Bassano"])
    assert box.list.isVisible()
    assert box.list.item(0).text() == "Banff  ·  Town"


def test_enter_takes_the_best_at_once(qtbot: QtBot) -> None:
    box = a_box(qtbot, TOWNS)
    qtbot.keyClicks(box, "calgray")
    with qtbot.waitSignal(box.chosen) as chosen:
        qtbot.keyClick(box, Qt.Key.Key_Return)
    assert chosen.args[0].title == "Calgary"
    assert (box.text(), box.list.isVisible()) == ("Calgary", False)


def test_arrows_choose_another(qtbot: QtBot) -> None:
    box = a_box(qtbot, TOWNS)
    qtbot.keyClicks(box, "ba")
    qtbot.waitUntil(lambda: len(box.hits()) == 2)
    for step in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Down):
        qtbot.keyClick(box, step)
    with qtbot.waitSignal(box.chosen) as chosen:
        qtbot.keyClick(box, Qt.Key.Key_Return)
    assert chosen.args[0].title == "Bassano"


def test_a_click_in_the_list_chooses(qtbot: QtBot) -> None:
    box = a_box(qtbot, TOWNS)
    qtbot.keyClicks(box, "ba")
    qtbot.waitUntil(box.list.isVisible)
    place = box.list.visualItemRect(box.list.item(1)).center()
    with qtbot.waitSignal(box.chosen) as chosen:
        qtbot.mouseClick(box.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert chosen.args[0].title == "Bassano"


def test_escape_and_an_empty_text_close_the_list(qtbot: QtBot) -> None:
    box = a_box(qtbot, TOWNS)
    qtbot.keyClicks(box, "ba")
    qtbot.waitUntil(box.list.isVisible)
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert not box.list.isVisible()
    box.clear()
    assert box.hits() == []
    with qtbot.assertNotEmitted(box.chosen):
        qtbot.keyClick(box, Qt.Key.Key_Return)


def test_nothing_found_is_said(qtbot: QtBot) -> None:
    box = a_box(qtbot, TOWNS)
    qtbot.keyClicks(box, "zzzz")
    qtbot.waitUntil(box.list.isVisible)
    assert box.list.item(0).text() == "Nothing found"


def test_slow_ones_answer_later_and_on_another_thread(qtbot: QtBot, slow: Slow) -> None:
    box = a_box(qtbot, TOWNS, slow)
    qtbot.keyClicks(box, "bass")
    qtbot.waitUntil(lambda: titles(box) == ["Bassano"])
    slow.may_answer.set()
    qtbot.waitUntil(lambda: titles(box) == ["Bassano", "Bassano del Grappa"])
    assert threading.current_thread() not in slow.threads
    # PROJ's context of a thread dies with Python's idea of it: used twice on a thread of Qt's, it ended the program.
    assert not any(isinstance(thread, threading._DummyThread) for thread in slow.threads)


def test_an_answer_to_an_earlier_query_is_dropped(qtbot: QtBot, slow: Slow) -> None:
    box = a_box(qtbot, TOWNS, slow)
    qtbot.keyClicks(box, "bass")
    qtbot.waitUntil(lambda: len(slow.threads) == 1)
    box.selectAll()
    qtbot.keyClicks(box, "calg")
    qtbot.waitUntil(lambda: titles(box) == ["Calgary"])
    slow.may_answer.set()
    qtbot.waitUntil(lambda: len(slow.threads) == 2)
    for thread in slow.threads:
        thread.join()
    QCoreApplication.processEvents()
    assert titles(box) == ["Calgary"]


def test_enter_before_a_slow_answer_takes_the_best_when_it_comes(qtbot: QtBot, slow: Slow) -> None:
    box = a_box(qtbot, slow)
    qtbot.keyClicks(box, "bass")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert box.list.item(0).text() == "Searching…"
    with qtbot.waitSignal(box.chosen) as chosen:
        slow.may_answer.set()
    assert chosen.args[0] == FAR
