"""Tests of names on the ground of the map."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import shapely
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter

from rfers_desktop.geo.features import Features, Kind, of_geometries
from rfers_desktop.geo.shape_levels import ShapeLevels
from rfers_desktop.layers.layer_tree import Labels, LayerEntry, Source, SourceKind
from rfers_desktop.layers.vector_style import Single, Symbol
from rfers_desktop.ui.map.map_labels import Labelled, MapLabels
from rfers_desktop.ui.map.moving_picture import pixels_of
from rfers_desktop.ui.map.pixel_frame import PixelFrame
from rfers_desktop.ui.map.sheet import blank
from rfers_desktop.ui.themes import DAY

pytestmark = [pytest.mark.display, pytest.mark.usefixtures("qapp")]

FRAME = PixelFrame(1.0, 1.0, -200, -150, 400, 300)  # a map unit is a pixel, the origin in the middle


def layer(features: Features, labels: Labels, symbol: Symbol | None = None) -> Labelled:
    style = Single(symbol or Symbol(fill="#000000", size_px=6.0))
    entry = LayerEntry("a", "A", Source(SourceKind.VECTOR, "a"), style=style, labels=labels)
    return entry, features, ShapeLevels(features, lambda xy: xy), np.ones(len(features), dtype=np.bool_)


def towns(*rows: tuple[str, float, float, float]) -> Features:
    names, x, y, people = zip(*rows)
    columns = {"name": np.array(names, dtype=object), "people": np.array(people)}
    return of_geometries(Kind.POINT, np.asarray(shapely.points(np.column_stack((x, y)))), columns)


def written(*layers: Labelled, box: QRect | None = None) -> QImage:
    image = blank(400, 300)
    painter = QPainter(image)
    MapLabels().paint(painter, layers, FRAME, box or QRect(0, 0, 400, 300), DAY)
    painter.end()
    return image


def ink(image: QImage, box: QRect) -> int:
    return int((pixels_of(image)[box.top() : box.bottom() + 1, box.left() : box.right() + 1] >> 24 > 0).sum())


def test_a_town_is_named_beside_its_dot() -> None:
    image = written(layer(towns(("Banff", 0, 0, 1)), Labels("name")))
    assert ink(image, QRect(206, 140, 60, 20)) > 100
    assert ink(image, QRect(196, 146, 8, 8)) == 0


def test_where_only_one_has_room_the_larger_is_named() -> None:
    rows = [(name, 0.0, 0.0, people) for name, people in (("AAAA", 5.0), ("BBBB", 9.0), ("CCCC", 1.0))]
    crowded = towns(*rows * 3)
    alone = written(layer(towns(("BBBB", 0, 0, 1)), Labels("name")))
    image = written(layer(crowded, Labels("name", priority="people")))
    right = QRect(204, 135, 80, 30)
    assert (pixels_of(image)[135:165, 210:280] == pixels_of(alone)[135:165, 210:280]).all()
    assert ink(image, right) > 0


def test_no_two_names_overlap() -> None:
    rng = np.random.default_rng(4)
    rows = [(f"Town {n}", *rng.uniform(-150, 150, 2).tolist(), float(n)) for n in range(120)]
    labels = MapLabels()
    placing = labels._placing([layer(towns(*rows), Labels("name", priority="people"))], FRAME)
    left, top, right, bottom = placing.boxes.T
    overlap = (left[:, None] < right) & (right[:, None] > left) & (top[:, None] < bottom) & (bottom[:, None] > top)
    assert 10 < len(placing.labels) < 120
    assert overlap.sum() == len(placing.labels)  # each with itself alone


def test_the_first_layer_has_the_first_choice() -> None:
    area = of_geometries(
        Kind.AREA, np.array([shapely.box(-90, -90, 90, 90)]), {"name": np.array(["Lake"], dtype=object)}
    )
    first = layer(area, Labels("name"))
    second = layer(towns(("Town", 0, 0, 1)), Labels("name"), Symbol())  # no dot: its name is in the middle, too
    assert written(first, second) == written(first)
    assert written(second, first) == written(second)


def test_an_area_too_narrow_for_its_name_is_not_named() -> None:
    for width, is_named in ((8.0, False), (80.0, True)):
        area = of_geometries(
            Kind.AREA, np.array([shapely.box(0, 0, width, 90)]), {"name": np.array(["Long Lake"], dtype=object)}
        )
        assert (ink(written(layer(area, Labels("name"))), QRect(0, 0, 400, 300)) > 0) is is_named


def test_a_river_is_not_named_twice_in_one_place() -> None:
    parts = np.array([shapely.LineString([(x, 0), (x + 40, 0)]) for x in (-150, -50, 50)])
    rivers = of_geometries(Kind.LINE, parts, {"name": np.array(["Bow"] * 3, dtype=object)})
    placing = MapLabels()._placing([layer(rivers, Labels("name"))], FRAME)
    assert [placed.text for placed in placing.labels] == ["Bow"]


def test_a_part_is_written_as_in_the_whole() -> None:
    rng = np.random.default_rng(5)
    rows = [(f"Town {n}", *rng.uniform(-180, 180, 2).tolist(), float(n)) for n in range(60)]
    wanted = layer(towns(*rows), Labels("name"))
    whole = written(wanted)
    box = QRect(120, 80, 64, 64)
    part = written(wanted, box=box)
    assert whole.copy(box) == part.copy(box)
    assert part != whole


def test_without_the_attribute_or_with_empty_names_nothing_is_written() -> None:
    nothing = blank(400, 300)
    assert written(layer(towns(("Banff", 0, 0, 1)), Labels("title"))) == nothing
    assert written(layer(towns(("  ", 0, 0, 1)), Labels("name"))) == nothing


def test_where_names_are_is_told_once_they_are_placed_the_same_list_in_near_views() -> None:
    labels, rows = MapLabels(), layer(towns(("Banff", 0, 0, 1), ("Far", 9000, 0, 1)), Labels("name"))
    assert labels.boxes_near(FRAME) == []
    image = blank(400, 300)
    painter = QPainter(image)
    labels.paint(painter, [rows], FRAME, QRect(0, 0, 400, 300), DAY)
    painter.end()
    (box,) = labels.boxes_near(FRAME)
    assert box[0] > 0 > box[1]  # to the right of the dot, which is at the origin
    assert box[3] > 0
    assert labels.boxes_near(replace(FRAME, left=-190)) is labels.boxes_near(FRAME)
    assert len(labels.boxes_near(replace(FRAME, left=8900))) == 1
    assert labels.boxes_near(replace(FRAME, per_unit=2.0)) == []


def test_a_name_that_would_be_partly_covered_is_not_written_at_all() -> None:
    rows = layer(towns(("Banff", 0, 0, 1), ("Olds", 0, 100, 1)), Labels("name"))
    image, labels = blank(400, 300), MapLabels()
    painter = QPainter(image)
    labels.paint(painter, [rows], FRAME, QRect(0, 0, 400, 300), DAY, [(20, -5, 90, 5)])
    painter.end()
    assert ink(image, QRect(200, 130, 100, 40)) == 0
    assert ink(image, QRect(200, 30, 100, 40)) > 100
    assert len(labels.boxes_near(FRAME)) == 2  # it has its place still
