"""The access rules as a table, and the files that tell Mosquitto the same."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.broker.access import (
    Action,
    covers,
    is_filter,
    may,
    mosquitto_access_file,
    mosquitto_password_file,
    rules,
)
from broker_local.broker.accounts import Account, Role
from broker_local.protocol import addresses

ALICE = Account("alice", Role.SUBSCRIBER, "hash-a")
CAROL = Account("carol", Role.SUBSCRIBER, "hash-c", ("FireIncReports",))
TRACKER = Account("tracker", Role.PUBLISHER, "hash-t", ("EALocation",))
GATEWAY = Account("gateway", Role.PUBLISHER, "hash-g", ("*",))
CHIEF = Account("chief", Role.ADMIN, "hash-h")
MATCHER = Account("matcher", Role.SERVICE, "hash-m")
EVERYONE = [ALICE, CAROL, TRACKER, GATEWAY, CHIEF, MATCHER]

PUBLISH_ASSET, PUBLISH_FIRE = addresses.publish("EALocation"), addresses.publish("FireIncReports")


@pytest.mark.parametrize(
    ("address", "readers", "writers"),
    [
        (addresses.TOPICS, EVERYONE, [MATCHER]),
        (addresses.STATUS, EVERYONE, [MATCHER]),
        (PUBLISH_ASSET, [MATCHER], [TRACKER, GATEWAY, CHIEF]),
        (PUBLISH_FIRE, [MATCHER], [CAROL, GATEWAY, CHIEF]),
        (addresses.request("alice"), [MATCHER], [ALICE]),
        (addresses.request("tracker"), [MATCHER], [TRACKER]),
        (addresses.reply("alice"), [ALICE], [MATCHER]),
        (addresses.receipt("tracker"), [TRACKER], [MATCHER]),
        (addresses.receipt("alice"), [ALICE], [MATCHER]),
        (addresses.inbox("alice"), [ALICE], [MATCHER]),
        (addresses.inbox("chief"), [CHIEF], [MATCHER]),
        (addresses.inbox("tracker"), [], [MATCHER]),
        ("$SYS/broker/uptime", [CHIEF], []),
        ("$SYS/#", [CHIEF], []),
        (addresses.ALL_PUBLISHED, [MATCHER], []),
        (addresses.ALL_REQUESTS, [MATCHER], []),
        (f"$share/workers/{addresses.ALL_PUBLISHED}", [MATCHER], []),
        (f"$share/desks/{addresses.inbox('alice')}", [], []),
        (addresses.inbox("+"), [], []),
        (f"{addresses.PREFIX}/inbox/#", [], []),
        (f"{addresses.PREFIX}/+/alice", [], []),
        (f"{addresses.PREFIX}/#", [], []),
        (f"{addresses.inbox('alice')}/#", [], []),
        (f"{PUBLISH_ASSET}/more", [], []),
        ("rfers/v2/inbox/alice", [], []),
        ("#", [], []),
        ("+", [], []),
        ("", [], []),
        ("somewhere/else", [], []),
    ],
)
def test_an_address_is_for_these_and_no_others(address: str, readers: list[Account], writers: list[Account]) -> None:
    assert [account.name for account in EVERYONE if may(account, Action.READ, address)] == [a.name for a in readers]
    assert [account.name for account in EVERYONE if may(account, Action.WRITE, address)] == [a.name for a in writers]


@pytest.mark.parametrize(
    ("pattern", "address", "does_cover"),
    [
        ("a/b", "a/b", True),
        ("a/b", "a/c", False),
        ("a/+", "a/b", True),
        ("a/+", "a/+", True),
        ("a/+", "a/#", False),
        ("a/+", "a", False),
        ("a/+", "a/", True),
        ("a/+", "a/b/c", False),
        ("a/#", "a", True),
        ("a/#", "a/b/c", True),
        ("a/#", "a/+/c", True),
        ("a/#", "a/#", True),
        ("a/b", "a/+", False),
        ("+/b", "a/b", True),
        ("#", "a/b", True),
        ("#", "$SYS/x", False),
        ("+/x", "$SYS/x", False),
        ("$SYS/#", "$SYS/x", True),
    ],
)
def test_a_pattern_covers(pattern: str, address: str, does_cover: bool) -> None:
    assert covers(pattern, address) is does_cover


LEVELS = ["a", "b"]
ADDRESSES = ["/".join(levels) for length in (1, 2, 3, 4) for levels in itertools.product(LEVELS, repeat=length)]
PATTERNS = st.lists(st.sampled_from(["a", "b", "+"]), min_size=1, max_size=3).flatmap(
    lambda levels: st.sampled_from(["/".join(levels), "/".join([*levels, "#"])])
)


@settings(deadline=None, derandomize=True, max_examples=300)
@given(PATTERNS, PATTERNS)
def test_what_is_covered_is_exactly_a_subset(wide: str, narrow: str) -> None:
    meant = {address for address in ADDRESSES if covers(narrow, address)}
    assert covers(wide, narrow) is (meant <= {address for address in ADDRESSES if covers(wide, address)})


def test_a_filter_is_an_address_with_wildcards() -> None:
    assert [is_filter(address) for address in ("a/b", "a/+", "#")] == [False, True, True]


def test_every_rule_is_in_the_access_file_and_nothing_else() -> None:
    expected = [
        "user alice",
        "topic read rfers/v1/topics",
        "topic read rfers/v1/status",
        "topic read rfers/v1/reply/alice",
        "topic read rfers/v1/receipt/alice",
        "topic read rfers/v1/inbox/alice",
        "topic write rfers/v1/request/alice",
        "",
        "user tracker",
        "topic read rfers/v1/topics",
        "topic read rfers/v1/status",
        "topic read rfers/v1/reply/tracker",
        "topic read rfers/v1/receipt/tracker",
        "topic write rfers/v1/request/tracker",
        "topic write rfers/v1/publish/EALocation",
        "",
    ]
    assert mosquitto_access_file([ALICE, TRACKER]).split("\n") == expected


def test_the_matcher_has_no_rights_of_a_desk() -> None:
    assert not [address for address in (*rules(MATCHER).read, *rules(MATCHER).write) if "matcher" in address]


def test_the_password_file_has_a_line_for_each_account() -> None:
    assert mosquitto_password_file([ALICE, TRACKER]) == "alice:hash-a\ntracker:hash-t\n"
    assert mosquitto_password_file([]) == ""
