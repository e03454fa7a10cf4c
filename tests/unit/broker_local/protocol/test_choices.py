"""A value that must be one of several."""

import pytest

from broker_local.protocol.choices import looked_up, one_of
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.operators import Operator


def test_a_member_is_found_by_its_value() -> None:
    assert one_of(Operator, "Touch", "operator") is Operator.TOUCH


@pytest.mark.parametrize(("value", "text"), [("Touches", "did you mean 'Touch'?"), (None, "got nothing"), (3, "got 3")])
def test_another_value_is_refused_with_the_choices(value: object, text: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        one_of(Operator, value, "operator")
    assert text in str(caught.value)
    assert "one of Contain, Within" in str(caught.value)


def test_a_name_is_looked_up() -> None:
    assert looked_up({"a": 1}, "a", "x") == 1
    with pytest.raises(ProtocolError, match="x: expected one of a, got"):
        looked_up({"a": 1}, ["a"], "x")
