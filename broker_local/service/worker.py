"""A worker: takes its share of what is published; requests, topics, status and trimming are the primary's.

All workers write to one journal, whose one writer at a time is the sequence of every inbox: a batch is numbered inside
its transaction. Two that commit one after the other may tell a desk in the other order; the desk puts it right by the
numbers, as it does after any loss.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from broker_local.protocol.addresses import handed, last_level
from broker_local.protocol.topic import Topic

from .findings import has_attachments
from .geocoding.geocoder import Geocoder
from .journal import Journal
from .mqtt_link import Message, MqttLink
from .replica import Replica
from .runner import Service, make_ready

_HAND_ON_S = 30.0


class Worker(Service):
    """The half of the service that handles events."""

    def __init__(
        self, link: MqttLink, journal: Journal, topics: Mapping[str, Topic], geocoder: Geocoder | None = None
    ) -> None:
        super().__init__(link, journal, topics, geocoder=geocoder)
        self._counters.clear()  # the totals are the primary's
        self._replica = Replica(journal, self._subscriptions, self._register)

    def start(self, host: str, port: int, *, uses_tls: bool = False) -> None:
        """Make ready and connect; raises LinkError if the broker is not there."""
        make_ready()
        self._link.start(host, port, None, uses_tls=uses_tls)

    def step(self, messages: Sequence[Message]) -> None:
        """Handle a share of the events, with the subscriptions as they are now."""
        if messages:
            self._replica.follow()
        super().step(messages)

    def _set_aside(self, messages: Sequence[Message]) -> Sequence[Message]:
        """One process keeps images: what carries attachments is handed on to the primary."""
        at_hand: list[Message] = []
        for message in messages:
            topic = self._topics.get(last_level(message.address))
            if topic is None or not has_attachments(message, topic):
                at_hand.append(message)
            elif self._link.publish_and_wait(handed(topic.name), message.payload, _HAND_ON_S):
                self._link.acknowledge(message)
        return at_hand

    def _end_due(self) -> None:
        pass

    def _trim(self, just_accepted: int) -> None:
        pass

    def _say_status(self) -> None:
        pass

    def _say_farewell(self) -> None:
        pass
