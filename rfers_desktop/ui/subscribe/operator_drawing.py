"""Small pictures of the ways a zone and an event can lie to each other."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from broker_local.protocol.operators import GeometryKind, Operator, Relation
from rfers_desktop.subscription_draft import SpatialTest
from rfers_desktop.ui.themes import Theme

PICTURE = QSizeF(56.0, 40.0)
_DOT_PX = 4.0

Box = tuple[float, float, float, float]  # left, top, width, height

_WIDE: Box = (8, 5, 32, 30)
_LARGE: Box = (12, 3, 34, 34)
# Where zone and event are: whatever their kinds, the boxes they lie in.
_PLACES: dict[SpatialTest, tuple[Box, Box]] = {
    Operator.CONTAIN: (_WIDE, (18, 14, 12, 12)),
    Operator.INTERSECT: ((5, 6, 28, 28), (26, 12, 18, 18)),
    Operator.WITHIN: ((20, 12, 16, 16), _LARGE),
    Operator.TOUCH: ((4, 8, 24, 24), (28, 12, 16, 16)),
    Operator.CROSS: ((14, 7, 26, 26), (2, 12, 52, 16)),
    Operator.OVERLAP: ((4, 7, 28, 26), (20, 12, 30, 22)),
    Operator.DISJOINT: ((4, 8, 24, 24), (38, 13, 14, 14)),
    Relation.INSIDE: (_WIDE, (18, 14, 12, 12)),
    Relation.COVERED_BY: (_WIDE, (8, 14, 12, 12)),
    Relation.CONTAINS: ((22, 14, 12, 12), _LARGE),
    Relation.COVERS: ((12, 14, 12, 12), _LARGE),
    Relation.OVERLAPS: ((4, 7, 28, 26), (20, 12, 30, 22)),
    Relation.MEETS: ((4, 8, 24, 24), (28, 12, 16, 16)),
    Relation.EQUALS: (_WIDE, _WIDE),
    Relation.DISJOINT: ((4, 8, 24, 24), (38, 13, 14, 14)),
}


def draw_operator(
    painter: QPainter, at: QPointF, test: SpatialTest, zone: GeometryKind, event: GeometryKind, theme: Theme
) -> None:
    """The picture with its corner at a place: the zone in the colour of live zones, the event in that of incidents."""
    zone_box, event_box = (QRectF(*box).translated(at) for box in _PLACES[test])
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    is_event_larger = event_box.width() > zone_box.width() and event.dimension > 0
    drawn = [(zone_box, zone, theme.zone_live), (event_box, event, theme.incident)]
    for box, kind, colour in reversed(drawn) if is_event_larger else drawn:
        _draw(painter, box, kind, colour, is_dashed=test is Relation.EQUALS and colour == theme.incident)
    painter.restore()


def _draw(painter: QPainter, box: QRectF, kind: GeometryKind, colour: str, is_dashed: bool) -> None:
    ink = QColor(colour)
    style = Qt.PenStyle.DashLine if is_dashed else Qt.PenStyle.SolidLine
    painter.setPen(QPen(ink, 1.8, style, Qt.PenCapStyle.RoundCap))
    if kind.dimension == 0:
        painter.setBrush(ink)
        painter.drawEllipse(box.center(), _DOT_PX, _DOT_PX)
    elif kind.dimension == 1:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawLine(QPointF(box.left(), box.bottom()), QPointF(box.right(), box.top()))
    else:
        filling = QColor(ink)
        filling.setAlphaF(0.22)
        painter.setBrush(filling)
        painter.drawRoundedRect(box, 4.0, 4.0)
