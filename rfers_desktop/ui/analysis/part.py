"""Analysis: takes what the form asks for, works aside, and lays the results over the map as layers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import Given, ProtocolError
from rfers_desktop.change import Change
from rfers_desktop.geo.out_layer import OutLayer
from rfers_desktop.geo.road_graph import RoadGraph
from rfers_desktop.language import count_text, tr
from rfers_desktop.layers import analysis
from rfers_desktop.layers.analysis import AnalysisLayer
from rfers_desktop.layers.base_layers import BASE_PREFIX
from rfers_desktop.ui.background import Background, Job
from rfers_desktop.ui.exporting import Exporter
from rfers_desktop.ui.part import Command, Desk, Panel

from .panel import AnalysisPanel, Origin, Task, Wish
from .sources import Source, analysis_sources

_HIGHWAYS = f"{BASE_PREFIX}highways"
_FOLDER = "results"
_LOOK_ALIKES = str.maketrans(
    {"<": "‹", ">": "›", "/": "∕", "\\": "∖", '"': "”", "|": "¦", "?": "_", "*": "×", "\n": " "}
)
_LONGEST_NAME = 100

Results = list[OutLayer]


class AnalysisPart:
    """Results are files in the settings' folder, so that they are layers like others and still there tomorrow."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.panel = AnalysisPanel(desk.window)
        self.background = Background(desk.window)
        self._exporter = Exporter(desk.window, self.background, self._say)
        self._roads: RoadGraph | None = None
        self._results: Results = []
        self.panel.asked.connect(self.run)
        self._is_cancelled = False
        self.panel.cancelled.connect(self.cancel)
        self.panel.export.connect(self._export)
        self.background.problem.connect(lambda words: self.panel.show_result(words, bool(self._results)))
        self.background.changed.connect(self._show_progress)

    def commands(self) -> Sequence[Command]:
        return (Command("analysis.open", tr("&Analysis"), tr("&Data"), self._open, "Ctrl+Shift+A"),)

    def panels(self) -> Sequence[Panel]:
        return (Panel("analysis", tr("Analysis"), self.panel, help="analysis", is_long=True, seen=self._offer),)

    def show(self, change: Change) -> None:
        """Layers are listed when the panel is looked at, not with every arrival."""
        if change.is_new_desk:
            self._results = []
            self.panel.show_result("", False)

    def close(self) -> None:
        self.background.stop()

    def run(self, wish: Wish) -> None:
        """Do what a form asks for."""
        try:
            work = self._work(wish)
        except ProtocolError as error:
            self.panel.show_result(str(error), bool(self._results))
            return
        self.background.do(tr("Working…"), work, lambda results: self._show(wish, results))

    def cancel(self) -> None:
        """Do it no more; what is being made of one shape is finished first."""
        self._is_cancelled = True
        self.background.cancel()

    def _show_progress(self, job: Job | None, part: float) -> None:
        words = None if job is None else tr("Cancelling…") if self._is_cancelled else job.words
        self.panel.show_progress(words, part)
        if job is None and self._is_cancelled:
            self._is_cancelled = False
            self.panel.show_result(tr("Cancelled."), bool(self._results))

    def _work(self, wish: Wish) -> Callable[[Job], Results]:
        sources = analysis_sources(self._desk.workspace, self._desk.pane.layers)
        first = _chosen(sources, wish.first)
        second = _chosen(sources, wish.second) if wish.task in (Task.BY_LOCATION, Task.COUNT, Task.OVERLAY) else first
        origin = self._origin(wish.origin) if wish.task is Task.NEAREST else None

        def work(job: Job) -> Results:
            layer = first()
            job.progress(0.05)
            match wish.task:
                case Task.NEAREST:
                    assert origin is not None
                    roads = self._road_graph() if wish.uses_roads else None
                    return list(analysis.nearest(origin, layer, wish.count, roads, job.progress))
                case Task.BY_ATTRIBUTE:
                    return [analysis.select_by_attribute(layer, wish.filter).layer]
                case Task.BY_LOCATION:
                    return [analysis.select_by_location(layer, second(), wish.where, wish.metres, job.progress).layer]
                case Task.BUFFER:
                    return [analysis.buffer(layer, wish.metres, wish.is_dissolved, job.progress)]
                case Task.COUNT:
                    return [analysis.count_in_zones(_areas_alone(second()), layer)]
                case Task.OVERLAY:
                    return [analysis.overlay(layer, second(), wish.overlay)]

        return lambda job: self._write(work(job), job)

    def _write(self, results: Results, job: Job) -> Results:
        """On the working thread: each result becomes a file of its own."""
        from rfers_desktop.geo.vector_writing import write_layers  # with GDAL, which a window starts without

        folder = self._desk.settings / _FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        for layer in results:
            job.progress(0.95)
            if len(layer) and not all(shape is None for shape in layer.geometries):
                write_layers(folder / f"{file_name(layer.name)}.gpkg", [layer])
        return results

    def _show(self, wish: Wish, results: Results) -> None:
        self._results = results
        found = len(results[0])
        files = [self._desk.settings / _FOLDER / f"{file_name(layer.name)}.gpkg" for layer in reversed(results)]
        there = [file for file, layer in zip(files, reversed(results), strict=True) if len(layer)]
        if there:
            self._desk.pane.layers_panel.add_files(there)
            self._desk.reveal("map")
        words = tr("Nothing was found.") if not found else sentence(wish, results[0])
        self.panel.show_result(words, found > 0)

    def _origin(self, origin: Origin) -> BaseGeometry:
        if origin is Origin.MIDDLE:
            canvas = self._desk.pane.canvas
            return shapely.Point(canvas.projection.point_to_lonlat(canvas.view.x, canvas.view.y))
        stored = self._desk.selection.current()
        place = stored.notification.event.geometry if stored is not None else None
        if place is None:
            raise ProtocolError("from", expected=tr("a selected notification that has a place"), got=Given("none"))
        return place

    def _road_graph(self) -> RoadGraph:
        """On the working thread: made once."""
        if self._roads is None:
            (roads,) = self._desk.pane.layers.features(_HIGHWAYS)
            self._roads = RoadGraph(roads)
        return self._roads

    def _export(self) -> None:
        results = self._results
        if results:
            self._exporter.ask(file_name(results[0].name), lambda: results)

    def _say(self, words: str) -> None:
        self.panel.show_result(words, bool(self._results))

    def _open(self) -> None:
        self._offer()
        self._desk.reveal("analysis")

    def _offer(self) -> None:
        self.panel.offer(analysis_sources(self._desk.workspace, self._desk.pane.layers))


def sentence(wish: Wish, result: OutLayer) -> str:
    """What came of an analysis, in words."""
    if wish.task is not Task.NEAREST:
        return tr("{count} in “{name}”, on the map as a layer.", count=count_text(len(result)), name=result.name)
    lines = []
    for row in range(min(len(result), 10)):
        minutes, road_m = result.columns["road_minutes"][row], result.columns["road_m"][row]
        straight_m = result.columns["straight_m"][row]
        name = _name(result, row)
        straight = f"{float(str(straight_m)) / 1000:.1f} km"
        if minutes is None:
            lines.append(tr("{rank}. {name}: {straight} straight", rank=row + 1, name=name, straight=straight))
        else:
            words = tr("{rank}. {name}: {minutes} min, {road} by road, {straight} straight")
            road = f"{float(str(road_m)) / 1000:.1f} km"
            lines.append(words.format(rank=row + 1, name=name, minutes=minutes, road=road, straight=straight))
    if wish.uses_roads:
        lines.append(tr("Times are approximate: main roads of the base map at usual speeds, no traffic."))
    return "\n".join(lines)


def file_name(title: str) -> str:
    """A title as the name of a file, by which its layer is called: look-alikes stand for what names may not have."""
    return re.sub(r"\s*:\s*", " – ", title).translate(_LOOK_ALIKES).strip(" .–∕∖_")[:_LONGEST_NAME] or "result"


def _name(result: OutLayer, row: int) -> str:
    named = ("AssetName", "AssetID", "SensorName", "SensorID", "ReportID", "name", "title")
    return next((str(v) for key in named if (v := result.columns.get(key, {row: None})[row])), str(row + 1))


def _chosen(sources: dict[str, Source], title: str) -> Source:
    if title not in sources:
        raise ProtocolError("layer", expected=tr("one of those listed"), got=title)
    return sources[title]


def _areas_alone(zones: AnalysisLayer) -> AnalysisLayer:
    rows = [row for row, shape in enumerate(zones.shapes) if shape is not None and shapely.get_dimensions(shape) == 2]
    if not rows:
        raise ProtocolError(zones.layer.name, expected=tr("at least one area to count in"), got=Given("none"))
    return zones.only(rows, zones.layer.name)
