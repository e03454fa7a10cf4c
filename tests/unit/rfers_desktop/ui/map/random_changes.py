"""Random changes of a map, for tests that compare what was painted bit by bit with what is painted afresh."""

from __future__ import annotations

import shapely
from hypothesis import strategies as st

from rfers_desktop.geo.projections import WEB_MERCATOR
from rfers_desktop.layers.error_rings import ErrorRings
from rfers_desktop.layers.marks import Mark, PointMark, Reading, ShapeMark, Style, ZoneMark
from rfers_desktop.ui.themes import DAY, DUSK, NIGHT

THEMES = (DAY, DUSK, NIGHT)
X, Y = -12_698_000.0, 6_630_000.0  # map units: the places are around it

places = st.tuples(st.integers(-160, 160), st.integers(-120, 120)).map(lambda p: (X + 10.3 * p[0], Y + 9.7 * p[1]))
times = st.one_of(st.none(), st.integers(0, 5_000).map(float))


@st.composite
def point_marks(draw: st.DrawFn) -> PointMark:
    number = draw(st.integers(0, 15))
    trail = tuple(draw(st.lists(places, max_size=6, unique=True)))
    x, y = trail[-1] if trail else draw(places)
    style = draw(st.sampled_from((Style.ASSET, Style.SENSOR, Style.INCIDENT)))
    lon, lat = WEB_MERCATOR.point_to_lonlat(x, y)
    near_m, far_m = draw(st.sampled_from(((5.0, 15.0), (60.0, 180.0), (150.0, 150.0), (400.0, 1_500.0))))
    error = ErrorRings(lon, lat, near_m, far_m, WEB_MERCATOR)
    return PointMark(
        ("event", str(number)),
        *(x, y, style, draw(st.sampled_from(("", "Engine 7", "A name that is long")))),
        trail=trail if len(trail) > 1 else (),
        trail_times=tuple(float(400 * i) for i in range(len(trail))) if len(trail) > 1 else (),
        time_s=draw(times),
        heading_deg=draw(st.one_of(st.none(), st.integers(0, 359).map(float))),
        reading=Reading(31.0, 0.24, draw(st.booleans())) if style is Style.SENSOR else None,
        is_alert=style is Style.INCIDENT,
        is_certain=draw(st.booleans()),
        error=draw(st.sampled_from((None, error))),
    )


@st.composite
def shape_marks(draw: st.DrawFn) -> Mark:
    corners = draw(st.lists(places, min_size=3, max_size=5, unique=True))
    shape = shapely.MultiPoint(corners).convex_hull
    if draw(st.booleans()):
        styles = (Style.ZONE_LIVE, Style.ZONE_PENDING, Style.ZONE_REFUSED)
        style = draw(st.sampled_from(styles))
        soft = draw(st.sampled_from((0.0, 90.0, 700.0)))
        margin = (shape.buffer(soft), shape.buffer(soft / 2)) if soft else ()
        return ZoneMark(("zone", str(draw(st.integers(0, 2)))), shape, style, "North sector", margin=margin)
    key = ("event", str(draw(st.integers(14, 17))))
    return ShapeMark(key, shape, Style.INCIDENT, "fire", draw(st.booleans()))


keys = st.one_of(st.integers(0, 17).map(lambda n: ("event", str(n))), st.integers(0, 2).map(lambda n: ("zone", str(n))))
local_changes = st.one_of(  # those that paint their own pixels
    st.tuples(st.just("put"), st.lists(point_marks(), min_size=1, max_size=12, unique_by=lambda m: m.key)),
    st.tuples(st.just("put"), st.lists(shape_marks(), min_size=1, max_size=1)),
    st.tuples(st.just("take"), st.lists(keys, max_size=4, unique=True)),
    st.tuples(st.just("select"), st.lists(keys, max_size=3, unique=True)),
    st.tuples(st.just("clock"), st.integers(0, 20_000)),
)
operations = st.one_of(
    local_changes,
    st.tuples(st.just("pan"), st.tuples(st.floats(-90, 90), st.floats(-60, 60))),
    st.tuples(st.just("zoom"), st.sampled_from((0.5, 0.8, 1.25, 2.0))),
    st.tuples(st.just("resize"), st.tuples(st.integers(150, 260), st.integers(110, 180))),
    st.tuples(st.just("theme"), st.sampled_from(THEMES)),
    st.tuples(st.just("nothing"), st.none()),
)
