"""The ways that things came: lines that fade with age, of which only the parts that change are painted again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from rfers_desktop.layers.marks import PointMark

from .pixel_frame import PixelFrame
from .touches import Box

Corner = tuple[float, float]
_AGES_S = np.array([300.0, 900.0, 1_800.0])
_OPACITY = (0.75, 0.52, 0.32, 0.18)
WIDTH_PX = 2.5
_PARTS = 16  # of a device pixel: a trail's corners lie on such a grid, to look the same wherever the view is


@dataclass(frozen=True, slots=True)
class Trail:
    """Places in map units, oldest first, and when the thing was there (not a number: it does not fade)."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    times: NDArray[np.float64]

    @classmethod
    def of(cls, mark: PointMark) -> Trail | None:
        """The trail of a mark, if it has moved."""
        if len(mark.trail) < 2:
            return None
        places = np.array(mark.trail)
        times = np.array(mark.trail_times) if mark.trail_times else np.full(len(places), np.nan)
        return cls(places[:, 0], places[:, 1], times)

    def steps(self, now_s: float) -> NDArray[np.int64]:
        """By how much each piece has faded, by the time at its end."""
        ages = now_s - self.times[1:]
        return np.asarray((ages[:, None] >= _AGES_S).sum(axis=1))

    def corners(self, frame: PixelFrame) -> NDArray[np.float64]:
        """The places in device pixels from the map's origin."""
        x = np.floor(self.x * (frame.per_unit * _PARTS) + 0.5 + 1 / 1024) / _PARTS
        y = np.floor(self.y * (-frame.per_unit * _PARTS) + 0.5 + 1 / 1024) / _PARTS
        return np.column_stack((x, y))

    def box(self, frame: PixelFrame) -> Box:
        """The pixels that the trail reaches."""
        return _box(self.corners(frame), frame)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The box around the places."""
        return float(self.x.min()), float(self.y.min()), float(self.x.max()), float(self.y.max())

    def paint(self, painter: QPainter, frame: PixelFrame, now_s: float, colour: str) -> None:
        """Draw in device pixels of the frame: the pieces of one age as one line, so that its corners do not show."""
        corners = self.corners(frame) - (frame.left, frame.top)
        steps = self.steps(now_s)
        starts = [0, *(np.flatnonzero(np.diff(steps)) + 1).tolist(), len(steps)]
        for first, last in zip(starts, starts[1:]):
            ink = QColor(colour)
            ink.setAlphaF(_OPACITY[steps[first]])
            pen = QPen(ink, WIDTH_PX * frame.ratio, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in corners[first : last + 1].tolist()]))


def changed_boxes(old: Trail | None, new: Trail | None, frame: PixelFrame, old_now_s: float, now_s: float) -> list[Box]:
    """The pixels in which two trails differ, or one at two times."""
    before, after = _pieces(old, frame, old_now_s), _pieces(new, frame, now_s)
    # A piece may be driven twice. Its box holds the corners at its ends, which look otherwise when its age does.
    return [_box(np.array(piece[:2]), frame) for piece in ((before - after) | (after - before))]


def _pieces(trail: Trail | None, frame: PixelFrame, now_s: float) -> Counter[tuple[Corner, Corner, int]]:
    if trail is None:
        return Counter()
    corners: list[Corner] = [(x, y) for x, y in trail.corners(frame).tolist()]
    return Counter(zip(corners, corners[1:], trail.steps(now_s).tolist()))


def _box(corners: NDArray[np.float64], frame: PixelFrame) -> Box:
    reach = WIDTH_PX * frame.ratio + 2
    left, top = np.floor(corners.min(axis=0) - reach).astype(int).tolist()
    right, bottom = np.ceil(corners.max(axis=0) + reach).astype(int).tolist()
    return left, top, right, bottom
