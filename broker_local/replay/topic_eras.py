"""Which schema a topic had when: the built-in ones, and every one that was advertised."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.topic import Topic
from broker_local.protocol.topic_codec import topic_from_object

from .journal_source import TopicRow
from .manifest import TopicEra


def merged_eras(
    known: Sequence[TopicEra], builtin: Mapping[str, Topic], advertised: Iterable[TopicRow], now: int
) -> tuple[TopicEra, ...]:
    """The eras with what is new; those that are known keep their places, because files name them by these.

    A built-in topic that an update of the program changed ends its era now, and begins another.
    """
    eras = list(known)
    for topic in builtin.values():
        place = next((i for i, era in enumerate(eras) if era.topic.name == topic.name and era.ended_at is None), None)
        if place is not None and eras[place].topic == topic:
            continue
        if place is not None:
            eras[place] = replace(eras[place], ended_at=now)
        eras.append(TopicEra(topic, None if place is None else now))
    for row in advertised:
        if row.name in builtin:
            continue
        era = TopicEra(topic_from_object(json.loads(row.body), "topic"), row.begun_at, row.ended_at)
        begun = ((i, known.topic.name, known.begun_at) for i, known in enumerate(eras))
        place = next((i for i, name, at in begun if (name, at) == (row.name, row.begun_at)), None)
        if place is None:
            eras.append(era)
        else:
            eras[place] = era
    return tuple(eras)


def with_era(eras: Sequence[TopicEra], topic: Topic) -> tuple[tuple[TopicEra, ...], int]:
    """The eras with one of exactly this schema, and its place: for events from elsewhere."""
    for place, era in enumerate(eras):
        if era.topic == topic:
            return tuple(eras), place
    others = [era.topic for era in eras if era.topic.name == topic.name]
    if others:
        raise ProtocolError("topic", expected=f"{topic.name} as the archive has it", got="another schema")
    return (*eras, TopicEra(topic)), len(eras)


def candidates(eras: Sequence[TopicEra], name: str, at: int) -> Iterator[tuple[int, TopicEra]]:
    """The eras of a topic by how likely a body of that moment follows them: the one that held first."""
    named = [(place, era) for place, era in enumerate(eras) if era.topic.name == name]
    yield from sorted(named, key=lambda item: (not item[1].holds_at(at), -item[0]))
