"""Pairs of geometries and all that is true of them, written out by hand (thesis appendix A, and its multi-parts).

C contains, W within, T touches, X crosses, O overlaps, D disjoint, I intersects: what the first does to the second.
Read backwards, C and W change places and the others stay.
"""

from __future__ import annotations

from broker_local.protocol.operators import Operator, Relation

LETTERS = {
    "C": Operator.CONTAIN,
    "W": Operator.WITHIN,
    "T": Operator.TOUCH,
    "X": Operator.CROSS,
    "O": Operator.OVERLAP,
    "D": Operator.DISJOINT,
    "I": Operator.INTERSECT,
}
BACKWARDS = str.maketrans("CW", "WC")

SQUARE = "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))"
HOLED = "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 1 3, 3 3, 3 1, 1 1))"
SQUARES = "MULTIPOLYGON (((0 0, 2 0, 2 2, 0 2, 0 0)), ((4 0, 6 0, 6 2, 4 2, 4 0)))"
KISSING = "MULTIPOLYGON (((0 0, 2 0, 2 2, 0 2, 0 0)), ((2 2, 4 2, 4 4, 2 4, 2 2)))"
LINE = "LINESTRING (0 0, 4 0)"
LOOP = "LINESTRING (0 0, 4 0, 4 4, 0 0)"
LINES = "MULTILINESTRING ((0 0, 2 0), (4 0, 6 0))"
JOINED = "MULTILINESTRING ((0 0, 2 0), (2 0, 4 0))"
STAR = "MULTILINESTRING ((0 0, 2 0), (2 0, 4 0), (2 0, 2 2))"
POINTS = "MULTIPOINT ((0 0), (2 0))"

CASES: list[tuple[str, str, str]] = [
    # Point and Point
    ("POINT (1 1)", "POINT (1 1)", "CWI"),
    ("POINT (1 1)", "POINT (1 2)", "D"),
    # Point and MultiPoint
    ("POINT (0 0)", POINTS, "WI"),
    ("POINT (0 0)", "MULTIPOINT ((0 0))", "CWI"),
    ("POINT (1 0)", POINTS, "D"),
    # Point and LineString: the ends are its boundary, a loop has none
    ("POINT (1 0)", LINE, "WI"),
    ("POINT (0 0)", LINE, "TI"),
    ("POINT (4 0)", LINE, "TI"),
    ("POINT (5 0)", LINE, "D"),
    ("POINT (1 1e-12)", LINE, "D"),
    ("POINT (0 0)", LOOP, "WI"),
    # Point and MultiLineString: an end shared by two lines is inside, one shared by three is an end again
    ("POINT (1 0)", LINES, "WI"),
    ("POINT (4 0)", LINES, "TI"),
    ("POINT (3 0)", LINES, "D"),
    ("POINT (2 0)", JOINED, "WI"),
    ("POINT (2 0)", STAR, "TI"),
    # Point and Polygon
    ("POINT (2 2)", SQUARE, "WI"),
    ("POINT (2 0)", SQUARE, "TI"),
    ("POINT (4 4)", SQUARE, "TI"),
    ("POINT (5 2)", SQUARE, "D"),
    ("POINT (2 2)", HOLED, "D"),
    ("POINT (1 2)", HOLED, "TI"),
    ("POINT (3 3)", HOLED, "TI"),
    ("POINT (0.5 2)", HOLED, "WI"),
    # Point and MultiPolygon
    ("POINT (5 1)", SQUARES, "WI"),
    ("POINT (4 1)", SQUARES, "TI"),
    ("POINT (3 1)", SQUARES, "D"),
    ("POINT (2 2)", KISSING, "TI"),
    # MultiPoint and MultiPoint
    (POINTS, "MULTIPOINT ((2 0), (0 0))", "CWI"),
    (POINTS, "MULTIPOINT ((0 0))", "CI"),
    (POINTS, "MULTIPOINT ((0 0), (9 9))", "OI"),
    (POINTS, "MULTIPOINT ((1 0), (3 0))", "D"),
    # MultiPoint and LineString
    ("MULTIPOINT ((1 0), (2 0))", LINE, "WI"),
    ("MULTIPOINT ((0 0), (2 0))", LINE, "WI"),
    ("MULTIPOINT ((0 0), (4 0))", LINE, "TI"),
    ("MULTIPOINT ((0 0), (9 9))", LINE, "TI"),
    ("MULTIPOINT ((1 0), (9 9))", LINE, "XI"),
    ("MULTIPOINT ((8 8), (9 9))", LINE, "D"),
    # MultiPoint and MultiLineString
    ("MULTIPOINT ((1 0), (5 0))", LINES, "WI"),
    ("MULTIPOINT ((2 0), (4 0))", LINES, "TI"),
    ("MULTIPOINT ((1 0), (3 0))", LINES, "XI"),
    ("MULTIPOINT ((3 0), (3 1))", LINES, "D"),
    ("MULTIPOINT ((2 0), (9 9))", JOINED, "XI"),
    # MultiPoint and Polygon
    ("MULTIPOINT ((1 1), (2 2))", SQUARE, "WI"),
    ("MULTIPOINT ((0 0), (2 2))", SQUARE, "WI"),
    ("MULTIPOINT ((0 0), (4 2))", SQUARE, "TI"),
    ("MULTIPOINT ((0 0), (9 9))", SQUARE, "TI"),
    ("MULTIPOINT ((2 2), (9 9))", SQUARE, "XI"),
    ("MULTIPOINT ((8 8), (9 9))", SQUARE, "D"),
    ("MULTIPOINT ((0.5 2), (2 2))", HOLED, "XI"),
    # MultiPoint and MultiPolygon
    ("MULTIPOINT ((1 1), (5 1))", SQUARES, "WI"),
    ("MULTIPOINT ((2 1), (4 1))", SQUARES, "TI"),
    ("MULTIPOINT ((1 1), (3 1))", SQUARES, "XI"),
    ("MULTIPOINT ((3 1), (3 2))", SQUARES, "D"),
    # LineString and LineString
    (LINE, LINE, "CWI"),
    (LINE, "LINESTRING (4 0, 3 0, 0 0)", "CWI"),
    (LINE, "LINESTRING (1 0, 2 0)", "CI"),
    (LINE, "LINESTRING (0 0, 2 0)", "CI"),
    (LINE, "LINESTRING (2 0, 6 0)", "OI"),
    (LINE, "LINESTRING (1 1, 1 0, 2 0, 2 1)", "OI"),
    (LINE, "LINESTRING (2 -1, 2 1)", "XI"),
    (LINE, "LINESTRING (1 1, 2 0, 3 1)", "XI"),
    (LINE, "LINESTRING (4 0, 6 0)", "TI"),
    (LINE, "LINESTRING (0 0, 0 3)", "TI"),
    (LINE, "LINESTRING (2 0, 2 3)", "TI"),
    (LINE, "LINESTRING (-1 -1, 0 0, 1 1)", "TI"),
    (LINE, "LINESTRING (0 1, 4 1)", "D"),
    (LINE, "LINESTRING (5 0, 6 0)", "D"),
    (LOOP, "LINESTRING (0 0, -1 -1)", "TI"),
    (LOOP, "LINESTRING (4 4, 0 0, 4 0, 4 4)", "CWI"),
    # LineString and MultiLineString
    (LINE, JOINED, "CWI"),
    (LINE, "MULTILINESTRING ((0 0, 1 0), (2 0, 3 0))", "CI"),
    ("LINESTRING (4.5 0, 5 0)", LINES, "WI"),
    ("LINESTRING (1 0, 3 0)", LINES, "OI"),
    (LINE, LINES, "OI"),
    ("LINESTRING (1 -1, 1 1)", LINES, "XI"),
    ("LINESTRING (2 0, 4 0)", LINES, "TI"),
    ("LINESTRING (2 0, 2 -3)", JOINED, "TI"),
    ("LINESTRING (3 -1, 3 1)", LINES, "D"),
    # LineString and Polygon
    ("LINESTRING (1 1, 3 3)", SQUARE, "WI"),
    ("LINESTRING (0 0, 4 4)", SQUARE, "WI"),
    ("LINESTRING (0 0, 4 0, 2 2)", SQUARE, "WI"),
    ("LINESTRING (0 0, 4 0)", SQUARE, "TI"),
    ("LINESTRING (-1 0, 5 0)", SQUARE, "TI"),
    ("LINESTRING (4 4, 6 6)", SQUARE, "TI"),
    ("LINESTRING (3 5, 4 4, 5 5)", SQUARE, "TI"),
    ("LINESTRING (2 2, 6 2)", SQUARE, "XI"),
    ("LINESTRING (-1 2, 6 2)", SQUARE, "XI"),
    ("LINESTRING (0 0, 4 4, 5 5)", SQUARE, "XI"),
    ("LINESTRING (5 0, 6 6)", SQUARE, "D"),
    ("LINESTRING (1.5 1.5, 2.5 2.5)", HOLED, "D"),
    ("LINESTRING (1 1, 3 3)", HOLED, "TI"),
    ("LINESTRING (1 1, 1 3)", HOLED, "TI"),
    ("LINESTRING (0.5 2, 3.5 2)", HOLED, "XI"),
    ("LINESTRING (0 0, 4 0, 4 4, 0 4, 0 0)", SQUARE, "TI"),
    ("LINESTRING (0.5 0.5, 3.5 0.5, 3.5 3.5, 0.5 3.5, 0.5 0.5)", HOLED, "WI"),
    # LineString and MultiPolygon
    ("LINESTRING (4.5 1, 5 1)", SQUARES, "WI"),
    ("LINESTRING (2 1, 4 1)", SQUARES, "TI"),
    ("LINESTRING (1 1, 5 1)", SQUARES, "XI"),
    ("LINESTRING (3 0, 3 2)", SQUARES, "D"),
    ("LINESTRING (1 1, 3 3)", KISSING, "WI"),
    ("LINESTRING (1 3, 3 1)", KISSING, "TI"),
    # MultiLineString and MultiLineString
    (LINES, "MULTILINESTRING ((6 0, 4 0), (0 0, 2 0))", "CWI"),
    (LINES, "MULTILINESTRING ((0 0, 1 0), (5 0, 6 0))", "CI"),
    (LINES, "MULTILINESTRING ((0 0, 2 0), (8 0, 9 0))", "OI"),
    (LINES, "MULTILINESTRING ((1 -1, 1 1), (8 0, 9 0))", "XI"),
    (LINES, "MULTILINESTRING ((2 0, 4 0), (8 0, 9 0))", "TI"),
    (LINES, "MULTILINESTRING ((0 1, 2 1), (4 1, 6 1))", "D"),
    # MultiLineString and Polygon
    ("MULTILINESTRING ((1 1, 2 2), (0 0, 4 0))", SQUARE, "WI"),
    ("MULTILINESTRING ((0 0, 4 0), (8 8, 9 9))", SQUARE, "TI"),
    ("MULTILINESTRING ((1 1, 2 2), (8 8, 9 9))", SQUARE, "XI"),
    ("MULTILINESTRING ((6 6, 7 7), (8 8, 9 9))", SQUARE, "D"),
    # MultiLineString and MultiPolygon
    ("MULTILINESTRING ((0 0, 2 2), (4 0, 6 2))", SQUARES, "WI"),
    ("MULTILINESTRING ((2 0, 2 2), (4 0, 4 2))", SQUARES, "TI"),
    ("MULTILINESTRING ((0 0, 2 2), (2 1, 4 1))", SQUARES, "XI"),
    ("MULTILINESTRING ((3 0, 3 2), (7 0, 7 2))", SQUARES, "D"),
    # Polygon and Polygon
    (SQUARE, SQUARE, "CWI"),
    (SQUARE, "POLYGON ((4 4, 4 0, 2 0, 0 0, 0 4, 4 4))", "CWI"),
    (SQUARE, "POLYGON ((1 1, 2 1, 2 2, 1 1))", "CI"),
    (SQUARE, "POLYGON ((0 0, 2 0, 2 2, 0 0))", "CI"),
    (SQUARE, HOLED, "CI"),
    (SQUARE, "POLYGON ((2 2, 6 2, 6 3, 2 3, 2 2))", "OI"),
    (SQUARE, "POLYGON ((-1 1, 5 1, 5 2, -1 2, -1 1))", "OI"),
    (SQUARE, "POLYGON ((4 0, 6 0, 6 4, 4 4, 4 0))", "TI"),
    (SQUARE, "POLYGON ((4 1, 6 1, 6 9, 4 9, 4 1))", "TI"),
    (SQUARE, "POLYGON ((4 4, 6 4, 6 6, 4 6, 4 4))", "TI"),
    (SQUARE, "POLYGON ((4 2, 6 1, 6 3, 4 2))", "TI"),
    (SQUARE, "POLYGON ((5 0, 6 0, 6 4, 5 4, 5 0))", "D"),
    (HOLED, "POLYGON ((1.5 1.5, 2.5 1.5, 2.5 2.5, 1.5 1.5))", "D"),
    (HOLED, "POLYGON ((1 1, 3 1, 3 3, 1 3, 1 1))", "TI"),
    (HOLED, "POLYGON ((1 1, 2 1.5, 1.5 2, 1 1))", "TI"),
    (HOLED, "POLYGON ((0.5 0.5, 3.5 0.5, 3.5 3.5, 0.5 3.5, 0.5 0.5))", "OI"),
    (HOLED, "POLYGON ((0 0, 1 0, 1 4, 0 4, 0 0))", "CI"),
    # Polygon and MultiPolygon
    ("POLYGON ((0 0, 6 0, 6 2, 0 2, 0 0))", SQUARES, "CI"),
    ("POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0))", SQUARES, "WI"),
    ("POLYGON ((0 0, 2 0, 2 2, 0 2, 0 0))", "MULTIPOLYGON (((0 0, 2 0, 2 2, 0 2, 0 0)))", "CWI"),
    ("POLYGON ((1 0, 5 0, 5 2, 1 2, 1 0))", SQUARES, "OI"),
    ("POLYGON ((2 0, 4 0, 4 2, 2 2, 2 0))", SQUARES, "TI"),
    ("POLYGON ((2 2, 2 0, 4 0, 4 2, 2 2))", KISSING, "TI"),
    ("POLYGON ((2.5 0, 3 0, 3 2, 2.5 0))", SQUARES, "D"),
    # MultiPolygon and MultiPolygon
    (SQUARES, "MULTIPOLYGON (((4 0, 6 0, 6 2, 4 2, 4 0)), ((0 0, 2 0, 2 2, 0 2, 0 0)))", "CWI"),
    (SQUARES, "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 1, 5.5 1, 5.5 1.5, 5 1)))", "CI"),
    (SQUARES, KISSING, "OI"),
    (SQUARES, "MULTIPOLYGON (((2 0, 3 0, 3 2, 2 0)), ((8 0, 9 0, 9 2, 8 0)))", "TI"),
    (SQUARES, "MULTIPOLYGON (((2.5 0, 3 0, 3 2, 2.5 0)), ((8 0, 9 0, 9 2, 8 0)))", "D"),
]

# event, zone, and the one relation of the event to the zone
REGION_CASES: list[tuple[str, str, Relation]] = [
    ("POLYGON ((5 0, 6 0, 6 4, 5 4, 5 0))", SQUARE, Relation.DISJOINT),
    ("POLYGON ((1.5 1.5, 2.5 1.5, 2.5 2.5, 1.5 1.5))", HOLED, Relation.DISJOINT),
    ("POLYGON ((2.5 0, 3 0, 3 2, 2.5 0))", SQUARES, Relation.DISJOINT),
    ("POLYGON ((4 0, 6 0, 6 4, 4 4, 4 0))", SQUARE, Relation.MEETS),
    ("POLYGON ((4 4, 6 4, 6 6, 4 6, 4 4))", SQUARE, Relation.MEETS),
    ("POLYGON ((4 2, 6 1, 6 3, 4 2))", SQUARE, Relation.MEETS),
    ("POLYGON ((1 1, 3 1, 3 3, 1 3, 1 1))", HOLED, Relation.MEETS),
    ("POLYGON ((2 2, 2 0, 4 0, 4 2, 2 2))", KISSING, Relation.MEETS),
    ("POLYGON ((2 2, 6 2, 6 3, 2 3, 2 2))", SQUARE, Relation.OVERLAPS),
    ("POLYGON ((2 0, 6 0, 6 4, 2 4, 2 0))", SQUARE, Relation.OVERLAPS),
    ("POLYGON ((0.5 0.5, 3.5 0.5, 3.5 3.5, 0.5 3.5, 0.5 0.5))", HOLED, Relation.OVERLAPS),
    (SQUARES, KISSING, Relation.OVERLAPS),
    (SQUARE, "POLYGON ((4 4, 4 0, 2 0, 0 0, 0 4, 4 4))", Relation.EQUALS),
    (HOLED, HOLED, Relation.EQUALS),
    (SQUARES, SQUARES, Relation.EQUALS),
    ("POLYGON ((1 1, 2 1, 2 2, 1 1))", SQUARE, Relation.INSIDE),
    ("POLYGON ((0.5 0.5, 0.7 0.5, 0.7 3, 0.5 0.5))", HOLED, Relation.INSIDE),
    ("MULTIPOLYGON (((0.5 0.5, 1 0.5, 1 1, 0.5 0.5)), ((5 1, 5.5 1, 5.5 1.5, 5 1)))", SQUARES, Relation.INSIDE),
    ("POLYGON ((0 0, 2 0, 2 2, 0 0))", SQUARE, Relation.COVERED_BY),
    ("POLYGON ((0 2, 1 1, 1 3, 0 2))", SQUARE, Relation.COVERED_BY),
    (HOLED, SQUARE, Relation.COVERED_BY),
    ("POLYGON ((0 0, 2 0, 2 2, 0 2, 0 0))", SQUARES, Relation.COVERED_BY),
    ("POLYGON ((0.2 0.2, 1 1, 1 3, 0.2 0.2))", HOLED, Relation.COVERED_BY),
]
