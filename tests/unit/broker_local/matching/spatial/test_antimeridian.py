"""Areas cut at ±180 and joined again."""

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import box
from shapely.geometry.base import BaseGeometry

from broker_local.matching.spatial.antimeridian import cut, joined


def cut_one(area: BaseGeometry) -> BaseGeometry:
    return shapely.union_all(cut(np.array([area], dtype=object)))


@pytest.mark.parametrize(
    "area", [box(-10, -10, 10, 10), box(-180, 0, -170, 10), box(170, 0, 180, 10), box(-180, -90, 180, 90)]
)
def test_an_area_within_the_world_stays_the_very_same(area: BaseGeometry) -> None:
    (same,) = cut(np.array([area], dtype=object))
    assert same is area


@pytest.mark.parametrize(
    ("area", "expected"),
    [
        (box(170, 0, 190, 10), box(170, 0, 180, 10) | box(-180, 0, -170, 10)),
        (box(-190, 0, -170, 10), box(170, 0, 180, 10) | box(-180, 0, -170, 10)),
        (box(185, 0, 190, 10), box(-175, 0, -170, 10)),
        (box(-200, 0, -190, 10), box(160, 0, 170, 10)),
        (box(530, 0, 550, 10), box(170, 0, 180, 10) | box(-180, 0, -170, 10)),
        (box(180, 0, 190, 10), box(-180, 0, -170, 10)),
        (box(-200, 0, 200, 10), box(-180, 0, 180, 10)),
    ],
)
def test_an_area_beyond_the_world_is_cut_and_brought_back(area: BaseGeometry, expected: BaseGeometry) -> None:
    assert cut_one(area).equals(expected)


def test_a_side_that_lies_on_the_antimeridian_leaves_no_line_behind() -> None:
    pieces = cut(np.array([box(180, 0, 190, 10), box(-190, 0, -180, 10)], dtype=object))
    assert (shapely.get_type_id(pieces) == shapely.GeometryType.POLYGON).all()
    assert len(pieces) == 2


def test_a_hole_over_the_antimeridian_opens_both_pieces() -> None:
    area = box(170, 0, 190, 10) - box(179, 4, 181, 6)
    assert cut_one(area).equals(
        (box(170, 0, 180, 10) - box(179, 4, 180, 6)) | (box(-180, 0, -170, 10) - box(-180, 4, -179, 6))
    )


def test_none_cut_is_none() -> None:
    assert len(cut(np.array([], dtype=object))) == 0


def test_joined_pieces_are_one_area_with_longitudes_beyond_180() -> None:
    assert joined(box(170, 0, 180, 10) | box(-180, 0, -170, 10)).equals(box(170, 0, 190, 10))


@pytest.mark.parametrize(
    "area", [box(-10, 0, 10, 10), box(-180, 0, -170, 10), box(170, 0, 180, 10), box(-20, 0, -10, 5) | box(10, 0, 20, 5)]
)
def test_an_area_that_reaches_at_most_one_side_of_the_antimeridian_needs_no_joining(area: BaseGeometry) -> None:
    assert joined(area) is area


def test_parts_away_from_the_antimeridian_are_joined_too() -> None:
    area = box(170, 0, 180, 10) | box(-180, 0, -170, 10) | box(-20, 0, -10, 5) | box(10, 0, 20, 5)
    assert cut_one(joined(area)).equals(area)


@given(west=st.integers(1, 539), width=st.integers(1, 170), south=st.integers(-90, 80), height=st.integers(1, 10))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_what_was_cut_is_the_same_area_when_joined_and_cut_again(
    west: int, width: int, south: int, height: int
) -> None:
    west -= 360
    whole = box(west, south, west + width, south + height)
    pieces = cut_one(whole)
    assert -180.0 <= pieces.bounds[0] <= pieces.bounds[2] <= 180.0
    assert pieces.area == pytest.approx(whole.area)
    again = joined(pieces)
    assert again.geom_type == "Polygon"
    assert cut_one(again).equals(pieces)
