"""Tests of painting on another thread."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QPainter
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.map.content import Band
from rfers_desktop.ui.map.sheet_worker import PaintJob, SheetWorker
from rfers_desktop.ui.map.sheets import Sheets
from rfers_desktop.ui.map.view import View
from rfers_desktop.ui.themes import DAY, Theme

pytestmark = pytest.mark.display

VIEW = View(0.0, 0.0, 1.0, 60, 40)


class Slow:
    """Paints one colour everywhere, on a thread that it notes, when it is let."""

    is_slow = True

    def __init__(self) -> None:
        self.colour = "#ff0000"
        self.may_paint = threading.Event()
        self.may_paint.set()
        self.threads: set[str] = set()
        self.exposed: list[QRectF] = []

    def painting(self) -> Slow:
        return self

    def paint(self, painter: QPainter, view: View, exposed: QRectF, theme: Theme) -> None:
        self.may_paint.wait(10)
        self.threads.add(threading.current_thread().name)
        self.exposed.append(exposed)
        painter.fillRect(exposed, QColor(self.colour))


def shown(sheets: Sheets, x: int = 30, y: int = 20) -> str:
    return sheets.picture().pixelColor(x, y).name()


def settled(sheets: Sheets, qtbot: QtBot) -> None:
    sheets.bring_up_to_date()
    qtbot.waitUntil(lambda: not sheets.is_waiting_for_worker)


def test_a_slow_content_is_painted_on_another_thread(qtbot: QtBot) -> None:
    sheets, slow = Sheets(VIEW, DAY, lambda: None), Slow()
    sheets.set_content(Band.BASE, slow)
    settled(sheets, qtbot)
    assert shown(sheets) == "#ff0000"
    assert threading.main_thread().name not in slow.threads
    sheets.stop()


def test_only_what_was_touched_is_painted_again(qtbot: QtBot) -> None:
    sheets, slow = Sheets(VIEW, DAY, lambda: None), Slow()
    sheets.set_content(Band.BASE, slow)
    settled(sheets, qtbot)
    slow.colour, slow.exposed = "#00ff00", []
    sheets.touch(Band.BASE, [QRect(10, 10, 5, 5)])
    settled(sheets, qtbot)
    assert slow.exposed == [QRectF(10, 10, 5, 5)]
    assert (shown(sheets, 12, 12), shown(sheets, 30, 20)) == ("#00ff00", "#ff0000")
    sheets.stop()


def test_after_a_zoom_the_old_picture_is_shown_until_the_new_one_is_painted(qtbot: QtBot) -> None:
    sheets, slow = Sheets(VIEW, DAY, lambda: None), Slow()
    sheets.set_content(Band.BASE, slow)
    settled(sheets, qtbot)
    slow.may_paint.clear()
    slow.colour = "#0000ff"
    sheets.set_view(VIEW.zoomed(0.5))
    sheets.bring_up_to_date()
    assert shown(sheets) == "#ff0000"
    slow.may_paint.set()
    qtbot.waitUntil(lambda: not sheets.is_waiting_for_worker)
    assert shown(sheets) == "#0000ff"
    sheets.stop()


def test_a_cancelled_job_is_not_handed_over(qtbot: QtBot) -> None:
    taken: list[PaintJob] = []
    worker = SheetWorker(taken.append)
    job, after = (PaintJob(Band.BASE, Slow(), VIEW, DAY, [QRect(0, 0, 5, 5)], True) for _ in range(2))
    job.cancelled.set()
    worker.start(job)
    worker.start(after)
    qtbot.waitUntil(lambda: taken == [after])
    worker.stop()
