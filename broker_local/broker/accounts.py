"""The accounts: who may connect to the broker, as what, kept in one JSON file that holds no password.

The hashes are in Mosquitto's own form, so that the embedded broker and a real Mosquitto check the same ones.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from pathlib import Path

from broker_local.protocol.addresses import checked_name
from broker_local.protocol.errors import Given, ProtocolError, did_you_mean

from .passwords import checked_hash, checked_password, hash_password, is_password, make_password

ANY_TOPIC = "*"
_VERSION = 1


class Role(StrEnum):
    """What an account is for; `access.py` says what each may do."""

    SUBSCRIBER = "subscriber"  # a desk: asks, and reads its inbox
    PUBLISHER = "publisher"  # a sensor, a tracker, a gateway: sends events of its topics
    ADMIN = "admin"  # a desk that also sees the broker's own figures and sends events of any topic
    SERVICE = "service"  # the matcher


@dataclass(frozen=True, slots=True)
class Account:
    """One who may connect."""

    name: str
    role: Role
    password_hash: str = field(repr=False)
    topics: tuple[str, ...] = ()  # whose events it may publish; ("*",) is any


class AccountBook:
    """The accounts file: read when it has changed, written whole or not at all."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._read: tuple[object, Mapping[str, Account]] = (None, {})

    def accounts(self) -> Mapping[str, Account]:
        """All accounts by name, as the file has them now; the same object until the file changes."""
        stamp = self._stamp()
        if stamp != self._read[0]:
            self._read = (stamp, _decode(self.path.read_bytes()) if stamp else {})
        return self._read[1]

    def add(self, name: str, password: str, role: Role, topics: Iterable[str] = ()) -> Account:
        """A new account; a name that is taken is refused."""
        account = _made(name, password, role, topics)

        def added(accounts: dict[str, Account]) -> None:
            if name in accounts:
                raise ProtocolError("name", expected="a name that is not taken", got=name)
            accounts[name] = account

        self._change(added)
        return account

    def issue(self, name: str, role: Role, topics: Iterable[str] = ()) -> str:
        """A fresh password for an account that is made, or made over, for it: how programs of our own log in."""
        password = make_password()
        account = _made(name, password, role, topics)

        def issued(accounts: dict[str, Account]) -> None:
            if name in accounts and accounts[name].role is not role:
                raise ProtocolError("name", expected=f"the name of a {role}", got=name)
            accounts[name] = account

        self._change(issued)
        return password

    def change_password(self, name: str, password: str) -> None:
        """Another password for an account; its open connections end."""
        hashed = hash_password(checked_password("password", password))

        def changed(accounts: dict[str, Account]) -> None:
            accounts[name] = replace(_known(accounts, name), password_hash=hashed)

        self._change(changed)

    def remove(self, name: str) -> None:
        """Forget an account; its open connections end."""

        def removed(accounts: dict[str, Account]) -> None:
            del accounts[_known(accounts, name).name]

        self._change(removed)

    def verified(self, name: str | None, password: str | None) -> Account | None:
        """The account that this name and password open; a wrong name takes as long as a wrong password."""
        account = self.accounts().get(name or "")
        right = is_password(password or "", account.password_hash if account else _nobodys_hash())
        return account if right else None

    def _change(self, change: Callable[[dict[str, Account]], None]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with _locked(self.path.with_suffix(".lock")):
            accounts = dict(self.accounts())
            change(accounts)
            write_private(self.path, _encode(accounts))

    def _stamp(self) -> object:
        try:
            now = self.path.stat()
        except FileNotFoundError:
            return None
        return now.st_mtime_ns, now.st_size, now.st_ino


def write_private(path: Path, content: bytes, *, owner: tuple[int, int] | None = None) -> None:
    """Replace a file at once, readable by its owner alone; `owner` is a user and group id to hand it to."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")  # mkstemp makes it 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if owner is not None and sys.platform != "win32":
            os.chown(name, *owner)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Only one process at a time changes the accounts (where the system has such locks)."""
    with open(path, "ab") as file:
        if sys.platform != "win32":
            import fcntl

            os.fchmod(file.fileno(), 0o600)
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


@cache
def _nobodys_hash() -> str:
    return hash_password(make_password())


def _known(accounts: Mapping[str, Account], name: str) -> Account:
    if name not in accounts:
        meant = did_you_mean(name, accounts)
        hint = f"did you mean '{meant}'?" if meant else None
        raise ProtocolError("name", expected="the name of an account", got=name, hint=hint)
    return accounts[name]


def _made(name: str, password: str, role: Role, topics: Iterable[str]) -> Account:
    allowed = tuple(topics)
    _check_topics("topics", role, allowed)
    return Account(
        checked_name("name", name),
        role,
        password_hash=hash_password(checked_password("password", password)),
        topics=allowed,
    )


def _check_topics(where: str, role: Role, topics: tuple[object, ...]) -> None:
    for topic in topics:
        if topic != ANY_TOPIC:
            checked_name(where, topic)
    if role is Role.PUBLISHER and not topics:
        raise ProtocolError(where, expected="at least one topic for a publisher", got=Given("none"))
    if role in (Role.SERVICE, Role.ADMIN) and topics:
        raise ProtocolError(where, expected=f"none for the role {role}", got=list(topics))


def _encode(accounts: Mapping[str, Account]) -> bytes:
    rows = {
        name: {"role": account.role, "topics": list(account.topics), "password": account.password_hash}
        for name, account in sorted(accounts.items())
    }
    return json.dumps({"version": _VERSION, "accounts": rows}, indent=2).encode() + b"\n"


def _decode(content: bytes) -> Mapping[str, Account]:
    try:
        document = json.loads(content)
    except ValueError:
        raise ProtocolError("accounts", expected="a JSON file", got=Given("something else")) from None
    if not isinstance(document, dict) or document.get("version") != _VERSION:
        given = document.get("version") if isinstance(document, dict) else document
        raise ProtocolError("accounts.version", expected=f"{_VERSION}", got=given)
    rows = document.get("accounts")
    if not isinstance(rows, dict):
        raise ProtocolError("accounts", expected="an object of accounts by name", got=rows)
    return {name: _decoded(name, row) for name, row in rows.items()}


def _decoded(name: str, row: object) -> Account:
    where = f"accounts.{name}"
    checked_name(where, name)
    if not isinstance(row, dict):
        raise ProtocolError(where, expected="an object", got=row)
    if row.get("role") not in list(Role):
        raise ProtocolError(f"{where}.role", expected=f"one of {', '.join(Role)}", got=row.get("role"))
    role, topics = Role(row["role"]), row.get("topics", [])
    if not isinstance(topics, list):
        raise ProtocolError(f"{where}.topics", expected="a list of topic names", got=topics)
    _check_topics(f"{where}.topics", role, tuple(topics))
    return Account(name, role, checked_hash(f"{where}.password", row.get("password")), tuple(topics))
