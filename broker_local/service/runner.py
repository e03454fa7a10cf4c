"""Keeps the service running: drain, take in, match, deliver, acknowledge; and answer the desks' requests."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from itertools import groupby, islice

from broker_local.matching.matcher import Matcher, Matches
from broker_local.matching.warm_up import warm_up
from broker_local.protocol.addresses import (
    ALL_HANDED,
    ALL_PUBLISHED,
    ALL_REQUESTS,
    PROTOCOL_VERSION,
    SHARED_PUBLISHED,
    STATUS,
    TOPICS,
    last_level,
    reply,
)
from broker_local.protocol.reply_codec import encode_reply
from broker_local.protocol.requests import UNASKED, Acknowledgement
from broker_local.protocol.status import ServiceStatus
from broker_local.protocol.status_codec import encode_status
from broker_local.protocol.topic import Topic
from broker_local.protocol.topic_codec import encode_topics

from .answering import Answering
from .attachment_reader import AttachmentReader
from .blob_store import BlobStore
from .delivery import Delivery, deliver
from .dry_runs import DryRuns
from .figures import Figures, together
from .findings import has_attachments
from .geocoding.geocoder import Geocoder
from .inboxes import Inboxes
from .intake import Intake, take_in
from .journal import Journal
from .mqtt_link import Message, MqttLink
from .pieces import Pieces
from .placing import Placing
from .retention import Retention, Trimming
from .subscriptions import Subscriptions
from .topic_register import MayAdvertise, TopicRegister, nobody

ADDRESSES = [ALL_PUBLISHED, ALL_REQUESTS]
SHARED_ADDRESSES = [SHARED_PUBLISHED, ALL_REQUESTS, ALL_HANDED]  # with workers beside us
_log = logging.getLogger(__name__)
_LARGEST_BATCH = 2_000
_LARGEST_BATCH_BYTES = 4 * 1024 * 1024  # of published messages that are journaled together
_REQUESTS_AT_ONCE = 32  # of which the changes are journaled together
_WAIT_S = 0.2
_STATUS_EVERY_S = 2.0
_LAST_BATCHES_S = 5.0  # what has arrived when we are to stop is still handled, within this time
_PUBLISH_PREFIXES = (ALL_PUBLISHED.removesuffix("+"), ALL_HANDED.removesuffix("+"))
_TRIES = 5  # to journal a batch


class Service:
    """The notification service on one link and one journal."""

    def __init__(
        self,
        link: MqttLink,
        journal: Journal,
        topics: Mapping[str, Topic],
        *,
        may_advertise: MayAdvertise = nobody,
        retention: Retention | None = None,
        geocoder: Geocoder | None = None,
        images: BlobStore | None = None,
    ) -> None:
        self._link = link
        self._journal = journal
        self._register = TopicRegister(journal, topics, may_advertise)
        self._topics = self._register.topics
        self._merges = ThreadPoolExecutor(2, "merges")  # two: a small merge of an index is not to wait for a large one
        self._matcher = Matcher(self._topics, self._merges)
        self._subscriptions = Subscriptions(journal, self._matcher, self._topics)
        pieces = None if images is None else Pieces(journal, images)
        self._reader = None if images is None else AttachmentReader(images.folder, images.max_bytes)
        self._place = (lambda event: event) if geocoder is None else Placing(geocoder, self._topics).place
        self._dry_runs = DryRuns(journal.file.path, link.publish)
        self._answering = Answering(self._subscriptions, journal, self._register, self._dry_runs, self.status, pieces)
        self._inboxes = Inboxes(link, time.monotonic)
        self._trimming = Trimming(journal, retention or Retention())
        self._counters: Counter[str] = Counter(rejected=journal.total("rejected"))
        self._figures = Figures(time.monotonic)
        self._started_at = datetime.now(UTC)
        self._stop = threading.Event()
        self._said_status: tuple[float, dict[str, int]] | None = None
        self.workers_counters: Callable[[], Iterable[Mapping[str, int]]] = tuple  # of those that share the work

    def start(self, host: str, port: int, *, uses_tls: bool = False) -> None:
        """Make ready, connect and greet; raises LinkError if the broker is not there."""
        make_ready()
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
            self._handle_what_is_left()
        finally:
            self._dry_runs.stop()
            if self._reader is not None:
                self._reader.close()
            self._say_farewell()
            self._link.stop()
            self._merges.shutdown(cancel_futures=True)

    def stop(self) -> None:
        """Ask `run` to end after the batch at hand."""
        self._stop.set()

    def _handle_what_is_left(self) -> None:
        until = time.monotonic() + _LAST_BATCHES_S
        while time.monotonic() < until:
            is_reading = self._reader is not None and self._reader.waiting_bytes > 0
            messages = self._link.drain(_LARGEST_BATCH, _WAIT_S if is_reading else 0.0)
            if not messages and not is_reading:
                return
            self.step(messages)

    def step(self, messages: Sequence[Message]) -> None:
        """Handle what has arrived, in order: some requests, the events between them as a batch, more requests."""
        accepted_before = self._counters["accepted"]
        self._inboxes.tell_newest()
        self._end_due()
        at_hand = self._set_aside(messages)
        for is_published, group in groupby(at_hand, key=_is_published):
            if is_published:
                for batch in _batches(group):
                    self._handle_published(batch)
            else:
                while some := list(islice(group, _REQUESTS_AT_ONCE)):
                    self._handle_requests(some)
        self._trim(self._counters["accepted"] - accepted_before)

    def _end_due(self) -> None:
        """End the subscriptions whose time is up, and tell their owners' desks."""
        for ended in self._subscriptions.end_due(datetime.now(UTC)):
            self._link.publish(reply(ended.owner), encode_reply(Acknowledgement(UNASKED, ended=(ended.id,))))

    def _trim(self, just_accepted: int) -> None:
        self._counters["trimmed"] += self._trimming.step(datetime.now(UTC), just_accepted)

    def _set_aside(self, messages: Sequence[Message]) -> Sequence[Message]:
        """What to handle now: without messages whose attachments must be read first, with those that have been."""
        if self._reader is None:
            return messages
        at_hand: list[Message] = list(self._reader.finished())
        for message in messages:
            topic = self._topics.get(last_level(message.address)) if _is_published(message) else None
            if topic is not None and has_attachments(message, topic):
                self._reader.submit(message, topic, datetime.now(UTC))
            else:
                at_hand.append(message)
        return at_hand

    def _handle_published(self, messages: Sequence[Message]) -> None:
        now = datetime.now(UTC)
        intake, matches, deliveries = self._journaled(messages, now)
        not_sent = self._inboxes.send(deliveries)
        for due in intake.receipts:
            self._link.publish(*due.message())
        for message in messages:  # only now: what is acknowledged is in the journal
            self._link.acknowledge(message)
        self._counters.update(
            accepted=len(intake.accepted),
            rejected=len(intake.rejected),
            duplicates=intake.duplicates,
            unplaced=intake.unplaced,
            matched=len(matches.handles),
            delivered=len(deliveries) - not_sent,
            undelivered=not_sent,
            receipts=len(intake.receipts),
        )
        done_at = time.monotonic()
        self._figures.note(len(intake.accepted), len(matches.handles), (done_at - m.received_at for m in messages))
        for row in intake.rejected:
            _log.warning("refused a message on %s: %s", row.address, row.message)

    def _journaled(self, messages: Sequence[Message], now: datetime) -> tuple[Intake, Matches, list[Delivery]]:
        """Take in, match and journal a batch; once more if another worker was just given one of its events."""
        for tries_left in reversed(range(_TRIES)):
            intake = take_in(messages, self._topics, self._journal, now, self._place)
            matches = self._matcher.match([item.event for item in intake.accepted])
            try:
                return intake, matches, deliver(intake, matches, self._subscriptions, self._journal, now)
            except sqlite3.IntegrityError:  # now that event is known
                if not tries_left:
                    raise
        raise AssertionError("the last try ends above")

    def _handle_requests(self, messages: Sequence[Message]) -> None:
        now, known_topics = datetime.now(UTC), self._register.changes
        with self._journal.transaction():
            answers = [self._answering.answer(message, now) for message in messages]
        if self._register.changes != known_topics:
            self._greet()
        for message, answer in zip(messages, answers, strict=True):  # only now: what is acknowledged is done
            self._inboxes.answer(answer)
            self._link.acknowledge(message)
        self._counters["requests"] += len(messages)

    def _greet(self) -> None:
        self._link.greet_with([(TOPICS, encode_topics(self._topics.values())), (STATUS, encode_status(self.status()))])

    def status(self) -> ServiceStatus:
        """How the service does, in counters and figures."""
        counters = {name: self._counters[name] for name in sorted(self._counters)}
        counters["subscriptions"] = len(self._subscriptions)
        counters["waiting"] = self._link.waiting
        counters["unsent"] = self._link.unsent
        counters |= self._figures.values()
        workers = list(self.workers_counters())
        figures = self._link.figures
        if "clients" in figures:
            counters["connected"] = max(0, figures["clients"] - 1 - len(workers))  # besides us
        if "dropped" in figures:
            counters["dropped_by_broker"] = figures["dropped"]
        for counted in workers:
            counters = together(counters, counted)
        return ServiceStatus(True, PROTOCOL_VERSION, datetime.now(UTC), self._started_at, counters)

    def _say_farewell(self) -> None:
        self._link.publish_and_wait(STATUS, encode_status(offline_status()), 2.0, retain=True)

    def _say_status(self) -> None:
        """Tell the counters when they changed, now and then."""
        now, said = time.monotonic(), self._said_status
        if said is not None and now - said[0] < _STATUS_EVERY_S:
            return
        status = self.status()
        if said is not None and said[1] == status.counters:
            return
        self._said_status = (now, dict(status.counters))
        self._link.publish(STATUS, encode_status(status), retain=True)


def _is_published(message: Message) -> bool:
    return message.address.startswith(_PUBLISH_PREFIXES)


def _batches(messages: Iterable[Message]) -> Iterator[list[Message]]:
    """Messages in batches that are quickly done, so that those that come after wait little."""
    batch: list[Message] = []
    size = 0
    for message in messages:
        if batch and size + len(message.payload) > _LARGEST_BATCH_BYTES:
            yield batch
            batch, size = [], 0
        batch.append(message)
        size += len(message.payload)
    if batch:
        yield batch


def make_ready() -> None:
    """Have the matcher compiled before anything is asked of it."""
    _log.info("making the matcher ready; the first time on a machine this takes a minute")
    warm_up()


def offline_status() -> ServiceStatus:
    """The farewell, and the last will."""
    return ServiceStatus(False, PROTOCOL_VERSION, datetime.now(UTC))
