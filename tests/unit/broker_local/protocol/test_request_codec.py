"""Golden messages of the wire: request."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import FilterError, ProtocolError
from broker_local.protocol.request_codec import decode_reply, decode_request, refusal, request_id_of
from tests.wire_cases import WireCase, cases


@pytest.mark.parametrize("case", cases("request"), ids=lambda case: case.name)
def test_a_golden_message_means_what_it_always_meant(case: WireCase) -> None:
    assert case.outcome() == case.expected


@pytest.mark.parametrize("case", cases("reply"), ids=lambda case: case.name)
def test_a_golden_reply_means_what_it_always_meant(case: WireCase) -> None:
    assert case.outcome() == case.expected


def test_the_id_of_a_bad_request_is_made_out_where_it_can_be() -> None:
    assert request_id_of(b'{"request_id":"q1","request":"?"}') == "q1"
    assert request_id_of(b'{"request_id":"a/b"}') is None
    assert request_id_of(b"\xff") is None


def test_a_refusal_carries_the_position_in_the_filter() -> None:
    error = FilterError("Speed >", 7, expected="a value", got="an end")
    assert refusal("q1", error).position == 7
    assert refusal("q1", ProtocolError("a", expected="b", got=1)).position is None


@settings(deadline=None, derandomize=True, max_examples=200)
@given(st.binary(max_size=80))
def test_no_bytes_raise_anything_but_our_own_error(payload: bytes) -> None:
    for decode in (
        lambda: decode_request(payload, builtin_topics(), "ann"),
        lambda: decode_reply(payload, builtin_topics()),
    ):
        with contextlib.suppress(ProtocolError):
            decode()
