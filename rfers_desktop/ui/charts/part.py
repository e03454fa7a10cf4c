"""Follow and chart: what is clicked on the map is charted, can be followed, and the last hour is counted."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime

from PySide6.QtCore import QTimer

from rfers_desktop.change import Change
from rfers_desktop.language import tr
from rfers_desktop.layers.marks import MarkKey
from rfers_desktop.ui.map.click_watch import ClickWatch
from rfers_desktop.ui.part import Command, Desk, Panel
from rfers_desktop.workspace import ObjectKey, StoredNotification

from .chart_panel import ChartPanel
from .curves import charted_attributes, plots_of
from .dashboard import Dashboard
from .follow import Follow

CHART, DASHBOARD = "chart", "dashboard"
MOST_COMPARED = 6
_SOON_MS = 250
_COUNT_MS = 2_000
_SHARE = 10  # at most a tenth of the time goes into counting
_BAND = "event"


class ChartsPart:
    """Works on the thing that was clicked or selected last."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._workspace = desk.workspace
        self.panel = ChartPanel(desk.window)
        self.dashboard = Dashboard(desk.window)
        self.follow = Follow(desk.workspace, desk.pane.canvas)
        self.follow.ended.connect(desk.refresh)
        self.charted: list[ObjectKey] = []
        self._chosen: ObjectKey | None = None
        self._soon = QTimer(desk.window)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_SOON_MS)
        self._soon.timeout.connect(self.draw)
        self._count = QTimer(desk.window)
        self._count.timeout.connect(self.count)
        self._count.start(_COUNT_MS)
        self.dashboard.looked_at.connect(self.count)
        self.panel.cleared.connect(self.clear)
        desk.pane.found.connect(self._identified)
        desk.selection.told.append(self._selected)
        self._clicks = ClickWatch(desk.pane.canvas, self._clicked)
        desk.pane.theme_menu.chosen.connect(lambda _: self.panel.restyle())

    def commands(self) -> Sequence[Command]:
        """In the order of the menu."""
        menu, can = tr("&Map"), self._can_follow
        return (
            Command(
                "map.follow", tr("&Follow what is selected"), menu, self.switch_follow, "F", can, self._is_following
            ),
            Command("map.chart", tr("&Chart what is selected"), menu, self.chart_chosen, "G", self._can_chart),
            Command("map.dashboard", tr("Last &hour"), menu, lambda: self._desk.reveal(DASHBOARD), "Ctrl+Shift+H"),
        )

    def panels(self) -> Sequence[Panel]:
        """The charts, and the counts of the last hour."""
        return (
            Panel(CHART, tr("Chart"), self.panel, is_open=False, help="charts", is_beside=True),
            Panel(DASHBOARD, tr("Last hour"), self.dashboard, is_open=False, help="charts"),
        )

    def show(self, change: Change) -> None:
        """What is followed may have moved, and what is charted may have a new value."""
        if change.is_new_desk:
            self.follow.stop()
            self._chosen = None
            self.clear()
        came = {stored.key for stored in (*change.notifications.added, *change.notifications.restored)}
        if self.follow.key in came:
            self.follow.refresh()
        if came.intersection(self.charted) and not self._soon.isActive():
            self._soon.start()

    def close(self) -> None:
        """Let go of timers."""
        self._soon.stop()
        self._count.stop()

    def choose(self, key: ObjectKey) -> None:
        """The user means this thing; a sensor is charted at once."""
        self._chosen = key
        topic = self._workspace.topics.get(key[0])
        if topic is not None and "Temperature" in charted_attributes(topic):
            self.chart(key)
        self._desk.refresh()

    def chart(self, key: ObjectKey) -> None:
        """Chart a thing, alone or beside the others; things of another topic are not comparable."""
        kept = [k for k in self.charted if k[0] == key[0] and k != key] if self.panel.compare.isChecked() else []
        self.charted = [*kept, key][-MOST_COMPARED:]
        self.draw()
        self._desk.reveal(CHART)

    def chart_chosen(self) -> None:
        """Chart what was identified."""
        if self._chosen is not None:
            self.chart(self._chosen)

    def clear(self) -> None:
        """Chart nothing."""
        self.charted = []
        self.draw()

    def draw(self) -> None:
        """Draw what is charted as it is now."""
        topic = self._workspace.topics.get(self.charted[0][0]) if self.charted else None
        if topic is None:
            self.panel.show_plots((), "")
            return
        histories = [self._workspace.history_of(key) for key in self.charted]
        self.panel.show_plots(plots_of(histories, topic, self._workspace.subscriptions()), topic.title)

    def count(self) -> None:
        """Count the last hour, if somebody looks."""
        if not self.dashboard.isVisible():
            return
        began = time.monotonic()
        self.dashboard.show_counts(self._workspace.last_hour(datetime.now(UTC)))
        self._count.setInterval(max(_COUNT_MS, round((time.monotonic() - began) * 1_000 * _SHARE)))

    def switch_follow(self) -> None:
        """Follow what was chosen; if it is followed already, or nothing is chosen, follow no more."""
        if self._chosen is None or self._chosen == self.follow.key:
            self.follow.stop()
        else:
            self._desk.reveal("map")
            self.follow.begin(self._chosen)

    def _identified(self) -> None:
        key = self._desk.pane.identified_key
        if key is not None and (thing := _thing(key)) is not None:
            self.choose(thing)

    def _clicked(self, keys: list[MarkKey]) -> None:
        """A plain click on the map means what is nearest."""
        things = (thing for key in keys if (thing := _thing(key)) is not None)
        thing = next(things, None)
        if thing is not None:
            QTimer.singleShot(0, self.panel, lambda: self.choose(thing))  # above the details, if they share a place

    def _selected(self, stored: StoredNotification | None) -> None:
        """A row that is selected can be followed and charted; it is not charted for being passed by."""
        if stored is not None:
            self._chosen = stored.key
            self._desk.refresh()

    def _is_following(self) -> bool:
        return self.follow.key is not None and self._chosen in (None, self.follow.key)

    def _can_follow(self) -> bool:
        return self._chosen is not None or self.follow.key is not None

    def _can_chart(self) -> bool:
        topic = None if self._chosen is None else self._workspace.topics.get(self._chosen[0])
        return topic is not None and bool(charted_attributes(topic))


def _thing(key: MarkKey) -> ObjectKey | None:
    return (key[1], key[2]) if len(key) == 3 and key[0] == _BAND else None
