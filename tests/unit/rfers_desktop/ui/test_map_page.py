"""Tests of pages with maps."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from rfers_desktop.geo.page_grid import GridKind
from rfers_desktop.geo.projections import WEB_MERCATOR, Projection, canada_lambert, utm_for
from rfers_desktop.layers.symbol_names import Symbol
from rfers_desktop.ui.map_output import PageWish, Paper, page_image
from rfers_desktop.ui.map_page import MapPage, map_frame, page_around, page_view
from rfers_desktop.ui.themes import DAY, NIGHT, THEMES, Theme
from tests.unit.rfers_desktop.ui.map_pages import CORNER, PlainMap, a_page
from tests.unit.rfers_desktop.ui.pictures import count_of

pytestmark = pytest.mark.display
PROJECTIONS = pytest.mark.parametrize(
    "projection", [WEB_MERCATOR, utm_for(-114, 51), canada_lambert()], ids=lambda projection: projection.name
)


def part(page: MapPage, box: QRectF) -> QImage:
    return page_image(page, 96).copy(box.toRect())


def test_a_page_has_room_for_the_map_its_margins_and_all_of_its_legend() -> None:
    page = QSize(1056, 816)
    bare, full = map_frame(page), map_frame(page, 40)
    assert QRectF(0, 0, 1056, 816).contains(bare)
    assert full.height() < bare.height()
    assert full.width() == bare.width()


def test_a_page_without_room_for_a_map_is_refused() -> None:
    with pytest.raises(ValueError, match="page: expected room for a map of 200 pixels, got 188 × "):
        map_frame(QSize(300, 800))


@pytest.mark.parametrize("legend_count", [0, 3, 15])
def test_a_page_around_a_map_gives_the_map_its_size(legend_count: int) -> None:
    page = page_around(QSize(900, 600), legend_count)
    assert map_frame(page, legend_count).size().toSize() == QSize(900, 600)


def test_a_page_around_a_tiny_map_has_the_least_size_there_is() -> None:
    assert map_frame(page_around(QSize(10, 10))).size().toSize() == QSize(200, 200)


@PROJECTIONS
def test_a_page_shows_all_that_the_window_shows_around_the_same_middle(projection: Projection) -> None:
    view = PlainMap(projection).view
    for size in (QSize(300, 700), QSize(1200, 300)):
        shown = page_view(view, size, projection, 2.0, None)
        assert (shown.x, shown.y, shown.width, shown.height, shown.ratio) == (view.x, view.y, *size.toTuple(), 2.0)
        x_min, y_min, x_max, y_max = shown.bounds
        inner = view.bounds
        assert x_min <= inner[0] + 1e-6
        assert y_min <= inner[1] + 1e-6
        assert x_max >= inner[2] - 1e-6
        assert y_max >= inner[3] - 1e-6


@PROJECTIONS
def test_a_scale_that_is_asked_for_is_true_on_paper(projection: Projection) -> None:
    page = a_page(PageWish(denominator=50_000, dpi=150), projection)
    assert page.denominator == pytest.approx(50_000)
    inch_m = 96 * page.view.units_per_px * projection.ground_metres_per_unit(page.view.x, page.view.y)
    assert inch_m == pytest.approx(50_000 * 0.0254)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_map_is_in_its_frame_and_paper_around_it(qapp: QApplication, theme: Theme) -> None:
    page = a_page(PageWish("T", "S", dpi=96, theme=theme))
    picture = page_image(page, 96)
    at = page.frame.topLeft().toPoint()
    assert picture.pixelColor(at.x() + 10, at.y() + 10) == QColor(CORNER)
    assert picture.pixelColor(3, 3) == QColor(theme.panel)
    assert picture.pixelColor(at.x() + 30, at.y() + 10) == QColor(theme.land)
    assert picture.pixelColor(at.x() + 300, at.y()) != QColor(theme.land)  # the neat line


def test_the_grid_is_drawn_and_labelled_only_if_wanted(qapp: QApplication) -> None:
    with_grid, without = (
        a_page(PageWish("T", "S", dpi=96, grid=wanted)) for wanted in (GridKind.DEGREES, GridKind.NONE)
    )
    frame = with_grid.frame
    beside = QRectF(frame.left() - 18, frame.top(), 14, frame.height())
    everything = int(frame.width()) * int(frame.height())
    inside = frame.adjusted(25, 25, -3, -3)
    assert count_of(part(without, inside), DAY.land) == round(inside.width() * inside.height())
    assert everything * 0.5 < count_of(part(with_grid, inside), DAY.land) < inside.width() * inside.height() - 500
    assert count_of(part(without, beside), DAY.panel) == round(beside.width()) * round(beside.height())
    assert count_of(part(with_grid, beside), DAY.panel) < round(beside.width()) * round(beside.height()) - 50


def test_the_scale_bar_is_as_long_as_it_says(qapp: QApplication) -> None:
    page = a_page(PageWish("T", "S", dpi=96, denominator=100_000))
    frame = page.frame
    bar = part(page, QRectF(frame.left() + 3, frame.bottom() + 20 + 4 + 21, 230, 4))
    inked = [x for x in range(bar.width()) if bar.pixelColor(x, 1) != QColor(DAY.panel)]
    # 5 km at 1:100,000 are 50 mm; the bar's last quarter is paper, closed by a line
    assert inked[-1] - inked[0] == pytest.approx(0.05 / 0.0254 * 96, abs=3)


def test_the_needle_shows_true_north(qapp: QApplication) -> None:
    page = a_page(PageWish("T", "S", dpi=96), canada_lambert())
    needle = part(page, _north_box(page))
    inked = [
        (x, y)
        for x in range(needle.width())
        for y in range(14, needle.height())
        if needle.pixelColor(x, y) == QColor(DAY.text)
    ]
    upper, lower = ([x for x, y in inked if (y < 30) is is_upper] for is_upper in (True, False))
    north = page.projection.north_deg(page.view.x, page.view.y)
    assert north > 10  # west of the middle of Canada north leans to the right
    assert sum(upper) / len(upper) - sum(lower) / len(lower) > 15 * math.sin(math.radians(north))


def test_the_legend_shows_every_row(qapp: QApplication) -> None:
    few, all_of_them = a_page(symbols=2), a_page(symbols=len(Symbol))
    assert len(all_of_them.legend) == len(Symbol) + 1
    foot = all_of_them.frame.bottom() + 20
    below = part(all_of_them, QRectF(300, foot, 600, all_of_them.size.height() - foot))
    for colour in (DAY.asset, DAY.sensor, DAY.incident, DAY.image, DAY.other, DAY.zone_live):
        assert count_of(below, colour) > 10
    below = part(few, QRectF(300, foot, 600, few.size.height() - foot))
    assert count_of(below, DAY.asset) > 10
    assert count_of(below, DAY.sensor) == 0


def test_the_title_is_cut_rather_than_run_off_the_page(qapp: QApplication) -> None:
    page = a_page(PageWish("■" * 400, "■" * 400, paper=Paper.A4, dpi=96, theme=NIGHT))
    edge = part(page, QRectF(page.size.width() - 30, 0, 30, page.size.height()))
    assert count_of(edge, NIGHT.panel) == edge.width() * edge.height()


def _north_box(page: MapPage) -> QRectF:
    frame = page.frame
    return QRectF(frame.right() - 60, frame.bottom() + 18, 60, 70)


def test_few_rows_of_a_legend_have_room_for_their_words_and_many_share_it(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: dict[str, QRectF] = {}
    monkeypatch.setattr(MapPage, "_write", lambda page, painter, box, text, *rest: written.update({text: QRectF(box)}))
    page = a_page(symbols=1)
    page_image(page, 96)
    few = [written[row.text].width() for row in page.legend]
    page = a_page(symbols=len(Symbol))
    page_image(page, 96)
    boxes = [written[row.text] for row in page.legend]
    assert min(few) > max(box.width() for box in boxes)
    assert all(not one.intersects(other) for one in boxes for other in boxes if one != other)
