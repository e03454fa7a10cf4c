"""A subscription that is reopened: the drawing it was made from, as far as its zone tells."""

from __future__ import annotations

import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.operators import Operator
from broker_local.protocol.subscription import Subscription

from .parked_draft import ParkedDraft
from .sketch import Shape, Sketch


def reopened(subscription: Subscription) -> ParkedDraft:
    """What to put on the card to change a subscription."""
    spatial = subscription.spatial
    sketch = (
        Sketch(Shape.EVERYWHERE) if spatial is None else sketch_of(spatial.zone, spatial.buffer_m, subscription.name)
    )
    return ParkedDraft(
        sketch,
        subscription.topic,
        Operator.CONTAIN if spatial is None else spatial.test,
        0.0 if spatial is None else spatial.buffer_m,
        "" if subscription.filter is None else subscription.filter.text,
        subscription.name,
        subscription.options,
    )


def sketch_of(zone: BaseGeometry, buffer_m: float, name: str) -> Sketch:
    """Corners that can be dragged, where the zone is a point, a line or one plain area; else the zone as it is."""
    if isinstance(zone, shapely.Point):
        return Sketch(Shape.CIRCLE if buffer_m > 0 else Shape.POINT, ((zone.x, zone.y),), True)
    if isinstance(zone, shapely.LineString):
        return Sketch(Shape.LINE, tuple((x, y) for x, y, *_ in zone.coords), True)
    if isinstance(zone, shapely.Polygon) and not zone.interiors:
        return Sketch(Shape.POLYGON, tuple((x, y) for x, y, *_ in zone.exterior.coords[:-1]), True)
    return Sketch(Shape.FEATURES, (), True, zone, name)
