"""Measures the desk with 100,000 notifications: the longest frame while scrolling, searching, filtering and sorting.

    python -m scripts.bench.desk [--scale small|paper] [--only NAME …] [--json FILE]

A frame is what the window's thread does without a pause. Searching stands beside Qt's own sorting and filtering model.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QSortFilterProxyModel, Qt
from PySide6.QtWidgets import QApplication

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event import Event
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.notification import MatchedSubscription, Notification
from broker_local.protocol.times import parse_timestamp
from broker_local.protocol.topic import AttributeValue
from rfers_desktop.store.notifications import NotificationsChanged, StoredNotification
from rfers_desktop.store.repository import Position, Repository
from rfers_desktop.ui.look import apply_theme
from rfers_desktop.ui.panels.notifications import NotificationsPanel
from rfers_desktop.ui.panels.notifications_model import DETAILS
from rfers_desktop.ui.panels.row_choice import RowChoice
from scripts.bench.frame import PAPER, Measure, Record, once_s, run

_COUNTS = {"small": 100_000, PAPER: 100_000}
_BEGUN = parse_timestamp("2026-08-05T00:00:00Z", "begun")
_FRAMES = 200
_WHAT = DETAILS - 2  # the columns: what, subscription, details


def notifications(count: int) -> list[StoredNotification]:
    """Positions of a thousand assets."""
    matched = (MatchedSubscription("north", "North sector"),)
    made = []
    for number in range(1, count + 1):
        asset, when = f"A{number * 7919 % 1000}", _BEGUN + timedelta(seconds=number)
        attributes: dict[str, AttributeValue] = {
            "AssetID": asset,
            "AssetName": f"Engine {asset}",
            "Speed": float(number * 31 % 97),
        }
        event = Event(str(number), "EALocation", None, attributes, when, f"gateway-{number % 9}")
        made.append(StoredNotification(0, Notification(number, event, matched, when), when, ("EALocation", asset)))
    return made


def _panel(count: int) -> NotificationsPanel:
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    apply_theme(app)
    panel = NotificationsPanel(builtin_topics())
    panel.resize(1600, 700)
    panel.show()
    panel.apply(NotificationsChanged(restored=tuple(notifications(count))))
    app.processEvents()
    return panel


def _longest_ms(do: Callable[[], object], is_done: Callable[[], bool]) -> tuple[float, float]:
    """The longest frame until something is done, and how long all of it takes."""
    begun = time.perf_counter()
    do()
    longest = time.perf_counter() - begun
    while not is_done():
        step = time.perf_counter()
        QApplication.processEvents()
        longest = max(longest, time.perf_counter() - step)
    return longest * 1e3, (time.perf_counter() - begun) * 1e3


def scrolling(scale: str) -> list[Record]:
    """Frames of a table that is scrolled from end to end."""
    panel = _panel(_COUNTS[scale])
    bar = panel.table.verticalScrollBar()
    taken = []
    for number in range(_FRAMES):
        begun = time.perf_counter()
        bar.setValue(bar.maximum() * number // _FRAMES)
        panel.table.viewport().repaint()
        QApplication.processEvents()
        taken.append((time.perf_counter() - begun) * 1e3)
    panel.close()
    return [Record("longest frame while scrolling", scale, max(taken), None, "ms", None, None, f"{_FRAMES} frames")]


def narrowing(scale: str) -> list[Record]:
    """Frames while the table is searched, filtered and sorted."""
    panel = _panel(_COUNTS[scale])
    model = panel.model
    fast = parse_filter("Speed > 80", builtin_topics()["EALocation"]).root
    records = []
    for name, do in (
        ("search", lambda: model.choose(RowChoice(words=("a77",)))),
        ("filter", lambda: model.choose(RowChoice(topic="EALocation", filters={"EALocation": fast}))),
        ("show all", lambda: model.choose(RowChoice())),
        ("sort by what", lambda: model.sort(_WHAT, Qt.SortOrder.AscendingOrder)),
        ("sort by details", lambda: model.sort(DETAILS, Qt.SortOrder.AscendingOrder)),
    ):
        peer = _proxy_ms(panel) if name == "search" else None  # over all rows, as ours
        longest, whole = _longest_ms(do, lambda: model.is_settled)
        ratio = None if peer is None else peer / longest
        note = f"{model.rowCount():,} rows after {whole:.0f} ms"
        records.append(Record(f"longest frame: {name}", scale, longest, peer, "ms", ratio, None, note))
    panel.close()
    return records


def _proxy_ms(panel: NotificationsPanel) -> float:
    proxy = QSortFilterProxyModel()
    proxy.setFilterKeyColumn(-1)
    proxy.setSourceModel(panel.model)

    def search() -> None:
        proxy.setFilterFixedString("A77")
        proxy.rowCount()

    return once_s(search) * 1e3


def repository(scale: str) -> list[Record]:
    """How many notifications a second are kept, and brought back."""
    rows = notifications(20_000)
    with tempfile.TemporaryDirectory() as folder:
        kept = Repository(Path(folder) / "desk.gpkg")
        batches = [rows[start : start + 2_000] for start in range(0, len(rows), 2_000)]

        def write() -> None:
            for batch in batches:
                kept.append(batch, Position(0, batch[-1].notification.number))

        written_s = once_s(write)
        read_s = once_s(lambda: kept.newest_first(None, len(rows), builtin_topics()))
        kept.close()
    return [
        Record("kept", scale, len(rows) / written_s, None, "1/s", None, None, "batches of 2,000"),
        Record("brought back", scale, len(rows) / read_s, None, "1/s", None, None),
    ]


MEASURES: dict[str, Measure] = {"scrolling": scrolling, "narrowing": narrowing, "repository": repository}


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print, write."""
    run("The desk with 100,000 notifications.", MEASURES, argv)
    return 0


if __name__ == "__main__":
    sys.exit(main())
