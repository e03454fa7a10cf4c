"""Which thing an event is about: the asset that moves, the sensor that measures, or the event itself."""

from __future__ import annotations

from broker_local.protocol.event import Event
from broker_local.protocol.topic import Topic

ObjectKey = tuple[str, str]  # the topic, and what tells one thing of that topic from another


def object_key(event: Event, topic: Topic | None) -> ObjectKey:
    """Events with one key speak of one thing; an event that names no thing stands for itself."""
    value = event.attributes.get(topic.key) if topic is not None and topic.key is not None else None
    # The two signs keep a report called "7" apart from an event whose id is "7".
    return (event.topic, f"#{event.id}" if value is None else f"={value!r}")
