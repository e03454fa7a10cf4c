"""Golden messages of the wire: event."""

import contextlib
import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.event import Event
from broker_local.protocol.event_codec import (
    RejectedFeature,
    content_digest,
    decode_event,
    decode_events,
    encode_event,
    encode_events,
)
from broker_local.protocol.fuzzy_codec import decode_corners
from broker_local.protocol.fuzzy_number import Shape
from tests.builders import an_event
from tests.wire_cases import RECEIVED_AT, WireCase, cases


@pytest.mark.parametrize("case", cases("event"), ids=lambda case: case.name)
def test_a_golden_message_means_what_it_always_meant(case: WireCase) -> None:
    assert case.outcome() == case.expected


_COORDINATES = st.tuples(st.floats(-180, 180), st.floats(-90, 90))
_TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=20)
_imprecise = st.builds(
    lambda four, shape: decode_corners({"corners": four, "shape": shape}, "Speed"),
    st.lists(st.floats(0, 2000), min_size=4, max_size=4, unique=True).map(sorted),
    st.sampled_from(Shape),
)
_EVENTS = st.builds(
    Event,
    id=_TEXT,
    topic=st.just("EALocation"),
    geometry=_COORDINATES.map(shapely.Point),
    attributes=st.fixed_dictionaries(
        {"AssetID": _TEXT, "Speed": st.floats(0, 2000) | _imprecise, "PosDate": st.dates(), "PosTime": st.times()},
        optional={"AssetName": _TEXT},
    ),
    time=st.just(RECEIVED_AT),
    accuracy_m=st.none() | st.floats(0, 20_100_000),
    publisher=st.none() | st.from_regex(r"[a-z0-9]{1,8}", fullmatch=True),
).map(lambda e: replace(e, time=datetime.combine(e.attributes["PosDate"], e.attributes["PosTime"], UTC)))


@settings(deadline=None, derandomize=True, max_examples=200)
@given(_EVENTS)
def test_an_event_written_is_read_again(event: Event) -> None:
    read = decode_event(encode_event(event), builtin_topics(), RECEIVED_AT)
    assert read == event
    assert content_digest(read) == content_digest(event)


_MEMBERS = st.sampled_from(
    ["type", "id", "time", "geometry", "properties", "crs", "publisher", "features", "Topic", "Speed"]
)
_ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["Feature", "FeatureCollection", "Point", "Polygon", "EALocation"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_MEMBERS | st.text(max_size=4), inner, max_size=5),
    max_leaves=20,
)


@settings(deadline=None, derandomize=True, max_examples=500)
@given(
    st.binary(max_size=80)
    | _ANYTHING.map(lambda v: json.dumps(v).encode())
    | _ANYTHING.map(lambda v: json.dumps({"type": "Feature", "properties": v, "geometry": v}).encode())
)
def test_no_bytes_raise_anything_but_our_own_error(payload: bytes) -> None:
    with contextlib.suppress(ProtocolError):
        for result in decode_events(payload, builtin_topics(), RECEIVED_AT):
            assert isinstance(result, Event | RejectedFeature)


def test_a_bad_feature_of_a_batch_is_kept_as_it_came() -> None:
    payload = (
        b'{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"Topic":"\\ud800","Speed":1e999}}]}'
    )
    (rejected,) = decode_events(payload, builtin_topics(), RECEIVED_AT)
    assert isinstance(rejected, RejectedFeature)
    assert json.loads(rejected.content)["properties"]["Topic"] == "\ud800"


def test_a_resend_has_the_same_digest_whatever_its_id() -> None:
    one, other = an_event(id="a"), an_event(id="b")
    assert content_digest(one) == content_digest(other)
    assert content_digest(one) != content_digest(an_event(id="a", speed=99))


def test_a_batch_is_written_as_a_feature_collection() -> None:
    events = [an_event(id="a"), an_event(id="b")]
    assert decode_events(encode_events(events), builtin_topics(), RECEIVED_AT) == events
