"""Golden messages of the wire: request."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.request_codec import decode_request, identity_of
from tests.wire_cases import WireCase, cases


@pytest.mark.parametrize("case", cases("request"), ids=lambda case: case.name)
def test_a_golden_message_means_what_it_always_meant(case: WireCase) -> None:
    assert case.outcome() == case.expected


def test_the_id_of_a_bad_request_is_made_out_where_it_can_be() -> None:
    bad = identity_of(b'{"request_id":"q1","request":"?"}')
    assert bad is not None
    assert bad[0] == "q1"
    assert identity_of(b'{"request_id":"a/b"}') is None
    assert identity_of(b"\xff") is None


def test_the_same_request_has_the_same_digest_however_it_is_written() -> None:
    asked = identity_of(b'{"request_id":"q1","request":"rename","name":"\xc3\xa9"}')
    again = identity_of(b'{ "name": "\\u00e9", "request": "rename", "request_id": "q1" }')
    other = identity_of(b'{"request_id":"q1","request":"rename","name":"e"}')
    assert asked == again
    assert asked != other


@settings(deadline=None, derandomize=True, max_examples=200)
@given(st.binary(max_size=80))
def test_no_bytes_raise_anything_but_our_own_error(payload: bytes) -> None:
    identity_of(payload)
    with contextlib.suppress(ProtocolError):
        decode_request(payload, builtin_topics(), "ann")
