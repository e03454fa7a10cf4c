"""Subscriptions in the archive: whole, with their zones as the protocol reads them."""

from __future__ import annotations

import json
from pathlib import Path

import shapely

from broker_local.protocol.geometry_codec import decode_geometry
from broker_local.protocol.json_text import write_json
from broker_local.protocol.subscription_codec import subscription_to_object
from broker_local.replay.journal_source import JournalSource, SubscriptionRow
from broker_local.replay.manifest import SUBSCRIPTIONS, Manifest
from broker_local.replay.subscription_table import read_subscriptions, subscription_file, table_of_subscriptions
from tests.builders import a_subscription, a_zone
from tests.recorded_traffic import Traffic


def a_row(handle: int, **what: object) -> SubscriptionRow:
    made = a_subscription(**what)  # type: ignore[arg-type]
    return SubscriptionRow(handle, made.owner, made.id, write_json(subscription_to_object(made)), 5, None)


def test_zones_are_those_of_the_journal_bit_for_bit(hour: Traffic) -> None:
    source = JournalSource(hour.path)
    rows = list(source.subscriptions())
    source.close()
    table = table_of_subscriptions(rows)
    for row, wkb in zip(rows, table["geometry"].to_pylist(), strict=True):
        spatial = json.loads(row.body)["spatial"]
        zone = None if spatial is None else decode_geometry(spatial["geometry"], "zone")
        assert wkb == (None if zone is None else shapely.to_wkb(zone, byte_order=1))
    assert table["geometry"].null_count < len(rows)


def test_a_subscription_to_all_of_a_topic_has_no_zone_and_no_filter(tmp_path: Path) -> None:
    (row,) = table_of_subscriptions([a_row(3)]).to_pylist()
    assert [row[name] for name in ("geometry", "bbox", "test", "buffer_m", "filter")] == [None] * 5
    assert (row["handle"], row["owner"], row["ended_at"]) == (3, "officer", None)


def test_how_sure_a_match_must_be_has_columns_and_so_have_soft_edges_and_words() -> None:
    body = {
        "id": "s",
        "owner": "ann",
        "topic": "WSObservation",
        "spatial": {"geometry": {"type": "Point", "coordinates": [0, 0]}, "operator": "Contain", "soft_m": 250},
        "filter": "Temperature IS hot",
        "terms": {"Temperature": {"hot": {"corners": [25, 30, None, None]}}},
        "certainty": {"possibility": 0.5, "necessity": 0.25, "aggregation": "product"},
    }
    row = SubscriptionRow(1, "ann", "s", json.dumps(body).encode(), 5, None)
    (told,) = table_of_subscriptions([row]).to_pylist()
    assert (told["soft_m"], told["aggregation"]) == (250.0, "product")
    assert (told["least_possibility"], told["least_necessity"]) == (0.5, 0.25)
    assert json.loads(told["terms"]) == body["terms"]
    (plain,) = table_of_subscriptions([a_row(2)]).to_pylist()
    assert {plain[name] for name in ("soft_m", "least_possibility", "least_necessity", "aggregation", "terms")} == {
        None
    }


def test_the_file_is_written_anew_and_forgets_nothing(tmp_path: Path) -> None:
    first = subscription_file(tmp_path, Manifest(), [a_row(1, zone=a_zone()), a_row(2, filter="Speed > 80")])
    second = subscription_file(tmp_path, first, [a_row(2, filter="Speed > 90"), a_row(3)])
    assert len(second.of(SUBSCRIPTIONS)) == 1
    table = read_subscriptions(tmp_path, second)
    assert table["handle"].to_pylist() == [1, 2, 3]
    assert table["filter"].to_pylist() == [None, "Speed > 90", None]
    assert len(read_subscriptions(tmp_path, Manifest())) == 0
