"""Where an event lies as seen from a zone, in words: how far outside, how far inside, how far beyond."""

from __future__ import annotations

import math

import numpy as np
import shapely
from shapely import affinity
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.operators import Relation

from .ellipsoid import WGS84
from .exact import relation_of_matrix

_IN_WORDS: dict[Relation, str] = {
    Relation.MEETS: "the event meets the zone: they share an edge and nothing else",
    Relation.OVERLAPS: "the event overlaps the zone",
    Relation.EQUALS: "the event equals the zone",
    Relation.INSIDE: "the event is inside the zone",
    Relation.CONTAINS: "the event contains the zone",
    Relation.COVERS: "the event covers the zone and touches its edge",
    Relation.COVERED_BY: "the event is covered by the zone and touches its edge",
}
_MOST_CORNERS = 2_000  # of the part beyond, looked at for the farthest


def whereabouts(zone: BaseGeometry, event: BaseGeometry) -> str:
    """How an event lies to a zone that holds points, lines or areas."""
    if not shapely.intersects(zone, event):
        return f"the event is {in_words(distance_m(zone, event))} outside the zone"
    if shapely.touches(zone, event):
        return "the event touches the zone's edge and lies outside it"
    if shapely.covers(zone, event):
        inside_m = distance_m(shapely.boundary(zone), event) if shapely.get_dimensions(zone) > 0 else 0.0
        return (
            f"the event is within the zone, {in_words(inside_m)} from its edge"
            if inside_m
            else (
                "the event is within the zone and touches its edge"
                if shapely.get_dimensions(zone) > 0
                else "the event is at the zone's place"
            )
        )
    if shapely.covers(event, zone):
        return "the zone lies within the event"
    return f"the event is partly in the zone and reaches {in_words(_beyond_m(zone, event))} beyond it"


def whereabouts_of_region(zone: BaseGeometry, event: BaseGeometry) -> str:
    """Which of the eight relations holds between an event and a zone that are both regions."""
    relation = relation_of_matrix(shapely.relate(event, zone))
    if relation is Relation.DISJOINT:
        return f"the event is {in_words(distance_m(zone, event))} outside the zone"
    return _IN_WORDS[relation]


def distance_m(zone: BaseGeometry, event: BaseGeometry) -> float:
    """The geodesic distance between two geometries, also across the antimeridian.

    The nearest points are found in degrees that are made equally long both ways where the event is.
    """
    lat = float(np.clip(shapely.get_y(shapely.centroid(event)), -89.9, 89.9))
    shrink = math.cos(math.radians(lat))
    flat_event = affinity.scale(event, shrink, 1.0, origin=(0.0, 0.0))
    best = math.inf
    for turn in (-360.0, 0.0, 360.0):
        moved = affinity.translate(zone, turn) if turn else zone
        flat_zone = affinity.scale(moved, shrink, 1.0, origin=(0.0, 0.0))
        (x1, y1), (x2, y2) = shapely.get_coordinates(shapely.shortest_line(flat_zone, flat_event))
        _, _, metres = WGS84.inv(x1 / shrink, y1, x2 / shrink, y2)
        best = min(best, abs(float(metres)))
    return best


def in_words(metres: float) -> str:
    """A distance as people say it."""
    if metres < 1.0:
        return "less than 1 m"
    if metres < 999.5:
        return f"{metres:.0f} m"
    return f"{metres / 1000:.1f} km" if metres < 99_950 else f"{metres / 1000:.0f} km"


def _beyond_m(zone: BaseGeometry, event: BaseGeometry) -> float:
    corners = shapely.get_coordinates(shapely.difference(event, zone))
    some = corners[:: len(corners) // _MOST_CORNERS + 1]
    return max((distance_m(zone, shapely.Point(corner)) for corner in some), default=0.0)  # none: by a rounding
