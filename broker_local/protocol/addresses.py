"""The MQTT addresses of the contract, all below `rfers/v1/`."""

from __future__ import annotations

import re

from .errors import ProtocolError
from .limits import MAX_NAME

PROTOCOL_VERSION = 1
PREFIX = f"rfers/v{PROTOCOL_VERSION}"
TOPICS = f"{PREFIX}/topics"  # retained: every topic with its schema
STATUS = f"{PREFIX}/status"  # retained, with a last will: whether the matcher is there
ALL_PUBLISHED = f"{PREFIX}/publish/+"
ALL_REQUESTS = f"{PREFIX}/request/+"
SHARED_PUBLISHED = f"$share/rfers/{ALL_PUBLISHED}"  # matchers that subscribe to this divide what is published
ALL_HANDED = f"{PREFIX}/handed/+"  # what one matcher leaves to another: messages with attachments

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]*\Z")


def checked_name(field: str, name: object) -> str:
    """`name` if it can stand as one level of an address: a user, a publisher, a topic."""
    if not isinstance(name, str) or len(name) > MAX_NAME or not _NAME.match(name):
        raise ProtocolError(field, expected=f"letters, digits and . _ @ - (at most {MAX_NAME})", got=name)
    return name


def publish(topic: str) -> str:
    """Where events of a topic are sent in."""
    return f"{PREFIX}/publish/{topic}"


def handed(topic: str) -> str:
    """Where a matcher's worker hands on a message of a topic that is not its to handle."""
    return f"{PREFIX}/handed/{topic}"


def receipt(publisher: str) -> str:
    """Where a publisher that asks for receipts gets them."""
    return f"{PREFIX}/receipt/{publisher}"


def request(user: str) -> str:
    """Where a user's desks send requests."""
    return f"{PREFIX}/request/{user}"


def reply(user: str) -> str:
    """Where a user's desks get the answers to their requests."""
    return f"{PREFIX}/reply/{user}"


def inbox(user: str) -> str:
    """Where a user's desks get notifications."""
    return f"{PREFIX}/inbox/{user}"


def last_level(address: str) -> str:
    """The topic, user or publisher that an address names."""
    return address.rsplit("/", 1)[-1]
