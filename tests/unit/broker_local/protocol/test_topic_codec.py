"""Golden messages of the wire: topics."""

import pytest

from tests.wire_cases import WireCase, cases


@pytest.mark.parametrize("case", cases("topics"), ids=lambda case: case.name)
def test_a_golden_message_means_what_it_always_meant(case: WireCase) -> None:
    assert case.outcome() == case.expected
