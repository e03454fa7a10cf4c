"""Keeps the details card, the table and the map on the same notification, and brings its picture and its reasons."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt

from broker_local.protocol.blob import BlobRef
from broker_local.protocol.topic import AttributeType, AttributeValue
from rfers_desktop.geo.geodesic_buffer import buffered
from rfers_desktop.geo.nearest_edge import nearest_edge
from rfers_desktop.language import tr
from rfers_desktop.layers.marks import MarkKey
from rfers_desktop.ui.map.click_watch import ClickWatch
from rfers_desktop.ui.map.edge_line import EdgeLineOverlay
from rfers_desktop.ui.map.tools.draw import DrawTool
from rfers_desktop.ui.panels.notifications import NotificationsPanel
from rfers_desktop.ui.part import Desk
from rfers_desktop.workspace import ArrivedBlob, Change, StoredNotification

from .card import DetailsCard
from .photo_viewer import PhotoViewer
from .picture_reading import Picture, PictureReading

_EVENT = "event"  # the band of live marks, which their keys begin with
_THERMAL = "RasterFile"


class DetailsControl(QObject):
    """Both ways: a row selects its mark on the map, a click on the map selects the newest row of what is there."""

    def __init__(self, desk: Desk, panel: NotificationsPanel) -> None:
        super().__init__(desk.window)
        self._desk = desk
        self._panel = panel
        self.card = DetailsCard(desk.window)
        self.edge = EdgeLineOverlay(desk.pane.canvas)
        self._stored: StoredNotification | None = None
        self._asked = ""  # the request whose answer is awaited
        self._wanted = ""  # the hash or the id of the picture that is awaited
        self._is_thermal = False
        self._content = b""
        self._picture: Picture | None = None
        self.viewer: PhotoViewer | None = None
        self._reading = PictureReading(self)
        self._reading.read.connect(self._show_picture)
        self._clicks = ClickWatch(desk.pane.canvas, self._clicked)
        panel.selected.connect(self._select)
        panel.table.clicked.connect(self._reveal)
        panel.look_at.connect(self._reveal)
        self.card.why.asked.connect(self._explain)
        self.card.why.drawn.connect(self.edge.show)
        self.card.enlarge.connect(self._enlarge)

    @property
    def stored(self) -> StoredNotification | None:
        """The notification whose details are shown."""
        return self._stored

    def show(self, change: Change) -> None:
        """Take in what was waited for."""
        if change.is_new_desk:
            self._select(None)
        for blob in change.blobs:
            self._take_blob(blob)
        for answer in change.explanations:
            if answer.request_id == self._asked:
                self.card.why.show_answer(answer)

    def close(self) -> None:
        """Let go of the thread."""
        self._reading.stop()

    def _clicked(self, keys: list[MarkKey]) -> None:
        """Something on the map was clicked: its newest notification is selected; zones are not notifications."""
        key = next((key for key in keys if key[0] == _EVENT), None)
        stored = None if key is None else self._panel.model.newest_of(key[1:])
        if stored is None:
            return
        if not self._panel.select(stored):  # it is not among the rows that are shown
            self._panel.table.clearSelection()
            self._select(stored)
        self._desk.reveal("details")

    def _reveal(self, _: object = None) -> None:
        """Who clicks a row wants to read it; the card of a drawing under way is not taken away for it."""
        if self._stored is not None and not isinstance(self._desk.pane.canvas.tool, DrawTool):
            self._desk.reveal("details")

    def _select(self, stored: StoredNotification | None) -> None:
        self._show_selected(stored)
        self._desk.selection.tell()

    def _show_selected(self, stored: StoredNotification | None) -> None:
        self._stored = stored
        self._asked = self._wanted = ""
        self._picture = None
        canvas = self._desk.pane.canvas
        if stored is None:
            self.card.show_nothing()
            self.edge.show(None)
            canvas.select([])
            return
        canvas.select([(_EVENT, *stored.key)])
        self.card.show_notification(stored, self._desk.workspace.topics)
        self._bring_picture(stored)

    def _bring_picture(self, stored: StoredNotification) -> None:
        event = stored.notification.event
        topic = self._desk.workspace.topics.get(event.topic)
        binaries = [a.name for a in topic.attributes if a.type is AttributeType.BINARY] if topic is not None else []
        found = next(((name, event.attributes[name]) for name in binaries if name in event.attributes), None)
        if found is None:
            return
        self.card.wait_for_picture()
        self._read_or_fetch(stored, *found)

    def _read_or_fetch(self, stored: StoredNotification, name: str, value: AttributeValue) -> None:
        self._is_thermal = name == _THERMAL
        if isinstance(value, bytes):
            self._wanted = stored.notification.event.id
            self._read(self._wanted, value)
        elif isinstance(value, BlobRef):
            self._wanted = value.sha256
            for blob in self._desk.workspace.fetch(stored, value).blobs:
                self._take_blob(blob)

    def _take_blob(self, blob: ArrivedBlob) -> None:
        if blob.sha256 != self._wanted or not self._wanted:
            return
        if blob.problem:
            self.card.show_picture(Picture(blob.sha256, None, problem=tr("No picture: {why}", why=blob.problem)))
        else:
            self._read(blob.sha256, blob.content)

    def _read(self, key: str, content: bytes) -> None:
        self._content = content
        if self._is_thermal:
            self._reading.read_thermal(key, content, tr("thermal image"))
        else:
            self._reading.read_photo(key, content)

    def _show_picture(self, picture: Picture) -> None:
        if picture.key == self._wanted:
            self._picture = picture
            self.card.show_picture(picture)

    def _enlarge(self) -> None:
        if self._picture is None or self._picture.image is None:
            return
        self.viewer = PhotoViewer(self._picture.image, self._content, self.card.title.text(), self._desk.window)
        self.viewer.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.viewer.show()

    def _explain(self, subscription_id: str) -> None:
        if self._stored is None:
            return
        asked = self._desk.workspace.explain(self._stored, subscription_id)
        self._asked = asked or ""
        if asked is None:
            self.card.why.show_no_link()
        self._show_edge(self._stored, subscription_id)

    def _show_edge(self, stored: StoredNotification, subscription_id: str) -> None:
        place = stored.notification.event.geometry
        records = self._desk.workspace.subscriptions()
        found = next((r.subscription for r in records if r.subscription.id == subscription_id), None)
        spatial = found.spatial if found is not None else None
        if spatial is None or place is None:
            self.card.why.show_line(None, 0.0)
            return
        self.card.why.show_line(nearest_edge(buffered(spatial.zone, spatial.buffer_m), place), spatial.buffer_m)
