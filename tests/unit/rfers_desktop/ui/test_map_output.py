"""Tests of pages as files, on the clipboard and on paper."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMarginsF, QSize
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPageLayout, QPageSize
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.map_legend import LegendRow
from rfers_desktop.ui.map_output import (
    PageWish,
    PageWriter,
    Paper,
    copy_page,
    make_page,
    page_image,
    page_size,
    print_page,
    write_page,
)
from rfers_desktop.ui.map_page import page_around
from rfers_desktop.ui.themes import DAY, NIGHT
from tests.unit.rfers_desktop.ui.map_pages import CORNER, MADE_AT, PlainMap, a_page
from tests.unit.rfers_desktop.ui.pdf_text import media_box, pdf_lines

pytestmark = pytest.mark.display


@pytest.mark.parametrize(
    ("paper", "is_landscape", "size"),
    [
        (Paper.LETTER, False, (816, 1056)),
        (Paper.LETTER, True, (1056, 816)),
        (Paper.TABLOID, True, (1632, 1056)),
        (Paper.A4, False, (793, 1123)),
        (Paper.A3, True, (1588, 1123)),
    ],
)
def test_a_page_has_the_size_of_its_paper(paper: Paper, is_landscape: bool, size: tuple[int, int]) -> None:
    found = page_size(PageWish(paper=paper, is_landscape=is_landscape), PlainMap().view)
    assert found.toTuple() == pytest.approx(size, abs=1)


def test_a_page_as_on_the_screen_has_a_map_of_the_size_of_the_window() -> None:
    page = a_page(PageWish(paper=Paper.SCREEN, dpi=96))
    assert page.size == page_around(QSize(800, 500), len(page.legend))
    assert (page.view.width, page.view.height) == (800, 500)
    assert page.view.units_per_px == PlainMap().view.units_per_px


def test_the_map_is_painted_as_fine_as_the_paper_is_printed(qapp: QApplication) -> None:
    plain = PlainMap()
    page = make_page(plain.source(), PageWish(dpi=192, theme=NIGHT), MADE_AT)
    size, ratio, view, theme = plain.asked[-1]
    assert ratio == view.ratio == 2.0
    assert size == page.frame.size().toSize()
    assert theme is NIGHT
    assert page.picture.width() == 2 * size.width()


def test_a_picture_too_large_for_memory_is_refused_before_it_is_painted() -> None:
    plain = PlainMap()
    with pytest.raises(ValueError, match="resolution: expected a smaller one for this paper, got 1200 dots an inch"):
        make_page(plain.source(), PageWish(paper=Paper.A2, dpi=1200), MADE_AT)
    assert plain.asked == []


def test_a_png_knows_its_size_on_paper_and_what_it_shows(qapp: QApplication, tmp_path: Path) -> None:
    page, path = a_page(), tmp_path / "map.png"
    write_page(page, path, 150)
    assert path.read_bytes().startswith(b"\x89PNG")
    picture = QImage(str(path))
    assert picture.size().toTuple() == (1650, 1275)  # 11 × 8.5 inches
    assert picture.dotsPerMeterX() == picture.dotsPerMeterY() == pytest.approx(150 / 0.0254, abs=1)
    assert picture.text("Title") == "Fires near Brûlé"
    assert picture.text("Source") == "Natural Earth"
    at = (page.frame.topLeft() * 150 / 96).toPoint()
    assert picture.pixelColor(at.x() + 15, at.y() + 15) == QColor(CORNER)


def test_a_pdf_says_all_that_a_map_must_say(qapp: QApplication, tmp_path: Path) -> None:
    path = tmp_path / "map.PDF"
    write_page(a_page(PageWish("Fires near Brûlé", "Natural Earth", dpi=96, denominator=250_000)), path, 150)
    pdf = path.read_bytes()
    assert pdf.startswith(b"%PDF-")
    assert pdf.rstrip().endswith(b"%%EOF")
    assert media_box(pdf) == pytest.approx((792, 612), abs=1)
    said = pdf_lines(pdf)
    for line in (
        "Fires near Brûlé",
        "Scale 1:250,000",
        "Web Mercator",
        "EPSG:3857 · datum: WGS 84",
        "Grid: WGS 84",
        "Natural Earth",
        "2026-07-04 16:05 UTC",
        "N",
        "Engine",
        "Zone, live",
        "10 km",
        "51° N",
        "114° W",
    ):
        assert line in said, said


def test_a_legend_that_is_too_long_says_how_much_is_left_out(qapp: QApplication, tmp_path: Path) -> None:
    page, path = a_page(symbols=1), tmp_path / "map.pdf"
    rows = tuple(LegendRow(page.legend[0].picture, f"Row {number}") for number in range(200))
    write_page(replace(page, legend=rows), path, 96)
    said = pdf_lines(path.read_bytes())
    shown = [line for line in said if line.startswith("Row ")]
    assert 10 < len(shown) < 200
    assert f"and {200 - len(shown)} more" in said


def test_the_map_in_a_pdf_is_not_smeared_by_compression(qapp: QApplication, tmp_path: Path) -> None:
    path = tmp_path / "map.pdf"
    write_page(a_page(), path, 96)
    assert b"/DCTDecode" not in path.read_bytes()


@pytest.mark.parametrize("name", ["map.jpg", "map", "map.png.zip"])
def test_a_name_that_says_no_known_format_is_refused(qapp: QApplication, tmp_path: Path, name: str) -> None:
    with pytest.raises(OSError, match=r"expected a name that ends in \.png or \.pdf"):
        write_page(a_page(), tmp_path / name, 96)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["map.png", "map.pdf"])
def test_a_file_that_cannot_be_written_is_told_by_name(qapp: QApplication, tmp_path: Path, name: str) -> None:
    with pytest.raises(OSError, match=name):
        write_page(a_page(), tmp_path / "no such folder" / name, 96)


def test_a_file_is_replaced_as_a_whole(qapp: QApplication, tmp_path: Path) -> None:
    path = tmp_path / "map.png"
    path.write_bytes(b"old" * 1_000_000)
    write_page(a_page(), path, 96)
    assert QImage(str(path)).width() == 1056
    assert list(tmp_path.iterdir()) == [path]


def test_the_clipboard_gets_the_page_as_a_picture(qapp: QApplication) -> None:
    page = a_page()
    copy_page(page, 96)
    copied = QGuiApplication.clipboard().image()
    assert copied.size() == page.size
    assert copied.convertToFormat(QImage.Format.Format_RGB32) == page_image(page, 96)


def test_a_printer_s_paper_decides_the_size(qapp: QApplication, tmp_path: Path) -> None:
    path, plain = tmp_path / "printed.pdf", PlainMap()
    printer = QPrinter()
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(path))
    paper = QPageSize(QPageSize.PageSizeId.A4)
    printer.setPageLayout(QPageLayout(paper, QPageLayout.Orientation.Landscape, QMarginsF(10, 10, 10, 10)))
    print_page(plain.source(), PageWish("Printed", "S", paper=Paper.LETTER, dpi=96), MADE_AT, printer)
    pdf = path.read_bytes()
    assert media_box(pdf) == pytest.approx((842, 595), abs=1)
    assert "Printed" in pdf_lines(pdf)
    assert plain.asked[-1][0].width() == pytest.approx(842 * 96 / 72 - 112, abs=2)


def test_a_page_is_written_while_the_window_lives_on(qtbot: QtBot, tmp_path: Path) -> None:
    writer, path = PageWriter(), tmp_path / "map.png"
    with qtbot.waitSignal(writer.written, timeout=10_000) as told:
        writer.start(a_page(), path, 96)
    assert told.args == [str(path)]
    assert QImage(str(path)).width() == 1056
    writer.wait()


def test_a_page_that_cannot_be_written_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    writer = PageWriter()
    with qtbot.waitSignal(writer.failed, timeout=10_000) as told:
        writer.start(a_page(), tmp_path / "nowhere" / "map.pdf", 96)
    assert told.args is not None
    assert "map.pdf" in told.args[0]
    writer.wait()


def test_the_same_page_is_painted_the_same_twice(qapp: QApplication) -> None:
    page = a_page(replace(PageWish("T", "S", dpi=96), theme=DAY))
    assert page_image(page, 120) == page_image(page, 120)
