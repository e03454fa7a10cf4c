"""How far off a place may be."""

from dataclasses import replace

import pytest

from broker_local.protocol.event import PlacedBy, Placement
from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape
from broker_local.protocol.location_error import location_error
from tests.builders import an_event


def test_a_place_without_a_word_on_it_is_exact() -> None:
    assert location_error(an_event()) is None


def test_the_accuracy_of_a_receiver_is_one_sigma_of_a_bell() -> None:
    event = replace(an_event(), accuracy_m=12.0)

    assert location_error(event) == FuzzyNumber(0.0, 0.0, right=36.0, right_shape=Shape.GAUSSIAN)


@pytest.mark.parametrize(("confidence", "fades_over_m"), [(1.0, 0.0), (0.5, 40.0), (0.8, 10.0), (0.0, 360.0)])
def test_the_less_sure_a_geocoder_is_the_farther_beyond_its_radius_a_place_may_be(
    confidence: float, fades_over_m: float
) -> None:
    event = replace(an_event(), placed=Placement(PlacedBy.ADDRESS, confidence, 40.0))

    found = location_error(event)

    assert found is not None
    assert (found.low, found.high, found.left) == (0.0, 40.0, 0.0)
    assert found.right == pytest.approx(fades_over_m)


def test_only_points_have_a_location_error() -> None:
    event = replace(an_event(geometry="POLYGON ((0 0, 1 0, 1 1, 0 0))"), accuracy_m=12.0)

    assert location_error(event) is None
