"""Degrees in fewer bytes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.fuzzy.encodings import (
    Encoding,
    decode,
    decode_both,
    encode,
    encode_both,
    pack_halves,
    unpack_halves,
)

COARSENESS = {
    Encoding.FLOAT: 1e-7,
    Encoding.EIGHT_BITS: 1 / 254,
    Encoding.TEN_VALUES: 1 / 8,
    Encoding.FOUR_BITS: 1 / 10,
}
BYTES_OF_SIX = {Encoding.FLOAT: 24, Encoding.EIGHT_BITS: 6, Encoding.TEN_VALUES: 6, Encoding.FOUR_BITS: 3}


@pytest.mark.parametrize("encoding", Encoding)
def test_a_degree_comes_back_no_lower_than_it_was_and_no_further_than_a_part(encoding: Encoding) -> None:
    degrees = np.linspace(0, 1, 997)
    back = decode(encode(degrees, encoding), encoding, len(degrees))
    assert (back >= degrees - 1e-7).all()
    assert (back - degrees <= COARSENESS[encoding] + 1e-7).all()


@pytest.mark.parametrize("encoding", Encoding)
def test_impossible_and_certain_are_kept_and_nothing_else_becomes_impossible(encoding: Encoding) -> None:
    back = decode(encode(np.array([0.0, 1.0, 1e-9]), encoding), encoding, 3)
    assert back[:2].tolist() == [0.0, 1.0]
    assert back[2] > 0.0


@pytest.mark.parametrize("encoding", Encoding)
def test_how_many_bytes_they_take(encoding: Encoding) -> None:
    assert encode(np.linspace(0, 1, 6), encoding).nbytes == BYTES_OF_SIX[encoding] == 6 * encoding.bits // 8


def test_four_bits_are_exact_where_people_ask_and_false_elsewhere_but_never_miss() -> None:
    degrees = np.linspace(0, 1, 2_001)
    again = decode(encode(degrees, Encoding.FOUR_BITS), Encoding.FOUR_BITS, len(degrees))
    for least in (0.0, 0.05, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 0.95, 1.0):
        assert ((again >= least) == (degrees >= least)).all()
    for least in (
        0.15,
        0.33,
        0.55,
        0.87,
    ):  # the price: some that should not be are told
        assert (again >= least)[degrees >= least].all()
        assert (again >= least).sum() > (degrees >= least).sum()


@settings(deadline=None, derandomize=True)
@given(st.lists(st.integers(0, 15), max_size=40))
def test_halves_of_bytes_are_unpacked_as_they_were_packed(codes: list[int]) -> None:
    given_codes = np.array(codes, np.uint8)
    assert unpack_halves(pack_halves(given_codes), len(codes)).tolist() == codes


@settings(deadline=None, derandomize=True)
@given(st.lists(st.tuples(*[st.sampled_from((0.0, 1e-9, 0.3, 1.0 - 1e-9, 1.0)) | st.floats(0, 1)] * 2), max_size=40))
def test_a_byte_for_both_degrees_never_lowers_one_and_keeps_what_is_certain_impossible_or_the_same(
    pairs: list[tuple[float, float]],
) -> None:
    degrees = np.array([sorted(pair, reverse=True) for pair in pairs]).reshape(-1, 2)
    kept = encode_both(degrees)
    again = decode_both(kept)
    assert kept.nbytes == len(degrees)
    assert (again >= degrees).all()
    assert (again[:, 0] >= again[:, 1]).all()
    for end in (0.0, 1.0):
        assert ((again == end) == (degrees == end)).all()
    is_line = (degrees[:, 1] == 0.0) | (degrees[:, 0] == 1.0) | (degrees[:, 0] == degrees[:, 1])
    assert (again - degrees <= 1 / 40)[is_line].all()
