"""The thing that the map follows: it stays in view, and a sign says how fast it goes and how far it came."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from rfers_desktop.attribute_text import number_of
from rfers_desktop.geo.measuring import distance_text, length_m
from rfers_desktop.geo.track_speed import speeds_kmh
from rfers_desktop.language import tr
from rfers_desktop.layers.looks import name_of
from rfers_desktop.layers.marks import MarkKey
from rfers_desktop.ui.look import present_theme
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.corner_widget import CornerWidget
from rfers_desktop.ui.map.view import View
from rfers_desktop.workspace import ObjectKey, StoredNotification, Workspace

_INNER = 0.6  # of the view: when the thing leaves this, the map goes after it
_PAD_X, _PAD_Y = 12, 6


class FollowSign(CornerWidget):
    """At the top of the map, between what stands in its corners."""

    def __init__(self, canvas: QWidget) -> None:
        super().__init__(canvas, Qt.Corner.TopLeftCorner)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.text = ""
        self.hide()

    def say(self, text: str) -> None:
        """Say something; nothing hides the sign."""
        if text != self.text:
            self.text = text
            self.setAccessibleName(text)
            metrics = QFontMetrics(self._bold())
            self.resize(metrics.horizontalAdvance(text) + 2 * _PAD_X, metrics.height() + 2 * _PAD_Y)
            self.update()
        self.setVisible(bool(text))
        self.place()

    def place(self) -> None:
        super().place()
        self.move((self._canvas.width() - self.width()) // 2, self.y())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = present_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.field_line)
        painter.setBrush(theme.plate)
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 5, 5)
        painter.setFont(self._bold())
        painter.setPen(theme.text)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text)
        painter.end()

    def _bold(self) -> QFont:
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        return font


class Follow(QObject):
    """At most one thing at a time; who moves the map, or away from the thing, follows no more."""

    ended = Signal()

    def __init__(self, workspace: Workspace, canvas: MapCanvas) -> None:
        super().__init__(canvas)
        self._workspace = workspace
        self._canvas = canvas
        self.key: ObjectKey | None = None
        self.sign = FollowSign(canvas)
        self._view = canvas.view
        self._is_going = False  # after the thing
        canvas.view_changed.connect(self._moved)

    def begin(self, key: ObjectKey) -> None:
        """Follow a thing from now on; its whole way is shown."""
        self.key = key
        self._canvas.select([_mark_key(key)])
        self.refresh(is_first=True)

    def stop(self) -> None:
        """Follow nothing."""
        self.key = None
        self.sign.say("")

    def refresh(self, *, is_first: bool = False) -> None:
        """The thing may be elsewhere: go after it if it leaves the middle of the map."""
        if self.key is None:
            return
        history = self._workspace.history_of(self.key)
        place = _last_place(history)
        if place is None:
            self.sign.say(tr("Following: it has no place yet"))
            return
        if is_first or not self._is_within(_INNER, place):
            x, y = self._canvas.projection.point_to_map(*place)
            self._is_going = True
            self._canvas.set_view(replace(self._canvas.view, x=x, y=y))
            self._is_going = False
        self.sign.say(self._words(history))

    def _is_within(self, part: float, place: tuple[float, float]) -> bool:
        """Whether a place is within the middle part of the map."""
        view = self._canvas.view
        x, y = self._canvas.projection.point_to_map(*place)
        half = part / 2 * view.units_per_px
        return abs(x - view.x) <= view.width * half and abs(y - view.y) <= view.height * half

    def _moved(self, view: View) -> None:
        """The map was moved: by a hand, it may be."""
        before, self._view = self._view, view
        if self.key is None or self._is_going:
            return
        is_pushed = view.units_per_px == before.units_per_px and (view.x, view.y) != (before.x, before.y)
        place = _last_place(self._workspace.history_of(self.key))
        if is_pushed or (place is not None and not self._is_within(1.0, place)):
            self.stop()
            self.ended.emit()

    def _words(self, history: list[StoredNotification]) -> str:
        newest = history[-1].notification.event
        topic = self._workspace.topics.get(newest.topic)
        words = [tr("Following {name}", name=name_of(newest, topic) or history[-1].key[1])]
        seen = [(s.notification.event.time.timestamp(), p) for s in history if (p := _place(s)) is not None]
        told = number_of(newest.attributes.get("Speed"))
        speed = told if told is not None else _last_speed(seen)
        if speed is not None:
            words.append(f"{speed:.0f} km/h")
        if len(seen) > 1:
            metres = length_m(np.array([place for _, place in seen]))
            words.append(tr("{distance} in {minutes} min", distance=distance_text(metres), minutes=_minutes(seen)))
        return " · ".join(words)


def _mark_key(key: ObjectKey) -> MarkKey:
    return ("event", *key)


def _place(stored: StoredNotification) -> tuple[float, float] | None:
    geometry = stored.notification.event.geometry
    return None if geometry is None else (geometry.centroid.x, geometry.centroid.y)


def _last_place(history: list[StoredNotification]) -> tuple[float, float] | None:
    return next((place for stored in reversed(history) if (place := _place(stored)) is not None), None)


def _last_speed(seen: list[tuple[float, tuple[float, float]]]) -> float | None:
    speeds = speeds_kmh([at for at, _ in seen[-2:]], [place for _, place in seen[-2:]])
    return speeds[-1] if speeds else None


def _minutes(seen: list[tuple[float, tuple[float, float]]]) -> int:
    return max(1, round((seen[-1][0] - seen[0][0]) / 60))
