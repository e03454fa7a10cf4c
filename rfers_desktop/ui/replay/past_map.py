"""One map of a replay: the canvas of the live desk, with the events and zones of one set of subscriptions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from rfers_desktop.geo.projections import Projection
from rfers_desktop.language import tr, tr_count
from rfers_desktop.layers.identify import Identified
from rfers_desktop.layers.layer_tree import LayerEntry
from rfers_desktop.layers.map_layers import MapLayers
from rfers_desktop.layers.vector_style import style_words, symbols_of
from rfers_desktop.past.reel import Shown
from rfers_desktop.past.result import PastEvent, ReplayResult, Verdict
from rfers_desktop.past.scene import Scene
from rfers_desktop.past.whole_layers import Layer, PastLayers, Whole
from rfers_desktop.past.zones import PastZones
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.content import Band
from rfers_desktop.ui.map.vector_content import VectorContent
from rfers_desktop.ui.themes import Theme


class PastMap(QWidget):
    """Shows the events of one side; rings stand around those that the other side does not have."""

    def __init__(
        self, title: str, result: ReplayResult, layers: MapLayers, is_compared: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._title = title
        self._is_compared = is_compared
        self._only_here = Verdict.MISSED if is_compared else Verdict.EXTRA
        self._ringed_word = "missed by the asked set" if is_compared else "extra"
        self._zones = PastZones([entry for entry in result.subscriptions if entry.is_compared is is_compared])
        self._scene = Scene(result.topics, is_compared=is_compared)
        self._all: tuple[PastEvent, ...] | None = None
        self._mine: tuple[PastEvent, ...] = ()
        self._before: list[int] = [0]  # by row of all: how many of those before it are mine
        self.canvas = MapCanvas(self)
        self.layers = PastLayers(layers)
        self._ground = VectorContent(self.layers)
        self.canvas.set_content(Band.BASE, self._ground)
        self.heading = QLabel(title, self)
        self.heading.setObjectName("field")
        self.heading.setAccessibleName(tr("What this map shows"))
        self.heading.setAutoFillBackground(True)
        self.heading.setContentsMargins(8, 4, 8, 4)
        self.legend = QLabel(self)
        self.legend.setAccessibleName(tr("What the colours of the density mean"))
        self.legend.setTextFormat(Qt.TextFormat.RichText)
        self.legend.setAutoFillBackground(True)
        self.legend.setContentsMargins(8, 0, 8, 4)
        self.legend.setWordWrap(True)
        self.legend.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.heading)
        column.addWidget(self.legend)
        column.addWidget(self.canvas, 1)
        self.canvas.projection_changed.connect(self._project)

    def show_rows(self, shown: Shown, stretch: tuple[int, int], now_s: float) -> None:
        """Show the rows of this side, and the zones that were in force then."""
        mine = self._side(shown)
        self.canvas.apply(self._zones.show(*stretch))
        self.canvas.apply(self._scene.show(mine))
        only_here = [row for row in mine.rows[mine.low : mine.high] if row.verdict is self._only_here]
        self.canvas.select(self._scene.marks_of(only_here))
        self.canvas.set_clock(now_s)
        count = mine.high - mine.low
        words = f"{self._title}: {tr_count('{count} event', '{count} events', count)}"
        if only_here:
            words += f", {tr_count('{count} ringed: only here', '{count} ringed: only here', len(only_here))}"
        self.heading.setText(words)

    def identify(self, at: QPointF) -> list[Identified]:
        """What is known of the things at a pixel."""
        found = (self._scene.describe(key) for key in self.canvas.objects_at(at.x(), at.y()))
        return [thing for thing in found if thing is not None]

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.canvas.set_theme(theme)

    def show_whole(self, shown: Mapping[Whole, Layer]) -> None:
        """Show these layers of the whole period, and no others."""
        if dict(shown) == self.layers.shown:
            return
        self.layers.shown = dict(shown)
        self.canvas.touch(Band.BASE)
        self.show_legend(_legend(shown[Whole.DENSITY][0]) if Whole.DENSITY in shown else "")

    def show_legend(self, words: str) -> None:
        """Say what colours mean; no words take its place away."""
        self.legend.setText(words)
        self.legend.setVisible(bool(words))

    def fit_zones(self, points: Callable[[], Sequence[tuple[float, float]]]) -> None:
        """Show the zones, or where there are none the given places (lon, lat)."""
        around = self._zones.bounds()
        boxes = [around] if around is not None else [(lon, lat, lon, lat) for lon, lat in points()]
        if boxes:
            west, south, east, north = zip(*boxes, strict=True)
            self.canvas.fit(self.canvas.projection.bounds_to_map((min(west), min(south), max(east), max(north))))

    def stop(self) -> None:
        """The window closes."""
        self.canvas.stop()
        self._ground.let_go()

    def _side(self, shown: Shown) -> Shown:
        """Of all rows those that a subscription of this side matched, kept while the rows are the same."""
        if shown.rows is not self._all:
            self._all = shown.rows
            kept = [bool(row.compared if self._is_compared else row.matched) for row in shown.rows]
            self._mine = tuple(row for row, is_mine in zip(shown.rows, kept, strict=True) if is_mine)
            self._before = [0]
            for is_mine in kept:
                self._before.append(self._before[-1] + is_mine)
        return Shown(self._mine, self._before[shown.low], self._before[shown.high], shown.missing)

    def _project(self, projection: Projection) -> None:
        self._ground.set_projection(projection)
        self.canvas.touch(Band.BASE)
        self.canvas.apply(self._scene.project(projection))
        self.canvas.apply(self._zones.project(projection))


def _legend(density: LayerEntry) -> str:
    """The classes of a density, each with a square in its colour."""
    pairs = zip(symbols_of(density.style), style_words(density.style), strict=True)
    classes = (
        f'<span style="color: {symbol.fill}">■</span>&nbsp;{escape(words).replace(" ", "&nbsp;")}'
        for symbol, words in pairs
    )
    return f"{tr('Events a cell')}: {' &nbsp; '.join(classes)}"
