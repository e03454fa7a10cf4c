"""The marks on the map's own sheets, zones and live ones, and the changes that wait for the next frame."""

from __future__ import annotations

from PySide6.QtCore import QRect
from shapely.geometry.base import BaseGeometry

from rfers_desktop.layers.marks import LayerChange, Mark, MarkKey, ZoneMark

from .label_space import overlap
from .live_content import KeptFree, LiveContent
from .pixel_frame import PixelFrame
from .shown_kinds import ShownKinds
from .view import Bounds, View
from .zone_content import ZoneContent


class CanvasMarks:
    """Changes are gathered by object: a mark that moved ten times within a frame is drawn once."""

    def __init__(self, view: View) -> None:
        self.zones = ZoneContent(view)
        self.live = LiveContent(view, self.zones.name_boxes)
        self._names: KeptFree = lambda _: []
        self._uncovered: list[QRect] = []
        self._pending: dict[MarkKey, Mark | None] = {}

    def __len__(self) -> int:
        return len(self.zones) + len(self.live)

    @property
    def is_waiting(self) -> bool:
        """Whether changes wait to be taken in."""
        return bool(self._pending)

    def gather(self, change: LayerChange) -> None:
        """Keep a change for the next frame."""
        self._pending.update((key, None) for key in change.taken)
        self._pending.update((mark.key, mark) for mark in change.put)

    def avoid_names(self, names: KeptFree) -> None:
        """Live labels rather do not cover the names that somebody writes on the ground; those of zones do."""
        self._names = names
        self.live.avoid_names(names)

    def take_uncovered(self) -> list[QRect]:
        """The names on the ground that a zone's name covers since last asked, or does no more, in device pixels."""
        uncovered, self._uncovered = self._uncovered, []
        return uncovered

    def take_in(self, view: View, is_followed: bool = True) -> bool:
        """Draw what waits; returns whether there is a new mark that is not in view, if the map follows those."""
        pending, self._pending = self._pending, {}
        marks = [mark for mark in pending.values() if mark is not None]
        gone = [key for key, mark in pending.items() if mark is None]
        is_any_new = is_followed and any(
            mark.key not in self.zones and mark.key not in self.live and not _is_in_view(mark, view) for mark in marks
        )
        zones = [mark for mark in marks if isinstance(mark, ZoneMark)]
        is_any_zone = bool(zones) or (len(self.zones) > 0 and any(key in self.zones for key in pending))
        before = set(self.zones.name_boxes(PixelFrame.of(view))) if is_any_zone else set()
        for key in gone:
            self.zones.take(key)
        if gone:
            self.live.take(gone)
        for zone in zones:
            self.zones.put(zone)
        self.live.put([mark for mark in marks if not isinstance(mark, ZoneMark)] if zones else marks)
        if is_any_zone:
            frame = PixelFrame.of(view)
            changed = before ^ set(self.zones.name_boxes(frame))
            self._uncovered += [
                QRect(name[0] - frame.left, name[1] - frame.top, name[2] - name[0], name[3] - name[1])
                for name in (self._names(frame) if changed else ())
                if any(overlap(name, plate) for plate in changed)
            ]
        return is_any_new

    def clear(self) -> None:
        """Draw nothing."""
        self._pending.clear()
        self.zones.clear()
        self.live.clear()

    def bounds(self) -> Bounds | None:
        """The box around all marks."""
        boxes = [*self.zones.bounds(), *self.live.bounds()]
        if not boxes:
            return None
        x_min, y_min, x_max, y_max = zip(*boxes)
        return min(x_min), min(y_min), max(x_max), max(y_max)

    def objects_at(self, view: View, px: float, py: float, radius: float) -> list[MarkKey]:
        """The marks at a pixel, the nearest first: live ones, then zones."""
        near = self.live.objects_at(view, px, py, radius)
        return near + self.zones.keys_at(*view.place(px, py), radius * view.units_per_px)

    def kinds_in(self, bounds: Bounds) -> ShownKinds:
        """What kinds of marks are within bounds."""
        return self.live.kinds_in(bounds) | ShownKinds(shapes=self.zones.styles_in(bounds))

    def geometries_in(self, bounds: Bounds) -> list[BaseGeometry]:
        """Zones and shapes that touch bounds, in map units."""
        return [*self.zones.geometries_in(bounds), *self.live.geometries_in(bounds)]


def _is_in_view(mark: Mark, view: View) -> bool:
    x_min, y_min, x_max, y_max = mark.bounds
    west, south, east, north = view.bounds
    return west <= x_min and x_max <= east and south <= y_min and y_max <= north
