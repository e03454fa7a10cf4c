"""Golden messages of the wire: reply."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import FilterError, ProtocolError
from broker_local.protocol.json_text import write_json
from broker_local.protocol.reply_codec import decode_reply, encode_listing, encode_reply, refusal
from broker_local.protocol.requests import Acknowledgement
from broker_local.protocol.subscription_codec import subscription_to_object
from tests.builders import a_subscription, a_zone
from tests.wire_cases import WireCase, cases


@pytest.mark.parametrize("case", cases("reply"), ids=lambda case: case.name)
def test_a_golden_message_means_what_it_always_meant(case: WireCase) -> None:
    assert case.outcome() == case.expected


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_listing_is_what_an_acknowledgement_with_them_would_be(count: int) -> None:
    listed = tuple(a_subscription(id=f"z{i}", zone=a_zone(), filter="Speed > 80") for i in range(count))
    bodies = [write_json(subscription_to_object(subscription)) for subscription in listed]
    assert encode_listing("q1", bodies) == encode_reply(Acknowledgement("q1", listed))


def test_a_refusal_carries_the_position_in_the_filter() -> None:
    error = FilterError("Speed >", 7, expected="a value", got="an end")
    assert refusal("q1", error).position == 7
    assert refusal("q1", ProtocolError("a", expected="b", got=1)).position is None


@settings(deadline=None, derandomize=True, max_examples=200)
@given(st.binary(max_size=80))
def test_no_bytes_raise_anything_but_our_own_error(payload: bytes) -> None:
    with contextlib.suppress(ProtocolError):
        decode_reply(payload, builtin_topics())
