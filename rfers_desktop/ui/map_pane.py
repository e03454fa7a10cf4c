"""The map with all that belongs to it: layers, tools, thermal images, theme and output, put together once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QMainWindow
from shapely import box
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.resources import resources_dir
from rfers_desktop.geo.colouring import unit_text
from rfers_desktop.geo.coordinates import CoordinateFormat
from rfers_desktop.geo.projections import Projection
from rfers_desktop.geo.rasters import Raster
from rfers_desktop.geo.scale import scale_denominator
from rfers_desktop.language import tr
from rfers_desktop.layers.address_search import AddressSearch, read_streets
from rfers_desktop.layers.base_layers import BASE_PREFIX
from rfers_desktop.layers.bookmarks import Bookmarks
from rfers_desktop.layers.identify import Identified, IdentifySource, Spot
from rfers_desktop.layers.image_identify import ImageIdentify
from rfers_desktop.layers.layer_tree import LayerEntry, Source, SourceKind
from rfers_desktop.layers.live_answers import LiveIdentify
from rfers_desktop.layers.map_layers import MapLayers, layer_id_of
from rfers_desktop.layers.marks import LayerChange, MarkKey
from rfers_desktop.layers.nearest_town import NearestTown
from rfers_desktop.layers.picking import Picked, in_reach_order, picked_thing
from rfers_desktop.layers.position_search import PositionSearch
from rfers_desktop.layers.search import NameIndex, SearchProvider
from rfers_desktop.layers.thermal import ThermalImage
from rfers_desktop.layers.thermal_identify import ThermalIdentify
from rfers_desktop.layers.tile_cache import TileCache
from rfers_desktop.layers.vector_answers import VectorAnswers, VectorSearch
from rfers_desktop.workspace import ArrivedImage, Workspace

from .file_drop import FileDrop
from .image_layers import RASTER_EXTENSIONS, ImageLayers
from .kept_json import keep_json, kept_object
from .map.canvas import MapCanvas
from .map.content import Band
from .map.coordinate_readout import CoordinateReadout
from .map.furniture import MapFurniture
from .map.tool_bar import MapAnswers, MapToolBar
from .map.vector_content import VectorContent
from .map.view import Bounds, View
from .map_legend import LegendRow, layer_rows, thermal_rows
from .output_actions import OutputActions, canvas_source
from .panels.identified import IdentifiedPanel
from .panels.layers import LayersPanel
from .panels.thermal import ThermalPanel
from .theme_menu import ThemeMenu
from .themes import Theme
from .thermal_control import ThermalControl

_CREDIT = "Made with Natural Earth. RFERS"
_FORMAT = "coordinates"  # by which the format is remembered


class MapPane(QObject):
    """Makes the parts and ties them to each other; the window only lays them out."""

    problem = Signal(str)
    found = Signal()  # something was identified

    def __init__(self, window: QMainWindow, workspace: Workspace, settings: Path) -> None:
        """`settings` is the folder in which layers, bookmarks and the theme are remembered."""
        super().__init__(window)
        self._workspace = workspace
        self.take_files: Callable[[list[Path]], None] = lambda files: self.layers_panel.add_files(files)
        self.identified_key: MarkKey | None = None  # of the live thing that was identified last
        self._memory = settings / "map.json"
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self.theme_menu = ThemeMenu(app, settings / "look.json", window)
        self.canvas = MapCanvas(window)
        self.layers = MapLayers(resources_dir() / "basemap", settings / "layers.json")
        self.images = ImageLayers(self.canvas, TileCache(settings / "tiles.sqlite"))
        self.ground = VectorContent(self.layers, self.images.paintings(), self.canvas.zone_plates)
        self.canvas.set_content(Band.BASE, self.ground)
        self.canvas.avoid_names(self.ground.name_boxes)
        self.layers_panel = LayersPanel(self.layers, RASTER_EXTENSIONS, window, bounds=self._bounds_of)
        self.thermal_panel = ThermalPanel(window)
        self.thermal = ThermalControl(self.canvas, self.thermal_panel)
        self._own_images: set[str] = set()  # that the user has added and not seen yet
        self.identified = IdentifiedPanel(window)
        self.readout = CoordinateReadout(lambda: self.canvas.projection, window)
        self.furniture = MapFurniture(self.canvas, self.canvas, self.ground.painting)
        self._vectors = VectorAnswers(self.layers.picture, lambda: self.canvas.projection)
        self._vector_search = VectorSearch(self.layers.picture)
        self._towns = NearestTown(*self.layers.features(BASE_PREFIX + "places"))
        self._names = NameIndex()
        self._addresses = AddressSearch(read_streets(resources_dir() / "gazetteer" / "calgary_streets.csv"))
        self._positions = PositionSearch(lambda: self.canvas.projection)
        self.bookmarks = Bookmarks(settings / "bookmarks.json")
        answers = MapAnswers(self._sources, self._providers, self._drawn, self.bookmarks)
        self.bar = MapToolBar(self.canvas, answers, self.readout, self.furniture, window)
        self.output = OutputActions(canvas_source(self.canvas, self._legend_rows), _CREDIT, window)
        self._connect()

    def apply(self, change: LayerChange) -> None:
        """Draw what changed, and let it be found by name."""
        self.canvas.apply(change)
        for key in change.taken:
            self._names.take(key)
        for mark in change.put:
            named = self._workspace.named(mark.key)
            if named is not None:
                self._names.put(mark.key, named)

    def show_image(self, image: ArrivedImage) -> None:
        """Lay a thermal image that has come over the map."""
        self.thermal.add(image.content, image.key, image.taken_at, image.title, image.footprint)

    def add_thermal(self, files: Iterable[Path]) -> None:
        """Users' thermal images join the series, and are looked at."""
        for file in files:
            self._own_images.add(str(file))
            self.thermal.add_file(file)

    def add_service(self, entry: LayerEntry) -> None:
        """A map service becomes a layer, above those that are there."""
        self.layers.add_other(entry)
        self.layers_panel.refresh()
        self._show_layers()

    def picked_at(self, spot: Spot) -> list[Picked]:
        """What is at a spot and could be a zone: live things and zones first, then features of the layers."""
        found = []
        for key in self.canvas.objects_at(spot.px, spot.py, spot.reach_px):
            told, geometry = self._workspace.describe(key), self._workspace.geometry_of(key)
            if told is not None and geometry is not None:
                found.append(picked_thing(told.title, told.layer, geometry))
        return in_reach_order([*found, *self._vectors.pick(spot)])

    def town_near(self, lon: float, lat: float) -> str:
        """The town that people would name for a place; empty if there is none near."""
        return self._towns.name(lon, lat)

    def clear(self) -> None:
        """Another user: nothing of what was shown holds any more."""
        self.canvas.clear()
        self.thermal.clear()
        self._names = NameIndex()

    def close(self) -> None:
        """Let go of threads and files."""
        self.layers_panel.stop()
        self.thermal.close()
        self.images.close()
        self.canvas.stop()
        self.ground.let_go()

    def _connect(self) -> None:
        self.theme_menu.chosen.connect(self._use_theme)
        self.layers_panel.changed.connect(self._show_layers)
        self.layers_panel.zoom_to.connect(self._zoom_to_lonlat)
        self.layers_panel.other_file.connect(self.images.add)
        self.images.added.connect(self._add_image)
        FileDrop(self.canvas.viewport(), lambda files: self.take_files(files))
        self.thermal.added.connect(self._look_at_image)
        self.readout.use(_kept_format(self._memory))
        self.readout.format_changed.connect(self._keep_format)
        self.canvas.pointed.connect(self.readout.show_position)
        self.canvas.projection_changed.connect(self._use_projection)
        self.canvas.hinted.connect(self.bar.hint_changed)
        self.bar.identified.connect(self._show_identified)
        self.identified.look_at.connect(self._look_at_mark)
        for told in (self.layers_panel.problem, self.thermal.problem, self.images.problem, self.bar.refused):
            told.connect(self.problem)
        self.theme_menu.problem.connect(self.problem)
        self.layers_panel.start()
        if self.bookmarks.problem:
            self.problem.emit(self.bookmarks.problem)

    def _show_layers(self) -> None:
        self.images.keep_only(self.layers.tree)
        self.canvas.touch(Band.BASE)
        self.bar.snapper.forget()

    def _add_image(self, file: Path) -> None:
        """A user's image that was found good becomes a layer of its own, and is looked at."""
        source = Source(SourceKind.RASTER, str(file))
        self.add_service(LayerEntry(layer_id_of(source), file.stem, source))
        self.layers_panel.choose(layer_id_of(source))
        self.layers_panel.zoom()

    def _look_at_image(self, image: ThermalImage) -> None:
        """Look at an image that the user has added; those that come by themselves move nobody's map."""
        if image.key in self._own_images:
            self._own_images.discard(image.key)
            self._zoom_to_lonlat(*image.bounds)

    def _bounds_of(self, entry: LayerEntry) -> Bounds | None:
        """The box around a layer in degrees, if it is known."""
        image = self.images.raster(entry) if entry.source.kind is SourceKind.RASTER else None
        return self.layers.bounds(entry.id) if image is None else image.bounds

    def _keep_format(self, name: str) -> None:
        try:
            keep_json(self._memory, {**kept_object(self._memory), _FORMAT: name})
        except OSError as error:
            self.problem.emit(tr("The format of coordinates could not be kept for the next time: {why}", why=error))

    def _use_theme(self, theme: Theme) -> None:
        self.canvas.set_theme(theme)
        self.furniture.follow()

    def _use_projection(self, projection: Projection) -> None:
        self.ground.set_projection(projection)
        self.thermal.set_projection(projection)
        self.canvas.touch(Band.BASE)
        self.canvas.apply(self._workspace.project(projection).drawn)

    def _zoom_to_lonlat(self, west: float, south: float, east: float, north: float) -> None:
        self.canvas.fit(self.canvas.projection.bounds_to_map((west, south, east, north)))

    def _show_identified(self, spot: Spot, found: tuple[Identified, ...]) -> None:
        self.identified.show_found(spot, found, self.readout.words(spot.lon, spot.lat))
        keys: list[MarkKey] = [thing.key for thing in found if thing.key is not None]
        self.identified_key = keys[0] if keys else None
        self.canvas.select(keys[:1])
        self.found.emit()

    def _look_at_mark(self, key: MarkKey) -> None:
        """Bring a live thing that was identified into the middle: it may have moved on."""
        place = self.canvas.live.place_of(key)
        if place is not None:
            self.canvas.set_view(replace(self.canvas.view, x=place[0], y=place[1]))

    def _sources(self) -> Sequence[IdentifySource]:
        return (
            LiveIdentify(self.canvas.objects_at, self._workspace.describe),
            ThermalIdentify(self.thermal.layer),
            self._vectors,
            ImageIdentify(self._images_in_view),
        )

    def _images_in_view(self) -> Iterator[tuple[str, Raster]]:
        view = self.canvas.view
        scale = scale_denominator(view.units_per_px * self.canvas.projection.ground_metres_per_unit(view.x, view.y))
        for entry in self.layers.tree:
            raster = self.images.raster(entry) if entry.source.kind is SourceKind.RASTER else None
            if raster is not None and entry.is_drawn_at(scale):
                yield entry.title, raster

    def _legend_rows(self, view: View, theme: Theme) -> tuple[LegendRow, ...]:
        """Of the thermal images and the users' layers that reach into a view, for output."""
        area = box(*self.canvas.projection.bounds_to_lonlat(view.bounds))
        shown, current = self.thermal.layer.shown, self.thermal.layer.current
        is_near = any(area.intersects(box(*image.bounds)) for image in (*shown.images, *shown.before))
        is_warm = is_near and shown.is_visible and shown.opacity > 0
        warm = thermal_rows(shown.colouring, unit_text(current.raster.unit)) if current and is_warm else ()
        ground_m = view.units_per_px * self.canvas.projection.ground_metres_per_unit(view.x, view.y)
        bounds = {entry.id: self.layers.bounds(entry.id) for entry in self.layers.tree}
        near = [entry for entry in self.layers.tree if (around := bounds[entry.id]) and area.intersects(box(*around))]
        return warm + layer_rows(near, scale_denominator(ground_m), theme)

    def _providers(self) -> Sequence[SearchProvider]:
        return (self._positions, self._names, self._vector_search, self._addresses)

    def _drawn(self, bounds: Bounds) -> Iterable[BaseGeometry]:
        return chain(self.canvas.geometries_in(bounds), self._vectors.drawn(bounds))


def _kept_format(memory: Path) -> CoordinateFormat:
    """The format of coordinates that was chosen last."""
    kept = kept_object(memory).get(_FORMAT)
    return next((style for style in CoordinateFormat if style.value == kept), CoordinateFormat.DECIMAL)
