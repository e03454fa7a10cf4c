"""Messages from the broker, decoded: address and bytes in, a link event out."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from broker_local.protocol import addresses
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.notification import InboxMark
from broker_local.protocol.notification_codec import decode_inbox
from broker_local.protocol.reply_codec import decode_reply
from broker_local.protocol.status_codec import decode_status
from broker_local.protocol.topic import Topic
from broker_local.protocol.topic_codec import decode_topics

from .link_events import BadMessage, InboxMessage, LinkEvent, MarkMessage, ReplyMessage, StatusMessage, TopicsMessage


class Incoming:
    """Decodes what one user's desk hears. Keeps the topics, because events are read against their schemas."""

    def __init__(self, user: str) -> None:
        self._inbox = addresses.inbox(user)
        self._reply = addresses.reply(user)
        self._topics: Mapping[str, Topic] = builtin_topics()

    @property
    def heard(self) -> tuple[str, ...]:
        """The addresses to subscribe to: topics first, so that their schemas are known before events come."""
        return (addresses.TOPICS, addresses.STATUS, self._reply, self._inbox)

    def read(self, address: str, payload: bytes, received_at: datetime) -> LinkEvent:
        """What a message says; a message that breaks the contract becomes a BadMessage."""
        try:
            return self._decode(address, payload, received_at)
        except ProtocolError as error:
            return BadMessage(address, str(error))

    def _decode(self, address: str, payload: bytes, received_at: datetime) -> LinkEvent:
        if address == self._inbox:
            said = decode_inbox(payload, self._topics)
            return MarkMessage(said) if isinstance(said, InboxMark) else InboxMessage(said, received_at)
        if address == self._reply:
            return ReplyMessage(decode_reply(payload, self._topics))
        if address == addresses.STATUS:
            return StatusMessage(decode_status(payload))
        if address == addresses.TOPICS:
            self._topics = decode_topics(payload)
            return TopicsMessage(self._topics)
        raise ProtocolError("address", expected="one of " + ", ".join(self.heard), got=address)
