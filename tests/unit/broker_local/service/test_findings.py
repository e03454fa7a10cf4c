"""Which messages have attachments that must be looked into before they are taken in."""

from dataclasses import replace

import pytest

from broker_local.protocol.addresses import publish
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.topic import Attribute, AttributeType
from broker_local.service.findings import SMALL_BYTES, ReadMessage, has_attachments, image_attribute
from broker_local.service.mqtt_link import Message

TOPICS = builtin_topics()


def a_message(topic: str, size: int = 100) -> Message:
    return Message(publish(topic), b"x" * size, 1, 1, 1)


@pytest.mark.parametrize(
    ("topic", "size", "expected"),
    [
        ("WFireRSImage", 100, True),
        ("FireIncReports", SMALL_BYTES, False),
        ("FireIncReports", SMALL_BYTES + 1, True),
        ("EALocation", 10 * SMALL_BYTES, False),
    ],
)
def test_images_and_large_photos_are_read_aside(topic: str, size: int, expected: bool) -> None:
    assert has_attachments(a_message(topic, size), TOPICS[topic]) is expected


def test_an_unknown_topic_and_a_message_that_was_read_have_none() -> None:
    assert not has_attachments(a_message("Nothing"), None)
    assert not has_attachments(ReadMessage(publish("WFireRSImage"), b"{}", 1, 1, 1), TOPICS["WFireRSImage"])


def test_an_advertised_topic_may_have_images_too() -> None:
    assert image_attribute(TOPICS["FireIncReports"]) is None
    scan = Attribute("Scan", AttributeType.BINARY)
    advertised = replace(TOPICS["EALocation"], name="Scans", attributes=(scan,), geometry_unless="Scan")
    assert image_attribute(advertised) == scan
