"""The wrong messages are wrong, each in its own way."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.event_codec import RejectedFeature, decode_events
from scripts import wrong_messages

NOW = datetime(2026, 7, 1, tzinfo=UTC)


def refusal(payload: bytes) -> str:
    """What the contract says to a message sent to EALocation."""
    try:
        (result,) = decode_events(payload, builtin_topics(), NOW, addressed_to="EALocation")
    except ProtocolError as error:
        return str(error)
    assert isinstance(result, RejectedFeature), "it is a valid event"
    return str(result.error)


@pytest.mark.parametrize("payload", wrong_messages.WRONG)
def test_a_wrong_message_is_refused(payload: bytes) -> None:
    assert "expected" in refusal(payload)


def test_no_two_are_refused_for_the_same_reason() -> None:
    assert len({refusal(payload) for payload in wrong_messages.WRONG}) == len(wrong_messages.WRONG)


def test_they_come_again_without_end() -> None:
    messages = wrong_messages.wrong_messages()
    first = [next(messages) for _ in wrong_messages.WRONG]
    assert [next(messages) for _ in wrong_messages.WRONG] == first
