"""The local repository in the window: searched, exported from, trimmed, looked at without a link; and dropped files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.change import Change
from rfers_desktop.geo.out_layer import OutLayer
from rfers_desktop.language import tr, tr_count
from rfers_desktop.layers.event_tables import Told, event_tables
from rfers_desktop.ui.background import Background, Job
from rfers_desktop.ui.exporting import Exporter
from rfers_desktop.ui.part import Command, Desk, Panel
from rfers_desktop.workspace import RepositorySearch, Retention, StoredNotification

from .drop_choice import ENDINGS, DropChoice, zone_of
from .panel import RepositoryPanel
from .retention_dialog import RetentionDialog

_ALL = 100_000_000
_FOUND_FILE = "found.gpkg"


class RepositoryPart(QObject):
    """`use_as_zone` tells the shape of a file that is to become the zone of a subscription."""

    use_as_zone = Signal(object)  # BaseGeometry, lon/lat

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.window)
        self._desk = desk
        self.panel = RepositoryPanel(desk.workspace.topics, desk.window)
        self.background = Background(self)
        self.background.problem.connect(desk.notice.show_problem)
        self.exporter = Exporter(desk.window, self.background, self.panel.say)
        self.choice: DropChoice | None = None
        self.panel.asked.connect(self.search)
        self.panel.look_at.connect(self._look_at)
        self.panel.export_found.connect(self._export_found)
        self.panel.draw_found.connect(self._draw_found)
        self.panel.settings.connect(self.ask_retention)
        desk.pane.take_files = self.take_files

    def commands(self) -> Sequence[Command]:
        menu = tr("&Data")
        selection = self._desk.selection
        return (
            Command("data.search", tr("Search the &repository"), menu, self._open, "Ctrl+Shift+Y"),
            Command(
                "data.export_selected",
                tr("Export &selected notifications…"),
                menu,
                lambda: self._export(selection.selected),
                "",
                lambda: bool(selection.selected()),
            ),
            Command("data.export_shown", tr("Export notifications in the &table…"), menu, self._export_shown, "Ctrl+E"),
            Command("data.export_all", tr("Export the &whole repository…"), menu, self._export_all, "", self._is_open),
            Command("data.open", tr("&Open a repository offline…"), menu, self._ask_repository),
            Command("data.retention", tr("&Keep how long…"), menu, self.ask_retention),
        )

    def panels(self) -> Sequence[Panel]:
        return (Panel("repository", tr("Local repository"), self.panel, help="repository", is_long=True),)

    def show(self, change: Change) -> None:
        if change.is_new_desk:
            self.panel.show_found([])
            self._tell_size()
        if change.topics is not None:
            self.panel.use_topics(change.topics)

    def close(self) -> None:
        self.background.stop()

    def search(self, wanted: RepositorySearch, is_in_view: bool) -> None:
        """Look for something, aside."""
        if is_in_view:
            wanted = replace(wanted, area=self._desk.pane.canvas.shown_area().bounds)
        look = self._desk.workspace.search_for(wanted)
        self.background.do(tr("Searching"), lambda job: look(), lambda found: self._show_found(found, wanted))

    def ask_retention(self) -> RetentionDialog:
        """Ask how long things are kept."""
        dialog = RetentionDialog(self._desk.workspace.keeping.retention(), self._desk.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(self._retain)
        dialog.open()
        return dialog

    def take_files(self, files: list[Path]) -> None:
        """Files were dropped on the map: one GeoJSON may be a zone, all others are layers."""
        if len(files) == 1 and files[0].suffix.lower() in ENDINGS:
            self.choice = DropChoice(files[0].name, self._desk.workspace.login is not None, self._desk.window)
            self.choice.draw.connect(lambda: self._desk.pane.layers_panel.add_files(files))
            self.choice.use_as_zone.connect(lambda: self._read_zone(files[0]))
            self.choice.open()
        else:
            self._desk.pane.layers_panel.add_files(files)

    def open_offline(self, file: Path) -> None:
        """Show what a desk received, without a link."""
        try:
            self._desk.apply(self._desk.workspace.open_repository(file))
        except ProtocolError as error:
            self._desk.notice.show_problem(str(error))

    def _read_zone(self, file: Path) -> None:
        def work(job: Job) -> object:
            from rfers_desktop.geo.vector_files import read_vector_file  # with GDAL, which a window starts without

            return zone_of(read_vector_file(file), file)

        self.background.do(tr("Reading {name}", name=file.name), work, self.use_as_zone.emit)

    def _show_found(self, found: list[StoredNotification], wanted: RepositorySearch) -> None:
        self.panel.show_found(found)
        words = tr_count("{count} notification found.", "{count} notifications found.", len(found))
        more = tr(" There may be more: only the newest are listed.") if len(found) >= wanted.limit else ""
        self.panel.say(words + more)

    def _export_found(self) -> None:
        self._export(lambda: self.panel.model.everything())

    def _export_shown(self) -> None:
        self._export(self._desk.selection.shown)

    def _export(self, chosen: Callable[[], Sequence[StoredNotification]]) -> None:
        rows = list(chosen())
        self.exporter.ask(tr("notifications"), self.tables(lambda: rows))

    def _export_all(self) -> None:
        look = self._desk.workspace.search_for(RepositorySearch(limit=_ALL))
        self.exporter.ask(tr("repository"), self.tables(look))

    def tables(self, rows: Callable[[], Sequence[StoredNotification]]) -> Callable[[], list[OutLayer]]:
        """Notifications as layers, to be made on the working thread."""
        topics = dict(self._desk.workspace.topics)
        return lambda: event_tables([Told(stored.notification, stored.received_at) for stored in rows()], topics)

    def _draw_found(self) -> None:
        """What was found becomes a layer of the map."""
        found = self.panel.model.everything()
        file = self._desk.settings / "results" / _FOUND_FILE
        make = self.tables(lambda: found)

        def work(job: Job) -> None:
            from rfers_desktop.geo.vector_writing import write_layers

            file.parent.mkdir(parents=True, exist_ok=True)
            write_layers(file, make())

        self.background.do(tr("Drawing"), work, lambda _: self._desk.pane.layers_panel.add_files([file]))

    def _retain(self, retention: Retention) -> None:
        try:
            self._desk.workspace.keeping.retain(retention)
        except OSError as error:
            self._desk.notice.show_problem(tr("The limits could not be saved: {reason}", reason=str(error)))

    def _ask_repository(self) -> None:
        files = self._desk.workspace.keeping.repositories()
        folder = str(files[0].parent) if files else ""
        chosen, _ = QFileDialog.getOpenFileName(
            self._desk.window, tr("Open a repository"), folder, f"{tr('Repositories')} (*.gpkg)"
        )
        if chosen:
            self.open_offline(Path(chosen))

    def _look_at(self, stored: StoredNotification) -> None:
        place = stored.notification.event.geometry
        if place is not None:
            canvas = self._desk.pane.canvas
            self._desk.reveal("map")
            x, y = canvas.projection.point_to_map(place.centroid.x, place.centroid.y)
            canvas.set_view(replace(canvas.view, x=x, y=y))

    def _open(self) -> None:
        self._tell_size()
        self._desk.reveal("repository")
        self.panel.words.setFocus()

    def _tell_size(self) -> None:
        if not self._is_open():
            self.panel.say(tr("Nothing is kept: log in, or open a repository."))
            return
        size = self._desk.workspace.keeping.size()
        rows = tr_count("{count} notification", "{count} notifications", size.rows)
        since = tr(", since {moment}", moment=size.oldest[:16].replace("T", " ")) if size.oldest else ""
        self.panel.say(f"{rows}, {size.size_bytes / 1e6:.1f} MB{since}")

    def _is_open(self) -> bool:
        return self._desk.workspace.keeping.file is not None
