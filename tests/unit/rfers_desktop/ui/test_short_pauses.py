"""Tests of short pauses for the window."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from itertools import accumulate
from operator import mul

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.short_pauses import keep_pauses_short


class Node:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


def test_what_there_is_is_not_searched_again() -> None:
    keep_pauses_short()
    assert gc.get_freeze_count() > 10_000
    assert len(gc.get_objects(generation=2)) < 10_000


def test_everything_is_searched_more_seldom_than_usual() -> None:
    usual = [*accumulate(gc.get_threshold(), mul)]  # new objects until a search of each generation
    keep_pauses_short()
    assert all(now > before for now, before in zip(accumulate(gc.get_threshold(), mul), usual, strict=True))


def test_cycles_that_come_later_are_found() -> None:
    gc.disable()
    keep_pauses_short()
    gone = weakref.ref(Node())
    for _ in range(20 * gc.get_threshold()[0]):
        if gone() is None:
            break
        Node()
    assert gone() is None


def test_objects_that_take_the_place_of_others_do_not_pile_up(qapp: QApplication, qtbot: QtBot) -> None:
    before = set(qapp.findChildren(QTimer))
    try:
        keep_pauses_short()
        gc.disable()  # it would not search either: as many go as come
        new = [Node() for _ in range(20_000)]
        qtbot.waitUntil(lambda: len(gc.get_objects(generation=0)) < 10_000, timeout=20_000)
        qtbot.waitUntil(lambda: len(gc.get_objects(generation=1)) < 10_000, timeout=20_000)
        assert len(new) == 20_000
    finally:
        gc.enable()
        for timer in set(qapp.findChildren(QTimer)) - before:
            timer.stop()
            timer.deleteLater()
