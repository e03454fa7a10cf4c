"""A subscription that is live, taken up again as a draft, to be changed where it is."""

from __future__ import annotations

import shapely

from broker_local.protocol.operators import Operator
from broker_local.protocol.subscription import SpatialPredicate, Subscription

from .parked_draft import ParkedDraft
from .sketch import LonLat, Shape, Sketch

_MOST_CORNERS = 200  # more are pulled by nobody: such a zone is taken over whole


def draft_of(subscription: Subscription) -> ParkedDraft:
    """All of a subscription as it was drawn, with its corners where they can be pulled."""
    spatial = subscription.spatial
    return ParkedDraft(
        Sketch(Shape.EVERYWHERE, is_finished=True) if spatial is None else sketch_of(spatial),
        subscription.topic,
        Operator.CONTAIN if spatial is None else spatial.test,
        0.0 if spatial is None else spatial.buffer_m,
        "" if subscription.filter is None else subscription.filter.text,
        subscription.name,
        subscription.options,
        replaces=subscription.id,
        soft_m=0.0 if spatial is None else spatial.soft_m,
        certainty=subscription.certainty,
    )


def sketch_of(spatial: SpatialPredicate) -> Sketch:
    """The drawing that a zone came from, finished; what cannot be drawn by hand is as if it had been picked."""
    zone = spatial.zone
    if isinstance(zone, shapely.Point):
        shape = Shape.CIRCLE if spatial.buffer_m > 0.0 else Shape.POINT
        return Sketch(shape, ((zone.x, zone.y),), is_finished=True)
    if shapely.get_num_coordinates(zone) <= _MOST_CORNERS:
        if isinstance(zone, shapely.LineString):
            return Sketch(Shape.LINE, _corners(zone), is_finished=True)
        if isinstance(zone, shapely.Polygon) and not zone.interiors:
            return Sketch(Shape.POLYGON, _corners(zone.exterior)[:-1], is_finished=True)
    return Sketch(Shape.FEATURES, is_finished=True, picked=zone)


def _corners(line: shapely.LineString) -> tuple[LonLat, ...]:
    return tuple((float(lon), float(lat)) for lon, lat in shapely.get_coordinates(line))
