"""What publishers write is valid in each of the four topics."""

from __future__ import annotations

import base64
import json
from datetime import UTC, datetime

import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event_codec import decode_event
from scripts.topic_features import Feature, asset_feature, image_feature, report_feature, sensor_feature, topic_of

AT = datetime(2026, 7, 1, 18, 5, 6, 789_000, tzinfo=UTC)
HERE = (-114.07, 51.05)


@pytest.mark.parametrize(
    ("feature", "topic"),
    [
        (asset_feature(HERE, "E1", 63.04, AT, "Engine 1"), "EALocation"),
        (asset_feature(HERE, "E1", 0, AT, accuracy_m=7.5), "EALocation"),
        (sensor_feature(HERE, "S1", 21.25, 0.2, AT, "Mast"), "WSObservation"),
        (report_feature("I1", AT, address="2500 University Drive NW, Calgary, AB"), "FireIncReports"),
        (
            report_feature("I1", AT, place=HERE, cause="Gas", reporter="A", description="B", photo=b"x"),
            "FireIncReports",
        ),
        (image_feature(b"II*\0", AT, "West wind"), "WFireRSImage"),
    ],
)
def test_a_feature_is_an_event_of_its_topic_and_time(feature: Feature, topic: str) -> None:
    event = decode_event(json.dumps(feature).encode(), builtin_topics(), AT)
    assert (event.topic, topic_of(feature), event.time) == (topic, topic, AT)


def test_how_sure_a_position_is_stands_beside_it() -> None:
    assert asset_feature(HERE, "E1", 10, AT, accuracy_m=7.54)["accuracy_m"] == 7.5
    assert "accuracy_m" not in asset_feature(HERE, "E1", 10, AT)


def test_files_are_carried_whole() -> None:
    feature = report_feature("I1", AT, place=HERE, photo=bytes(range(256)))
    assert base64.b64decode(feature["properties"]["IncPhoto"]) == bytes(range(256))


def test_a_sensor_may_say_how_far_off_it_may_be() -> None:
    properties = sensor_feature(HERE, "S1", 27.04, 0.0654, AT, errors=(0.5, 0.03))["properties"]
    assert isinstance(properties, dict)
    assert properties["Temperature"] == {"value": 27.0, "error": 0.5}
    assert properties["Humidity"] == {"value": 0.065, "error": 0.03}
