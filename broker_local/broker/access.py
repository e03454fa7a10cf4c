"""The access rules: which account may read or write which address, for every broker alike.

    who          reads                                            writes
    everyone     topics, status, own reply and receipt            own request
    subscriber   own inbox                                        publish/<its topics, if it was given any>
    publisher                                                     publish/<its topics>
    admin        own inbox, $SYS                                  publish/<any topic>
    service      publish, request, topics, status,                inbox, reply, receipt, topics, status
                 clients connected, messages dropped,             what its workers hand on
                 what its workers hand on

The service is not one of "everyone": it has no inbox and asks nothing of itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from broker_local.protocol import addresses

from .accounts import ANY_TOPIC, Account, Role

_ANYONE = "+"
_BROKER_FIGURES = "$SYS/#"
CLIENTS_CONNECTED = "$SYS/broker/clients/connected"  # as Mosquitto tells it
MESSAGES_DROPPED = "$SYS/broker/publish/messages/dropped"  # Mosquitto's: those that found a client's queue full
CLIENTS_SLOWED_S = "$SYS/broker/clients/slowed"  # the embedded broker's: how long clients had to wait, in all
_SHARED = "$share/"  # $share/<group>/<filter>: workers that divide the messages among them


class Action(StrEnum):
    """What is done with an address, by the words of Mosquitto's access file."""

    READ = "read"
    WRITE = "write"


@dataclass(frozen=True, slots=True)
class Rules:
    """The addresses, with wildcards, that one account may read and write."""

    read: tuple[str, ...]
    write: tuple[str, ...]


@lru_cache(maxsize=4096)
def rules(account: Account) -> Rules:
    """What an account may do, all of it."""
    if account.role is Role.SERVICE:
        own: tuple[str, ...] = (addresses.TOPICS, addresses.STATUS)
        own += (addresses.ALL_HANDED,)
        out = (addresses.inbox(_ANYONE), addresses.reply(_ANYONE), addresses.receipt(_ANYONE))
        heard = (addresses.ALL_PUBLISHED, addresses.ALL_REQUESTS, CLIENTS_CONNECTED, MESSAGES_DROPPED)
        return Rules(read=(*heard, *own), write=(*out, *own))
    name = account.name
    read = [addresses.TOPICS, addresses.STATUS, addresses.reply(name), addresses.receipt(name)]
    if account.role in (Role.SUBSCRIBER, Role.ADMIN):
        read.append(addresses.inbox(name))
    if account.role is Role.ADMIN:
        read.append(_BROKER_FIGURES)
    topics = (ANY_TOPIC,) if account.role is Role.ADMIN else account.topics
    publish = (addresses.publish(_ANYONE if topic == ANY_TOPIC else topic) for topic in topics)
    return Rules(read=tuple(read), write=(addresses.request(name), *publish))


def may(account: Account, action: Action, address: str) -> bool:
    """Whether an account may do this; an address with wildcards only if it may read all that they stand for."""
    if action is Action.WRITE:
        return not is_filter(address) and any(covers(allowed, address) for allowed in rules(account).write)
    if address.startswith(_SHARED):
        # Who joins a group takes messages from its other members, so only the matcher's workers may.
        if account.role is not Role.SERVICE:
            return False
        address = address.removeprefix(_SHARED).partition("/")[2]
    return any(covers(allowed, address) for allowed in rules(account).read)


def is_filter(address: str) -> bool:
    """Whether an address has wildcards, so that it can be subscribed to but not published to."""
    return "+" in address or "#" in address


def covers(pattern: str, address: str) -> bool:
    """Whether all addresses that `address` stands for are among those that `pattern` stands for (MQTT 3.1.1, 4.7)."""
    if pattern == address:
        return True
    if not is_filter(pattern) or (address.startswith("$") and pattern[0] in "+#"):  # [MQTT-4.7.2-1]
        return False
    wide, narrow = pattern.split("/"), address.split("/")
    for i, level in enumerate(wide):
        if level == "#":
            return True
        if i >= len(narrow) or narrow[i] == "#" or level not in ("+", narrow[i]):
            return False
    return len(wide) == len(narrow)


def mosquitto_access_file(accounts: Iterable[Account]) -> str:
    """The same rules as Mosquitto's `acl_file`; what is not named there is forbidden."""
    lines: list[str] = []
    for account in accounts:
        lines.append(f"user {account.name}")
        for action, allowed in ((Action.READ, rules(account).read), (Action.WRITE, rules(account).write)):
            lines += [f"topic {action} {address}" for address in allowed]
        lines.append("")
    return "\n".join(lines)


def mosquitto_password_file(accounts: Iterable[Account]) -> str:
    """The accounts as Mosquitto's `password_file`."""
    return "".join(f"{account.name}:{account.password_hash}\n" for account in accounts)
