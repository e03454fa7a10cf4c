"""The map's promise: after any changes, what was painted bit by bit is what painting it afresh gives, to the bit."""

from __future__ import annotations

from dataclasses import replace

import pytest
import shapely
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from rfers_desktop.layers.marks import MarkKey, PointMark, Style, ZoneMark
from rfers_desktop.ui.map.content import Band
from rfers_desktop.ui.map.detail_level import Level, Limits
from rfers_desktop.ui.map.live_content import LiveContent
from rfers_desktop.ui.map.pixel_frame import PixelFrame
from rfers_desktop.ui.map.sheet import blank, paint_box
from rfers_desktop.ui.map.sheets import Sheets
from rfers_desktop.ui.map.view import View
from rfers_desktop.ui.map.zone_content import ZoneContent
from rfers_desktop.ui.themes import DAY, Theme
from tests.unit.rfers_desktop.ui.map.random_changes import THEMES, X, Y, operations

pytestmark = pytest.mark.display

FEW = Limits(symbols=3, dots=5, small_dots=7)  # so that a handful of marks shows every level

CROWDS = [  # as many as each level shows
    [PointMark(("event", f"c{i}"), X + 60.0 * i, Y + 40.0 * i, Style.ASSET, f"Engine {i}") for i in range(count)]
    for count in (2, 4, 6, 9)
]


class Map:
    """The sheets of a small map with zones and live marks, as the canvas has them."""

    def __init__(self, theme: Theme, ratio: float) -> None:
        view = View(X, Y, 9.0, 220, 150, ratio)
        self.sheets = Sheets(view, theme, lambda: None)
        self.zones = ZoneContent(self.sheets.view)
        self.live = LiveContent(self.sheets.view, self.zones.name_boxes, FEW)
        self.sheets.set_content(Band.ZONES, self.zones)
        self.sheets.set_content(Band.LIVE, self.live)
        self.levels: set[Level] = set()

    def do(self, name: str, what: object) -> None:
        view = self.sheets.view
        match name, what:
            case "put", list(marks):
                for mark in marks:
                    if isinstance(mark, ZoneMark):
                        self.zones.put(mark)
                self.live.put([mark for mark in marks if not isinstance(mark, ZoneMark)])
            case "take", list(gone):
                self.live.take(gone)
                for key in gone:
                    self.zones.take(key)
            case "select", list(chosen):
                self.live.select(chosen)
            case "clock", int(now):
                self.live.set_clock(float(now))
            case "pan", (px, py):
                self.sheets.set_view(view.moved(px, py))
            case "zoom", float(factor):
                self.sheets.set_view(view.zoomed(factor, 50, 40))
            case "resize", (width, height):
                self.sheets.set_view(replace(view, width=width, height=height))
            case "theme", Theme() as theme:
                self.sheets.set_theme(theme)

    def afresh(self) -> QImage:
        """Every band painted at once on an empty sheet."""
        frame = PixelFrame.of(self.sheets.view)
        image = blank(frame.width, frame.height)
        image.fill(QColor(self.sheets.theme.land))
        painter = QPainter(image)
        for content in (self.zones, self.live):
            layer = blank(frame.width, frame.height)
            paint_box(layer, QPoint(0, 0), content, self.sheets.view, frame.rect, self.sheets.theme)
            painter.drawImage(QPoint(0, 0), layer)
        painter.end()
        return image


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_what_is_painted_bit_by_bit_is_what_painting_afresh_gives(
    qapp: QApplication, theme: Theme, ratio: float
) -> None:
    levels: set[Level] = set()

    @settings(deadline=None, derandomize=True, max_examples=60, suppress_health_check=list(HealthCheck), database=None)
    @given(st.sampled_from(CROWDS), st.lists(operations, min_size=2, max_size=14))
    @example(CROWDS[0], [])
    @example(CROWDS[1], [])
    @example(CROWDS[2], [])
    @example(CROWDS[3], [])
    def check(crowd: list[PointMark], steps: list[tuple[str, object]]) -> None:
        shown = Map(theme, ratio)
        try:
            for name, what in [("put", crowd), *steps]:
                shown.do(name, what)
                if name != "nothing":
                    shown.sheets.bring_up_to_date()
                levels.add(shown.live.level)
            shown.sheets.bring_up_to_date()
            assert shown.sheets.picture() == shown.afresh(), f"at {shown.live.level.name}"
        finally:
            shown.sheets.stop()

    check()
    assert levels == set(Level)


def test_any_part_is_painted_as_it_is_in_the_whole(qapp: QApplication) -> None:
    shown = Map(DAY, 1.5)
    marks = [PointMark(("event", str(n)), X + 90 * n, Y - 40 * n, Style.ASSET, f"Engine {n}") for n in range(-3, 3)]
    shown.do("put", [*marks, ZoneMark(("zone", "0"), shapely.box(X - 500, Y - 300, X + 300, Y), Style.ZONE_LIVE, "N")])
    shown.sheets.bring_up_to_date()
    whole, frame = shown.sheets.picture(), PixelFrame.of(shown.sheets.view)
    for box in (QRect(30, 40, 51, 37), QRect(0, 0, 5, 200), QRect(100, 60, 130, 1)):
        part = blank(frame.width, frame.height)
        part.fill(QColor(DAY.land))
        painter = QPainter(part)
        painter.setClipRect(box)
        painter.scale(1.5, 1.5)
        exposed = QRectF(box.x() / 1.5, box.y() / 1.5, box.width() / 1.5, box.height() / 1.5)
        for content in (shown.zones, shown.live):
            content.paint(painter, shown.sheets.view, exposed, DAY)
        painter.end()
        assert part.copy(box) == whole.copy(box)
    shown.sheets.stop()


def test_a_test_of_bits_can_fail(qapp: QApplication) -> None:
    shown = Map(DAY, 1.0)
    shown.do("put", [PointMark(("event", "1"), X, Y, Style.ASSET, "")])
    shown.sheets.bring_up_to_date()
    before: MarkKey = ("event", "1")
    shown.live.take([before])
    assert shown.sheets.picture() != shown.afresh()
    shown.sheets.bring_up_to_date()
    assert shown.sheets.picture() == shown.afresh()
    shown.sheets.stop()
