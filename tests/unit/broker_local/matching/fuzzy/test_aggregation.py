"""Norms and averages: the laws that each keeps."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.fuzzy.aggregation import all_of, any_of
from broker_local.protocol.certainty import Aggregation

NORMS = (Aggregation.MINIMUM, Aggregation.PRODUCT, Aggregation.LUKASIEWICZ)
degree = st.floats(0, 1)


@pytest.mark.parametrize(
    ("how", "both", "either"),
    [
        (Aggregation.MINIMUM, 0.4, 0.7),
        (Aggregation.PRODUCT, 0.28, 0.82),
        (Aggregation.LUKASIEWICZ, 0.1, 1.0),
        (Aggregation.AVERAGE, 0.55, 0.55),
    ],
)
def test_two_degrees_become_one(how: Aggregation, both: float, either: float) -> None:
    degrees = np.array([0.4, 0.7])
    assert all_of(degrees, how) == pytest.approx(both)
    assert any_of(degrees, how) == pytest.approx(either)


def test_weights_count_in_averages() -> None:
    assert all_of(np.array([0.2, 0.8]), Aggregation.AVERAGE, np.array([3.0, 1.0])) == pytest.approx(0.35)


@settings(deadline=None, derandomize=True)
@given(st.sampled_from(NORMS), degree, degree)
def test_a_norm_has_one_as_neutral_and_its_dual_is_the_s_norm(how: Aggregation, a: float, b: float) -> None:
    assert all_of(np.array([a, 1.0]), how) == pytest.approx(a)
    assert any_of(np.array([a, 0.0]), how) == pytest.approx(a)
    pair = np.array([a, b])
    assert any_of(pair, how) == pytest.approx(1.0 - all_of(1.0 - pair, how))
    assert 0.0 <= all_of(pair, how) <= min(a, b) + 1e-12
    assert max(a, b) - 1e-12 <= any_of(pair, how) <= 1.0
