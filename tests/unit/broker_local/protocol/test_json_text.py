"""JSON of the wire: strict and bounded."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.json_text import (
    as_list,
    as_number,
    as_object,
    as_text,
    as_true_or_false,
    as_whole_number,
    known_members,
    parse_json,
    write_json,
)


@settings(deadline=None, derandomize=True, max_examples=300)
@given(st.binary(max_size=60))
def test_no_bytes_raise_anything_but_our_own_error(payload: bytes) -> None:
    with contextlib.suppress(ProtocolError):
        parse_json(payload, "message", 50)


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(alphabet=st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(alphabet="abc"), inner, max_size=3),
)


@settings(deadline=None, derandomize=True)
@given(_JSON)
def test_what_is_written_is_read_again(value: object) -> None:
    assert parse_json(write_json(value), "message", 10_000_000) == value


def test_too_many_bytes_are_refused_unread() -> None:
    with pytest.raises(ProtocolError, match="at most 3 bytes, got 4 bytes"):
        parse_json(b"????", "message", 3)


@pytest.mark.parametrize("value", [True, "1", None, float("inf"), 10**400, [1]])
def test_what_is_no_finite_number_is_refused(value: object) -> None:
    with pytest.raises(ProtocolError, match="n: expected a"):
        as_number(value, "n")


def test_whole_numbers_may_be_written_as_decimals() -> None:
    assert as_whole_number(63.0, "n", 0, 100) == 63
    for wrong in (63.5, True, 101, -1, "63"):
        with pytest.raises(ProtocolError, match="a whole number from 0 to 100"):
            as_whole_number(wrong, "n", 0, 100)


@pytest.mark.parametrize(("value", "told"), [(3, "text"), ("", "not empty"), ("xxxx", "at most 3"), ("a\0", "NUL")])
def test_text_that_cannot_be_stored_is_refused(value: object, told: str) -> None:
    with pytest.raises(ProtocolError, match=told):
        as_text(value, "t", 3)


def test_shapes_are_checked() -> None:
    with pytest.raises(ProtocolError, match="o: expected a JSON object"):
        as_object([], "o")
    with pytest.raises(ProtocolError, match="l: expected a JSON array"):
        as_list({}, "l")
    with pytest.raises(ProtocolError, match="x.b: expected one of a, got 'b'"):
        known_members({"b": 1}, "x", frozenset("a"))


def test_only_true_and_false_are_true_or_false() -> None:
    assert as_true_or_false(True, "f") is True
    assert as_true_or_false(False, "f") is False
    for value in (0, 1, "true", None):
        with pytest.raises(ProtocolError, match="f: expected true or false"):
            as_true_or_false(value, "f")


def test_where_nothing_is_known_nothing_is_expected() -> None:
    with pytest.raises(ProtocolError, match=r"f\.x: expected nothing of this name, got 'x'"):
        known_members({"x": 1}, "f", frozenset())
