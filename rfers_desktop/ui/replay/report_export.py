"""The report of a replay as a file: HTML, or the same as PDF."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF
from PySide6.QtGui import QImage, QImageWriter, QPageLayout, QPageSize, QPdfWriter, QTextDocument

from rfers_desktop.language import tr
from rfers_desktop.past.playback import Window
from rfers_desktop.past.report import Picture, report_html

from .replay_window import ReplayWindow
from .result_tables import difference_rows, difference_titles, summary_rows, summary_titles

_SHOWN_PX = 640


def show_whole(window: ReplayWindow) -> None:
    """Let the window show the whole period, as the report does."""
    played = window.playback
    window.show_playback(replace(played.sought(played.end_us), window=Window.CUMULATIVE, is_playing=False))


def report_of(window: ReplayWindow, made_at: datetime | None = None) -> str:
    """The page, with the maps and the time line as they are shown."""
    maps = _png(window.picture())
    line = _png(window.timeline.grab().toImage())
    result = window.result
    tables = [(tr("Subscriptions"), summary_titles(), summary_rows(result.summary))]
    if result.compared is not None:
        tables.append((tr("Differences"), difference_titles(), difference_rows(result.differences)))
    pictures = [Picture(tr("Map"), maps, _SHOWN_PX), Picture(tr("Events over time"), line, _SHOWN_PX)]
    return report_html(result, pictures, tables, made_at or datetime.now(UTC))


def write_report(window: ReplayWindow, to: Path) -> None:
    """Write what the window shows, as PDF if the name ends so; raises OSError if it cannot be written."""
    page = report_of(window)
    if to.suffix.lower() != ".pdf":
        to.write_text(page, "utf-8")
        return
    to.open("ab").close()  # an error of ours that says why, where Qt would be silent
    writer = QPdfWriter(str(to))
    writer.setTitle(tr("Replay report"))
    writer.setResolution(96)
    writer.setPageLayout(
        QPageLayout(QPageSize(QPageSize.PageSizeId.Letter), QPageLayout.Orientation.Portrait, QMarginsF())
    )  # the document has margins of 2 cm of its own
    document = QTextDocument()
    document.setHtml(page)
    document.print_(writer)


def _png(image: QImage) -> bytes:
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"PNG")).write(image)
    return bytes(content.data())
