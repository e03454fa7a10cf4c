"""The six thesis operators (and Intersect), the eight region relations, and which can never be true."""

from __future__ import annotations

from enum import StrEnum


class Operator(StrEnum):
    """`zone OPERATOR event`, with OGC meaning (thesis 3.5.2 and appendix A)."""

    CONTAIN = "Contain"
    WITHIN = "Within"
    TOUCH = "Touch"
    CROSS = "Cross"
    OVERLAP = "Overlap"
    DISJOINT = "Disjoint"
    INTERSECT = "Intersect"


class Relation(StrEnum):
    """`event RELATION zone` between regions; exactly one holds for any pair (Konstantinidis 2011, figure 2)."""

    DISJOINT = "disjoint"
    MEETS = "meets"
    OVERLAPS = "overlaps"
    EQUALS = "equals"
    INSIDE = "inside"
    CONTAINS = "contains"
    COVERS = "covers"
    COVERED_BY = "covered-by"


class GeometryKind(StrEnum):
    """The geometry types of events and zones, by their GeoJSON names."""

    POINT = "Point"
    LINE_STRING = "LineString"
    POLYGON = "Polygon"
    MULTI_POINT = "MultiPoint"
    MULTI_LINE_STRING = "MultiLineString"
    MULTI_POLYGON = "MultiPolygon"

    @property
    def dimension(self) -> int:
        """0 for points, 1 for lines, 2 for areas."""
        if self in (GeometryKind.POINT, GeometryKind.MULTI_POINT):
            return 0
        return 1 if self in (GeometryKind.LINE_STRING, GeometryKind.MULTI_LINE_STRING) else 2


def why_never(operator: Operator, zone: GeometryKind, event: GeometryKind) -> str | None:
    """Why `zone operator event` can be true for no pair of these kinds; None if it can be."""
    z, e = zone.dimension, event.dimension
    if operator is Operator.CONTAIN and e > z:
        return f"a {zone} cannot contain a {event}"
    if operator is Operator.WITHIN and z > e:
        return f"a {zone} cannot lie within a {event}"
    if operator is Operator.TOUCH and z == e == 0:
        return "points have no boundary to touch at"
    if operator is Operator.OVERLAP:
        if z != e:
            return f"only geometries of one dimension overlap, not a {zone} and a {event}"
        if GeometryKind.POINT in (zone, event):
            return "a single point overlaps nothing: it is either the same place or another"
    if operator is Operator.CROSS:
        if z == e and z != 1:
            return f"a {zone} and a {event} cannot cross; they overlap or touch"
        if GeometryKind.POINT in (zone, event):
            return "a single point cannot cross anything: it has no two sides"
    return None


def why_never_region(zone: GeometryKind, event: GeometryKind) -> str | None:
    """Why a region relation cannot be asked of these kinds: both must be areas."""
    for role, kind in (("zone", zone), ("event", event)):
        if kind.dimension != 2:
            return f"the eight relations are between regions, and the {role} is a {kind}"
    return None
