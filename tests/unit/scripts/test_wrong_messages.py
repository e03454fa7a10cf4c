"""The wrong messages are wrong, each in its own way."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import islice

import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.event_codec import RejectedFeature, decode_events
from broker_local.service.images import read_image
from scripts import wrong_messages

NOW = datetime(2026, 7, 1, tzinfo=UTC)


def refusal(topic: str, payload: bytes) -> str:
    """What the contract says to a message, or the reader of images to its image."""
    try:
        (result,) = decode_events(payload, builtin_topics(), NOW, addressed_to=topic)
        if isinstance(result, RejectedFeature):
            return str(result.error)
        image = result.attributes.get("RasterFile")
        assert isinstance(image, bytes), "it is a valid event"
        read_image(image, "properties.RasterFile")
    except ProtocolError as error:
        return str(error)
    raise AssertionError("it is a valid image")


@pytest.mark.parametrize(("topic", "payload"), wrong_messages.WRONG)
def test_a_wrong_message_is_refused(topic: str, payload: bytes) -> None:
    assert "expected" in refusal(topic, payload)


def test_no_two_are_refused_for_the_same_reason() -> None:
    assert len({refusal(*wrong) for wrong in wrong_messages.WRONG}) == len(wrong_messages.WRONG)


def test_they_come_again_without_end_and_only_to_the_topics_asked_for() -> None:
    messages = wrong_messages.wrong_messages()
    first = [next(messages) for _ in wrong_messages.WRONG]
    assert [next(messages) for _ in wrong_messages.WRONG] == first
    assert {topic for topic, _ in first} == set(builtin_topics())
    assert {topic for topic, _ in islice(wrong_messages.wrong_messages(["FireIncReports"]), 5)} == {"FireIncReports"}
