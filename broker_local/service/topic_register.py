"""The topics that there are: the built-in ones, and those that publishers advertise and withdraw at run time."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType

from broker_local.protocol.choices import choice_error
from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.json_text import write_json
from broker_local.protocol.topic import Topic
from broker_local.protocol.topic_codec import topic_from_object, topic_to_object
from broker_local.protocol.topic_difference import differences, is_compatible

from .journal import Journal
from .topic_book import TopicRow

MAX_ADVERTISED = 500  # they are announced in one message

MayAdvertise = Callable[[str, str], bool]
"""Whether a user may let there be a topic: whoever may publish events of that name may."""


def nobody(user: str, topic: str) -> bool:
    """The rule where nothing is known of the users: no topics but the built-in ones."""
    return False


class TopicRegister:
    """`topics` is always what there is now; a change is in the journal before it is seen."""

    def __init__(self, journal: Journal, builtin: Mapping[str, Topic], may_advertise: MayAdvertise = nobody) -> None:
        self._book = journal.topics
        self._builtin = builtin
        self._may_advertise = may_advertise
        rows = self._book.live()
        self._owners = {row.name: row.owner for row in rows if row.name not in builtin}
        known = {row.name: topic_from_object(json.loads(row.body), "topic") for row in rows}
        self._topics = known | dict(builtin)
        self.topics: Mapping[str, Topic] = MappingProxyType(self._topics)
        self.changes = 0  # how often `topics` has changed

    def follow(self) -> None:
        """See what another process has done to the topics in the journal."""
        rows = self._book.live()
        known = {row.name: topic_from_object(json.loads(row.body), "topic") for row in rows} | dict(self._builtin)
        if known != self._topics:
            self._owners = {row.name: row.owner for row in rows if row.name not in self._builtin}
            self._topics.clear()
            self._topics.update(known)
            self.changes += 1

    def advertise(self, user: str, topic: Topic, at: datetime) -> None:
        """Let there be a topic. One that is there may be said again, and may grow by optional attributes."""
        if not self._may_advertise(user, topic.name):
            raise ProtocolError("topic.name", expected=f"a topic that {user} may publish", got=topic.name)
        known = self._topics.get(topic.name)
        if known == topic:
            return
        if known is not None:
            self._check_successor(user, known, topic)
        elif len(self._owners) >= MAX_ADVERTISED:
            raise ProtocolError("topic", expected=f"at most {MAX_ADVERTISED} advertised topics", got=Given("one more"))
        owner = self._owners.get(topic.name, user)
        self._book.begin(TopicRow(topic.name, owner, write_json(topic_to_object(topic))), at)
        self._topics[topic.name], self._owners[topic.name] = topic, owner
        self.changes += 1

    def withdraw(self, user: str, name: str, subscriptions: int, at: datetime) -> None:
        """Let there be no such topic, if `subscriptions` to it are none."""
        if name in self._builtin:
            raise ProtocolError("topic", expected="an advertised topic", got=Given(f"{name}, which is built in"))
        if name not in self._owners:
            raise choice_error(name, self._owners, "topic")
        if self._owners[name] != user:
            raise ProtocolError("topic", expected=f"a topic that {user} has advertised", got=name)
        if subscriptions:
            raise ProtocolError(
                "topic", expected="a topic that nobody is subscribed to", got=Given(f"{subscriptions} subscriptions")
            )
        self._book.end(name, at)
        del self._topics[name], self._owners[name]
        self.changes += 1

    def _check_successor(self, user: str, known: Topic, topic: Topic) -> None:
        in_words = ", ".join(differences(known, topic)) or "only its words differ"
        another = Given("another schema")  # how it differs is a hint, because those are not cut short
        if topic.name in self._builtin:
            raise ProtocolError("topic", expected=f"{topic.name} as it is built in", got=another, hint=in_words)
        if self._owners[topic.name] != user:
            expected = f"{topic.name} as {self._owners[topic.name]} has it"
            raise ProtocolError("topic", expected=expected, got=another, hint=in_words)
        if topic.version <= known.version:
            expected = f"a version above {known.version} for another schema of {topic.name}"
            raise ProtocolError("topic.version", expected=expected, got=topic.version, hint=in_words)
        if not is_compatible(known, topic):
            expected = f"version {known.version} of {topic.name}, with at most optional attributes added"
            raise ProtocolError("topic", expected=expected, got=another, hint=in_words)
