"""An event as text, and the digest of what it says."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from broker_local.protocol.blob import blob_ref
from broker_local.protocol.event import Event
from broker_local.protocol.event_codec import content_digest, encode_event
from broker_local.protocol.event_writer import digest_of, write_with_digest
from broker_local.protocol.fuzzy_number import about
from broker_local.protocol.json_text import write_json
from tests.builders import POSITION, an_event
from tests.wire_cases import accepted_events

EVENTS = accepted_events()


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.id[:30])
def test_what_it_writes_is_json_in_our_plain_form(event: Event) -> None:
    body, digest = write_with_digest(event)
    assert body == write_json(json.loads(body)) == encode_event(event)
    assert digest == content_digest(event)


def test_the_digest_is_of_what_is_said_alone() -> None:
    event = an_event(speed=90)
    backwards = dict(reversed(event.attributes.items()))
    same = replace(event, id="another", attributes=backwards, publisher="somebody")
    assert content_digest(same) == content_digest(event)
    for other in (
        an_event(speed=90.5),
        replace(event, geometry=None),
        replace(event, topic="Another"),
        replace(event, attributes={**event.attributes, "AssetName": "Engine"}),
    ):
        assert content_digest(other) != content_digest(event)


def test_a_photo_says_the_same_whether_it_travels_or_is_referred_to() -> None:
    assert digest_of("T", None, {"IncPhoto": b"abc"}) == digest_of("T", None, {"IncPhoto": blob_ref(b"abc")})
    assert digest_of("T", None, {"IncPhoto": b"abc"}) != digest_of("T", None, {"IncPhoto": b"abd"})


def test_an_error_is_part_of_what_is_said() -> None:
    event = an_event(speed=90)
    unsure = replace(event, accuracy_m=12.5)
    vague = replace(event, attributes={**event.attributes, "Speed": about(90.0, 5.0)})
    vaguer = replace(event, attributes={**event.attributes, "Speed": about(90.0, 6.0)})
    digests = {content_digest(one) for one in (event, unsure, replace(event, accuracy_m=13.0), vague, vaguer)}
    assert len(digests) == 5
    assert content_digest(unsure) == write_with_digest(unsure)[1]


def test_the_digest_of_what_is_exact_is_what_it_always_was() -> None:
    digest = "1d8a25c83f2c13f45605de409472a788a2f1502d2a4108539492248697f0e86a"
    assert digest_of("EALocation", POSITION, {"AssetID": "E1", "Speed": 90.0}) == digest
