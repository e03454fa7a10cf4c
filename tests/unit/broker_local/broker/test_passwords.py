"""Passwords, held against those that Mosquitto's own tool writes."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from broker_local.broker.passwords import (
    ITERATIONS,
    MAX_PASSWORD,
    checked_hash,
    checked_password,
    hash_password,
    is_password,
    make_password,
)
from broker_local.protocol.errors import ProtocolError

# Written by mosquitto_passwd 2.0.11 for the password "secret".
BY_MOSQUITTO = (
    "$7$101$eChau1KwoiSBidh8$OYt2Cr70xoHZyvMt/QxsPGJt4vq+3npqxrvsOl0+7IAcfkQacULcHst1anZzMcRohaxQC5EBtz4NGwAe8Xurmg=="
)


def test_a_hash_by_mosquitto_passwd_is_understood() -> None:
    assert checked_hash("hash", BY_MOSQUITTO) == BY_MOSQUITTO
    assert is_password("secret", BY_MOSQUITTO)
    assert not is_password("Secret", BY_MOSQUITTO)


@pytest.mark.skipif(shutil.which("mosquitto_passwd") is None, reason="mosquitto_passwd is not installed")
def test_hashes_by_the_mosquitto_passwd_of_this_machine_are_understood(tmp_path: Path) -> None:
    file = tmp_path / "passwords"
    subprocess.run(["mosquitto_passwd", "-c", "-b", str(file), "alice", "pässword 1"], check=True, capture_output=True)
    name, _, hashed = file.read_text().strip().partition(":")
    assert (name, is_password("pässword 1", checked_hash("hash", hashed))) == ("alice", True)


def test_a_password_is_known_by_its_hash_and_no_other_is() -> None:
    hashed = hash_password("correct horse", iterations=10)
    assert hashed.startswith("$7$10$")
    assert is_password("correct horse", hashed)
    assert not is_password("correct horsf", hashed)
    assert not is_password("", hashed)


def test_the_same_password_is_hashed_differently_each_time() -> None:
    assert hash_password("correct horse", iterations=1) != hash_password("correct horse", iterations=1)


def test_hashes_are_made_costly() -> None:
    assert hash_password("correct horse").split("$")[2] == str(ITERATIONS)
    assert ITERATIONS >= 20_000


def test_nothing_is_the_password_of_a_broken_hash() -> None:
    assert not is_password("", "")
    assert not is_password("*", "*")


def test_made_passwords_are_long_and_never_the_same() -> None:
    made = {make_password() for _ in range(100)}
    assert len(made) == 100
    assert {len(password) for password in made} == {24}
    assert all(checked_password("password", password) for password in made)


@pytest.mark.parametrize(
    ("password", "message"),
    [
        ("hunter2", "password: expected 8 to 256 characters, got 7"),
        ("x" * (MAX_PASSWORD + 1), "password: expected 8 to 256 characters, got 257"),
        ("hunter2\0hidden", "password: expected printable characters, got a control character"),
        (b"hunter22", "password: expected a text, got bytes"),
    ],
)
def test_a_bad_password_is_refused_without_being_shown(password: object, message: str) -> None:
    with pytest.raises(ProtocolError) as error:
        checked_password("password", password)
    assert str(error.value) == message


@pytest.mark.parametrize(
    "hashed",
    [
        None,
        "",
        "secret",
        "$6$101$c2FsdHNhbHRzYWx0$aGFzaA==",  # another sort of hash
        "$7$0$" + BY_MOSQUITTO.split("$", 3)[3],
        "$7$9999999$" + BY_MOSQUITTO.split("$", 3)[3],  # would stall the broker
        "$7$101$c2FsdA==$" + BY_MOSQUITTO.rpartition("$")[2],  # too short a salt
        BY_MOSQUITTO[:-6] + "==",  # cut off
        BY_MOSQUITTO + "\nroot:x",
    ],
)
def test_what_is_no_hash_is_refused(hashed: object) -> None:
    with pytest.raises(ProtocolError, match=r"^hash: expected a hash like \$7\$iterations"):
        checked_hash("hash", hashed)
