"""Keeps the service running: drain, take in, match, deliver, acknowledge; and answer the desks' requests."""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from itertools import groupby

from broker_local.matching.matcher import Matcher
from broker_local.matching.warm_up import warm_up
from broker_local.protocol.addresses import (
    ALL_PUBLISHED,
    ALL_REQUESTS,
    PROTOCOL_VERSION,
    STATUS,
    TOPICS,
    inbox,
)
from broker_local.protocol.status import ServiceStatus
from broker_local.protocol.status_codec import encode_status
from broker_local.protocol.topic import Topic
from broker_local.protocol.topic_codec import encode_topics

from .answering import Answering
from .delivery import deliver
from .intake import take_in
from .journal import Journal
from .mqtt_link import Message, MqttLink
from .subscriptions import Subscriptions

ADDRESSES = [ALL_PUBLISHED, ALL_REQUESTS]
_log = logging.getLogger(__name__)
_LARGEST_BATCH = 2_000
_WAIT_S = 0.2
_STATUS_EVERY_S = 2.0
_PUBLISH_PREFIX = ALL_PUBLISHED.removesuffix("+")


class Service:
    """The notification service on one link and one journal."""

    def __init__(self, link: MqttLink, journal: Journal, topics: Mapping[str, Topic]) -> None:
        self._link = link
        self._journal = journal
        self._topics = topics
        self._merges = ThreadPoolExecutor(2, "merges")  # two: a small merge of an index is not to wait for a large one
        self._matcher = Matcher(topics, self._merges)
        self._subscriptions = Subscriptions(journal, self._matcher, topics)
        self._answering = Answering(self._subscriptions, journal, topics)
        self._counters: Counter[str] = Counter(rejected=journal.count("rejected"))
        self._started_at = datetime.now(UTC)
        self._stop = threading.Event()
        self._said_status: tuple[float, dict[str, int]] | None = None

    def start(self, host: str, port: int, *, uses_tls: bool = False) -> None:
        """Make ready, connect and greet; raises LinkError if the broker is not there."""
        _log.info("making the matcher ready; the first time on a machine this takes a minute")
        warm_up()
        self._link.start(host, port, (STATUS, encode_status(offline_status())), uses_tls=uses_tls)
        self._greet()
        _log.info("serving on %s:%d with %d subscriptions", host, port, len(self._subscriptions))

    def run(self, between_batches: Callable[[], None] = lambda: None) -> None:
        """Serve until `stop` is called, then say farewell."""
        try:
            while not self._stop.is_set():
                between_batches()
                self.step(self._link.drain(_LARGEST_BATCH, _WAIT_S))
                self._say_status()
        finally:
            self._link.publish_and_wait(STATUS, encode_status(offline_status()), 2.0, retain=True)
            self._link.stop()
            self._merges.shutdown(cancel_futures=True)

    def stop(self) -> None:
        """Ask `run` to end after the batch at hand."""
        self._stop.set()

    def step(self, messages: Sequence[Message]) -> None:
        """Handle what has arrived: requests one by one, the events between them as a batch."""
        for is_published, group in groupby(messages, key=lambda m: m.address.startswith(_PUBLISH_PREFIX)):
            run = list(group)
            if is_published:
                self._handle_published(run)
            else:
                for message in run:
                    self._handle_request(message)

    def _handle_published(self, messages: Sequence[Message]) -> None:
        now = datetime.now(UTC)
        intake = take_in(messages, self._topics, self._journal, now)
        matches = self._matcher.match([item.event for item in intake.accepted])
        deliveries = deliver(intake, matches, self._subscriptions, self._journal, now)
        for delivery in deliveries:
            self._link.publish(inbox(delivery.user), delivery.payload)
        for message in messages:  # only now: what is acknowledged is in the journal
            self._link.acknowledge(message)
        self._counters.update(
            accepted=len(intake.accepted),
            rejected=len(intake.rejected),
            duplicates=intake.duplicates,
            matched=len(matches.handles),
            delivered=len(deliveries),
        )
        for row in intake.rejected:
            _log.warning("refused a message on %s: %s", row.address, row.message)

    def _handle_request(self, message: Message) -> None:
        for address, payload in self._answering.answer(message, datetime.now(UTC)):
            self._link.publish(address, payload)
        self._link.acknowledge(message)
        self._counters["requests"] += 1

    def _greet(self) -> None:
        self._link.greet_with([(TOPICS, encode_topics(self._topics.values())), (STATUS, encode_status(self._status()))])

    def _status(self) -> ServiceStatus:
        counters = {name: self._counters[name] for name in sorted(self._counters)}
        counters["subscriptions"] = len(self._subscriptions)
        counters["waiting"] = self._link.waiting
        return ServiceStatus(True, PROTOCOL_VERSION, datetime.now(UTC), self._started_at, counters)

    def _say_status(self) -> None:
        """Tell the counters when they changed, now and then."""
        now, status = time.monotonic(), self._status()
        if self._said_status is not None:
            at, counters = self._said_status
            if now - at < _STATUS_EVERY_S or counters == status.counters:
                return
        self._said_status = (now, dict(status.counters))
        self._link.publish(STATUS, encode_status(status), retain=True)


def offline_status() -> ServiceStatus:
    """The farewell, and the last will."""
    return ServiceStatus(False, PROTOCOL_VERSION, datetime.now(UTC))
