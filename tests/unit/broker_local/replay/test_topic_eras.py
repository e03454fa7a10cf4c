"""Eras of topics: known ones keep their places, changed ones end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.json_text import write_json
from broker_local.protocol.topic_codec import topic_to_object
from broker_local.replay.journal_source import TopicRow
from broker_local.replay.manifest import TopicEra
from broker_local.replay.topic_eras import candidates, merged_eras, with_era
from tests.builders import EA_LOCATION, WS_OBSERVATION
from tests.recorded_traffic import FLOODS, TALLER_FLOODS

BUILTIN = {"EALocation": EA_LOCATION}


def row(topic, begun_at: int, ended_at: int | None) -> TopicRow:
    return TopicRow(topic.name, write_json(topic_to_object(topic)), begun_at, ended_at)


def test_advertised_topics_come_after_the_built_in_ones_and_end_where_they_did() -> None:
    first = merged_eras((), BUILTIN, [row(FLOODS, 5, None)], 10)
    assert first == (TopicEra(EA_LOCATION), TopicEra(FLOODS, 5, None))
    later = merged_eras(first, BUILTIN, [row(FLOODS, 5, 20), row(TALLER_FLOODS, 20, None)], 30)
    assert later == (TopicEra(EA_LOCATION), TopicEra(FLOODS, 5, 20), TopicEra(TALLER_FLOODS, 20, None))


def test_a_built_in_topic_that_changed_begins_another_era() -> None:
    known = merged_eras((), BUILTIN, [], 10)
    changed = replace(EA_LOCATION, version=2)
    eras = merged_eras(known, {"EALocation": changed}, [], 50)
    assert eras == (TopicEra(EA_LOCATION, None, 50), TopicEra(changed, 50))
    assert merged_eras(eras, {"EALocation": changed}, [], 60) == eras


def test_a_body_is_read_by_the_schema_of_its_time_first() -> None:
    eras = (TopicEra(FLOODS, 5, 20), TopicEra(EA_LOCATION), TopicEra(TALLER_FLOODS, 20, None))
    assert [place for place, _ in candidates(eras, "Floods", 10)] == [0, 2]
    assert [place for place, _ in candidates(eras, "Floods", 20)] == [2, 0]
    assert list(candidates(eras, "Nothing", 10)) == []


def test_events_from_elsewhere_need_the_schema_that_the_archive_has() -> None:
    eras = (TopicEra(EA_LOCATION),)
    assert with_era(eras, EA_LOCATION) == (eras, 0)
    assert with_era(eras, WS_OBSERVATION) == ((*eras, TopicEra(WS_OBSERVATION)), 1)
    with pytest.raises(ProtocolError, match="EALocation as the archive has it"):
        with_era(eras, replace(EA_LOCATION, version=2))
