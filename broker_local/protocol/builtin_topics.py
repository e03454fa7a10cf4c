"""The four built-in topics (thesis tables 4.1 to 4.4), read from resources/topics."""

from __future__ import annotations

from functools import cache
from types import MappingProxyType

from .resources import resources_dir
from .topic import Topic
from .topic_codec import decode_topic


@cache
def builtin_topics() -> MappingProxyType[str, Topic]:
    """The built-in topics by name."""
    files = sorted((resources_dir() / "topics").glob("*.json"))
    topics = [decode_topic(file.read_bytes()) for file in files]
    return MappingProxyType({topic.name: topic for topic in topics})
