"""The window of a replay: one or two maps of the past, the time line below, the tables beside."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import shapely
from PySide6.QtCore import QLocale, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QImage, QKeySequence, QShortcut
from PySide6.QtWidgets import QDockWidget, QLabel, QMainWindow, QSplitter, QVBoxLayout, QWidget

from rfers_desktop.language import count_text, present_language, tr
from rfers_desktop.layers.map_layers import MapLayers
from rfers_desktop.past.playback import MINUTE_US, Playback, Window
from rfers_desktop.past.reel import Reel
from rfers_desktop.past.result import ReplayResult, Stretch
from rfers_desktop.past.whole_layers import Layer, Whole, read_layer
from rfers_desktop.ui.background import Background, Job
from rfers_desktop.ui.map.view import View
from rfers_desktop.ui.panels.desk_table import DeskTable
from rfers_desktop.ui.themes import Theme

from .past_frame import PastFrame
from .past_map import PastMap
from .reel_loader import ReelLoader
from .result_tables import RowsModel, difference_rows, difference_titles, summary_rows, summary_titles
from .timeline import TimelineWidget
from .transport import Transport

_FIRST_SIZE = QSize(1280, 800)
_FRAME_MS = 80
_TABLE_PX = 310  # at least
_SUMMARY_PX = (140, 60, 60, 70, 130, 130, 160)  # the columns of the tables, of which the first are to be seen
_DIFFERENCE_PX = (66, 84, 64, 60, 60, 150)


class ReplayWindow(QMainWindow):
    """Plays a result. The clock is the watcher's, in seconds."""

    def __init__(
        self,
        folder: Path,
        result: ReplayResult,
        layers: MapLayers,
        parent: QWidget | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self.folder, self.result = folder, result
        self._clock = clock
        self._ticked_s = clock()
        self.playback = _from_the_beginning(result)
        self._reel = Reel(self.playback.begin_us, self.playback.end_us, result.timeline)
        self._loader = ReelLoader(result, self)
        self._beside = Background(self)
        self._wholes: dict[Whole, Layer] = {}  # those that were read
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("RFERS replay · {folder}", folder=folder.name))
        self.resize(_FIRST_SIZE)
        self.maps = [PastMap(_set_words(result.asked), result, layers, is_compared=False)]
        if result.compared is not None:
            self.maps.append(PastMap(_set_words(result.compared), result, layers, is_compared=True))
        self.timeline = TimelineWidget(result.timeline, self.playback, self)
        self.transport = Transport(self.playback, self)
        self.problem = QLabel(self)
        self.problem.setObjectName("wrong")
        self.problem.setAccessibleName(tr("What went wrong"))
        self.problem.hide()
        self._lay_out()
        self._connect()
        self._is_placed = self._is_following = self._is_closed = False
        self._then: list[Callable[[], None]] = []
        self._tick = QTimer(self)
        self._tick.timeout.connect(self._on_tick)
        self._tick.start(_FRAME_MS)
        self.show_playback(self.playback)

    @property
    def is_loading(self) -> bool:
        """Whether something of the shown stretch is still on its way, from the disk or to the screen."""
        is_reading = self._beside.is_busy or not self._is_there()
        return is_reading or any(shown.canvas.is_busy for shown in self.maps)

    def when_loaded(self, do: Callable[[], None]) -> None:
        """Do something as soon as all events of the shown stretch are there: now, if they are."""
        if self._is_there():
            do()
        else:
            self._then.append(do)

    def show_playback(self, playback: Playback) -> None:
        """Stand at another moment, or show it otherwise."""
        self.playback = playback
        self.timeline.show_playback(playback)
        self.transport.show_playback(playback)
        moment = datetime.fromtimestamp(playback.now_us / 1e6, UTC)
        day = QLocale(present_language().code).dayName(moment.isoweekday())
        self.frame.show_moment(f"{day} {moment:%Y-%m-%d %H:%M:%S} UTC")
        first, last = playback.shown()
        wanted = self._reel.wanted(first, last)
        if wanted is None:
            self._show_rows()
        else:  # the map stays as it is for the moment that takes: to clear it first would be to draw twice
            self._loader.load(*wanted)

    def picture(self) -> QImage:
        """The maps in their frame, as they are shown: for films and reports."""
        for shown in self.maps:
            shown.canvas.settle()
        return self.frame.grab().toImage()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        for shown in self.maps:
            shown.set_theme(theme)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._tick.stop()
        self._loader.stop()
        self._beside.stop()
        self._is_closed = True  # what the loader still had to say comes later, and in vain
        for shown in self.maps:
            shown.stop()
        super().closeEvent(event)

    def _on_tick(self) -> None:
        now_s = self._clock()
        passed_s, self._ticked_s = now_s - self._ticked_s, now_s
        if self.playback.is_playing and self._is_there():
            self.show_playback(self.playback.after(passed_s))

    def _is_there(self) -> bool:
        return self._reel.wanted(*self.playback.shown()) is None

    def _take(self, stretch: Stretch) -> None:
        if self._is_closed:
            return
        self._reel.take(stretch)
        if not self._is_placed:
            self._is_placed = True
            rows = stretch.rows
            self.maps[0].fit_zones(
                lambda: [(p.x, p.y) for row in rows if isinstance(p := row.event.geometry, shapely.Point)]
            )
        self._show_rows()
        then, self._then = (self._then, []) if self._is_there() else ([], self._then)
        for do in then:
            do()

    def _show_rows(self) -> None:
        first, last = self.playback.shown()
        shown = self._reel.between(first, last)
        for side in self.maps:
            side.show_rows(shown, (first, last), self.playback.now_us / 1e6)
        count = shown.high - shown.low  # each once, on whichever map it is
        words = tr(
            "{count} of {all} matched events shown",
            count=count_text(count),
            all=count_text(self.result.counts["matched"]),
        )
        if shown.missing:
            words = tr("the newest {count} events of the stretch", count=count_text(count))
        self.transport.shown.setText(words)

    def _show_wholes(self) -> None:
        """Show the layers of the whole period that are wanted: on the map of the asked set, since they are of that."""
        wanted = self.transport.wholes()
        for which in wanted:
            if which not in self._wholes:
                words = self.transport.whole_boxes[which].toolTip()
                self._beside.do(words, partial(_read_whole, self.result, which), self._take_whole)
        self.maps[0].show_whole({which: self._wholes[which] for which in wanted if which in self._wholes})
        for other in self.maps[1:]:  # as high as the first, so that both show the same
            other.show_legend("&nbsp;" if self.maps[0].legend.text() else "")

    def _take_whole(self, found: tuple[Whole, Layer]) -> None:
        if not self._is_closed:
            self._wholes[found[0]] = found[1]
            self._show_wholes()

    def show_problem(self, words: str) -> None:
        """Say above the map what went wrong; nothing takes the words away."""
        self.problem.setText(words)
        self.problem.setVisible(bool(words))

    def _fail(self, reason: str) -> None:
        if self._is_closed:
            return
        self.show_problem(tr("The events could not be read: {reason}", reason=reason))
        self._reel.take(Stretch(*self.playback.shown()))  # until somebody looks elsewhere: it would fail again
        self.show_playback(self.playback.played(False))

    def _follow(self, view: View) -> None:
        """What one map shows, the other shows."""
        if self._is_following:
            return
        self._is_following = True
        for shown in self.maps:
            here = shown.canvas.view
            if (here.x, here.y, here.units_per_px) != (view.x, view.y, view.units_per_px):
                shown.canvas.set_view(replace(here, x=view.x, y=view.y, units_per_px=view.units_per_px))
        self._is_following = False

    def _connect(self) -> None:
        self._loader.loaded.connect(self._take)
        self._loader.failed.connect(self._fail)
        self.transport.asked.connect(self.show_playback)
        self.transport.whole_asked.connect(self._show_wholes)
        self._beside.problem.connect(self.show_problem)
        self.timeline.sought.connect(lambda moment: self.show_playback(self.playback.sought(moment)))
        self.timeline.marked.connect(lambda first, last: self.show_playback(self.playback.marked(first, last)))
        self.timeline.stepped.connect(lambda steps: self.show_playback(self.playback.stepped(steps)))
        if len(self.maps) > 1:
            for shown in self.maps:
                shown.canvas.view_changed.connect(self._follow)
        for keys, do in (
            ("Space", lambda: self.playback.played(not self.playback.is_playing)),
            ("]", lambda: self.playback.faster(True)),
            ("[", lambda: self.playback.faster(False)),
        ):
            QShortcut(QKeySequence(keys), self, lambda do=do: self.show_playback(do()))

    def _lay_out(self) -> None:
        side_by_side = QSplitter(Qt.Orientation.Horizontal)
        for shown in self.maps:
            side_by_side.addWidget(shown)
        side_by_side.setSizes([_FIRST_SIZE.width()] * len(self.maps))  # equal parts
        self.frame = PastFrame(side_by_side)
        below = QWidget()
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.transport)
        column.addWidget(self.timeline)
        middle = QWidget(self)
        whole = QVBoxLayout(middle)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.problem)
        whole.addWidget(self.frame, 1)
        whole.addWidget(below)
        self.setCentralWidget(middle)
        self._dock(tr("Subscriptions"), summary_titles(), summary_rows(self.result.summary), _SUMMARY_PX)
        if self.result.compared is not None:
            self._dock(tr("Differences"), difference_titles(), difference_rows(self.result.differences), _DIFFERENCE_PX)

    def _dock(
        self, title: str, titles: tuple[str, ...], rows: list[tuple[str | int | float, ...]], widths: tuple[int, ...]
    ) -> None:
        model = RowsModel(titles, rows)
        model.setParent(self)
        table = DeskTable(model, title, tr("Nothing matched."), widths, 0, self, least_px=widths[0])
        table.setMinimumWidth(_TABLE_PX)
        table.setSortingEnabled(True)
        table.horizontalHeader().setSortIndicator(2, Qt.SortOrder.DescendingOrder)
        dock = QDockWidget(title, self)
        dock.setObjectName(title)
        dock.setWidget(table)
        dock.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetMovable)
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)


def _read_whole(result: ReplayResult, which: Whole, _job: Job) -> tuple[Whole, Layer]:
    return which, read_layer(result, which)


def _from_the_beginning(result: ReplayResult) -> Playback:
    """At the first minute that has events; what lies before and after all of them is not played."""
    minutes = result.timeline.minutes_us
    begin = max(int(minutes[0]), result.begin_us) if len(minutes) else result.begin_us
    end = min(int(minutes[-1]) + MINUTE_US, result.end_us) if len(minutes) else result.end_us
    return Playback(begin, max(end, begin + 1), begin, window=Window.TRAILING)


def _set_words(which: str) -> str:
    """A set of subscriptions by name."""
    known = {"as-they-were": tr("As they were"), "live": tr("Today's subscriptions")}
    return known.get(which, Path(which).name)
