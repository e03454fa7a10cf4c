"""The accounts file: what it keeps, what it refuses, and that it is written whole."""

from __future__ import annotations

import json
import stat
import threading
from pathlib import Path

import pytest

from broker_local.broker import accounts as module
from broker_local.broker.accounts import AccountBook, Role, write_private
from broker_local.broker.passwords import hash_password
from broker_local.protocol.errors import ProtocolError

HASH = hash_password("any password", iterations=1)


@pytest.fixture
def book(tmp_path: Path) -> AccountBook:
    return AccountBook(tmp_path / "data" / "accounts.json")


def a_file(book: AccountBook, **row: object) -> None:
    """An accounts file with one account, as someone might have written it by hand."""
    book.path.parent.mkdir()
    row = {"role": "subscriber", "topics": [], "password": HASH} | row
    book.path.write_text(json.dumps({"version": 1, "accounts": {"alice": row}}))


def test_without_a_file_there_are_no_accounts(book: AccountBook) -> None:
    assert book.accounts() == {}
    assert book.verified("alice", "any password") is None


def test_an_account_is_kept_and_opened_by_its_password_alone(book: AccountBook) -> None:
    book.add("tracker", "right password", Role.PUBLISHER, ["EALocation"])
    again = AccountBook(book.path)
    account = again.verified("tracker", "right password")
    assert account is not None
    assert (account.name, account.role, account.topics) == ("tracker", Role.PUBLISHER, ("EALocation",))
    assert again.verified("tracker", "wrong password") is None
    assert again.verified("Tracker", "right password") is None
    assert again.verified("tracker", None) is None
    assert again.verified(None, None) is None


def test_no_password_is_in_the_file_or_shown(book: AccountBook) -> None:
    account = book.add("alice", "right password", Role.SUBSCRIBER)
    assert b"right password" not in book.path.read_bytes()
    assert account.password_hash not in repr(account)


def test_only_the_owner_can_read_the_files(book: AccountBook) -> None:
    book.add("alice", "right password", Role.SUBSCRIBER)
    files = list(book.path.parent.iterdir())
    assert {file.name for file in files} == {"accounts.json", "accounts.lock"}
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_changed_password_replaces_the_old_one(book: AccountBook) -> None:
    book.add("tracker", "first password", Role.PUBLISHER, ["EALocation"])
    book.change_password("tracker", "second password")
    assert book.verified("tracker", "first password") is None
    account = book.verified("tracker", "second password")
    assert account is not None
    assert account.topics == ("EALocation",)


def test_a_removed_account_is_gone(book: AccountBook) -> None:
    book.add("alice", "right password", Role.SUBSCRIBER)
    book.remove("alice")
    assert book.verified("alice", "right password") is None


def test_an_issued_password_opens_the_account_and_ends_the_one_before(book: AccountBook) -> None:
    first = book.issue("matcher", Role.SERVICE)
    second = book.issue("matcher", Role.SERVICE)
    assert book.verified("matcher", first) is None
    assert book.verified("matcher", second) is not None


def test_a_password_is_not_issued_over_an_account_of_another_role(book: AccountBook) -> None:
    book.add("matcher", "right password", Role.SUBSCRIBER)
    with pytest.raises(ProtocolError, match="name: expected the name of a service, got 'matcher'"):
        book.issue("matcher", Role.SERVICE)
    assert book.verified("matcher", "right password") is not None


def test_changes_by_others_are_seen(book: AccountBook) -> None:
    other = AccountBook(book.path)
    before = book.accounts()
    other.add("alice", "right password", Role.SUBSCRIBER)
    assert "alice" in book.accounts()
    assert book.accounts() is not before
    assert book.accounts() is book.accounts()


@pytest.mark.parametrize(
    ("name", "role", "topics", "message"),
    [
        ("alice", Role.SUBSCRIBER, [], "name: expected a name that is not taken, got 'alice'"),
        ("al/ice", Role.SUBSCRIBER, [], "name: expected letters, digits"),
        ("al+ice", Role.SUBSCRIBER, [], "name: expected letters, digits"),
        ("al:ice", Role.SUBSCRIBER, [], "name: expected letters, digits"),
        ("dave\nuser eve", Role.SUBSCRIBER, [], "name: expected letters, digits"),
        ("dave", Role.PUBLISHER, [], "topics: expected at least one topic for a publisher, got none"),
        ("dave", Role.PUBLISHER, ["EALocation", "#"], "topics: expected letters, digits"),
        ("dave", Role.SERVICE, ["EALocation"], r"topics: expected none for the role service, got \['EALocation'\]"),
    ],
)
def test_what_cannot_be_an_account_is_refused(
    book: AccountBook, name: str, role: Role, topics: list[str], message: str
) -> None:
    book.add("alice", "right password", Role.SUBSCRIBER)
    before = book.path.read_bytes()
    with pytest.raises(ProtocolError, match=f"^{message}"):
        book.add(name, "right password", role, topics)
    assert book.path.read_bytes() == before


def test_a_misspelt_name_is_answered_with_the_one_meant(book: AccountBook) -> None:
    book.add("alice", "right password", Role.SUBSCRIBER)
    for change in (book.remove, lambda name: book.change_password(name, "right password")):
        with pytest.raises(ProtocolError, match=r"name: expected the name of an account, got 'alcie'; did you mean"):
            change("alcie")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"role": "king"}, "accounts.alice.role: expected one of subscriber, publisher, admin, service, got 'king'"),
        ({"role": ["admin"]}, "accounts.alice.role: expected one of"),
        ({"topics": "EALocation"}, "accounts.alice.topics: expected a list of topic names, got 'EALocation'"),
        ({"topics": [1]}, "accounts.alice.topics: expected letters"),
        ({"password": "right password"}, "accounts.alice.password: expected a hash .*, got something else"),
    ],
)
def test_a_file_that_was_spoilt_by_hand_is_an_error_that_says_where(
    book: AccountBook, row: dict[str, object], message: str
) -> None:
    a_file(book, **row)
    with pytest.raises(ProtocolError, match=f"^{message}"):
        book.accounts()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "accounts: expected a JSON file, got something else"),
        ("[]", r"accounts.version: expected 1, got \[\]"),
        ('{"version": 2}', "accounts.version: expected 1, got 2"),
        ('{"version": 1}', "accounts: expected an object of accounts by name, got None"),
        ('{"version": 1, "accounts": {"a b": {}}}', "accounts.a b: expected letters"),
        ('{"version": 1, "accounts": {"alice": 1}}', "accounts.alice: expected an object, got 1"),
    ],
)
def test_a_file_that_is_none_of_ours_is_an_error(book: AccountBook, content: str, message: str) -> None:
    book.path.parent.mkdir()
    book.path.write_text(content)
    with pytest.raises(ProtocolError, match=f"^{message}"):
        book.accounts()


def test_a_failed_write_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    write_private(file, b"before")

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(module.os, "fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_private(file, b"after")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert file.read_bytes() == b"before"


def test_changes_at_the_same_time_are_all_kept(book: AccountBook) -> None:
    names = [f"desk{number}" for number in range(8)]
    threads = [
        threading.Thread(target=AccountBook(book.path).add, args=(name, "right password", Role.SUBSCRIBER))
        for name in names
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(book.accounts()) == names
