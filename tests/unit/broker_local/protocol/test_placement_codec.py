"""How sure a worked-out place is, on the wire."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.event import PlacedBy, Placement
from broker_local.protocol.placement_codec import placement_from_object, placement_to_object

_PLACEMENTS = st.builds(
    Placement,
    by=st.just(PlacedBy.ADDRESS),
    confidence=st.floats(0, 1),
    radius_m=st.floats(0, 1e6),
    matched=st.just("x"),
)


@given(_PLACEMENTS)
@settings(deadline=None, derandomize=True)
def test_a_placement_comes_back_as_it_went(placed: Placement) -> None:
    assert placement_from_object(placement_to_object(placed), "placed") == placed


@pytest.mark.parametrize(
    ("member", "value", "field"),
    [
        ("confidence", -0.1, "placed.confidence"),
        ("confidence", "high", "placed.confidence"),
        ("radius_m", None, "placed.radius_m"),
        ("radius_m", 1e9, "placed.radius_m"),
        ("by", "hearsay", "placed.by"),
        ("matched", 3, "placed.matched"),
    ],
)
def test_a_wrong_member_is_refused_by_name(member: str, value: object, field: str) -> None:
    usual = placement_to_object(Placement(PlacedBy.ADDRESS, 0.5, 10.0))
    with pytest.raises(ProtocolError) as caught:
        placement_from_object(usual | {member: value}, "placed")
    assert caught.value.field == field
