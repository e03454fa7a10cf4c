"""Kernels are compiled, keep to IEEE arithmetic, and can be called from one another."""

from __future__ import annotations

import numpy as np

from broker_local.matching.spatial.kernel import inlined, kernel


@inlined
def difference_of_sums(a: float, b: float) -> float:
    """What rounding takes from the sum: zero under rules that let sums be rearranged."""
    return (a + b) - a - b


@kernel
def rounding_errors(a: float, many: np.ndarray) -> np.ndarray:
    errors = np.empty(len(many))
    for i in range(len(many)):
        errors[i] = difference_of_sums(a, many[i])
    return errors


def test_arithmetic_is_that_of_python_bit_for_bit() -> None:
    many = np.random.default_rng(1).random(1000)
    expected = np.array([(0.1 + b) - 0.1 - b for b in many])
    assert np.any(expected != 0)
    assert rounding_errors(0.1, many).tobytes() == expected.tobytes()


def test_a_kernel_is_compiled_without_the_interpreter() -> None:
    rounding_errors(0.1, np.ones(3))
    assert len(rounding_errors.nopython_signatures) == 1
    assert rounding_errors.targetoptions["nogil"]
    assert not rounding_errors.targetoptions.get("fastmath", False)
