"""How sure a match must be."""

import pytest

from broker_local.protocol.certainty import Aggregation, Certainty
from broker_local.protocol.errors import ProtocolError


def test_what_is_possible_at_all_is_told_unless_more_is_asked_for() -> None:
    assert Certainty() == Certainty(0.0, 0.0, Aggregation.MINIMUM)


@pytest.mark.parametrize(("field", "given"), [("possibility", (1.1, 0.0)), ("necessity", (0.5, -0.1))])
def test_what_is_no_degree_is_refused(field: str, given: tuple[float, float]) -> None:
    with pytest.raises(ProtocolError, match=f"{field}: expected a number from 0 to 1"):
        Certainty(*given)
