"""Tests of the companion on this computer, with the real one."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from broker_local.broker.accounts import AccountBook, Role
from broker_local.broker.choose import ACCOUNTS_FILE
from rfers_desktop.local_companion import Failed, LocalCompanion, Progress, Ready, Starting
from rfers_desktop.session.items import LinkState, StateChanged
from rfers_desktop.session.session import Session

pytestmark = pytest.mark.broker

DEADLINE_S = 300.0  # the first start on a machine compiles the matcher


def settled(companion: LocalCompanion) -> tuple[Progress, list[str]]:
    """What it came to, and what it said on the way."""
    said: list[str] = []
    until = time.monotonic() + DEADLINE_S
    while isinstance(progress := companion.look(), Starting):
        assert time.monotonic() < until
        said += [progress.words] if progress.words not in said else []
        time.sleep(0.02)
    return progress, said


def becomes_online(ready: Ready) -> bool:
    session = Session(ready.user, ready.password, ready.host, ready.port)
    session.start()
    until = time.monotonic() + DEADLINE_S
    try:
        while time.monotonic() < until:
            states = [item.state for item in session.drain(0.2) if isinstance(item, StateChanged)]
            if LinkState.ONLINE in states or LinkState.REFUSED in states:
                return LinkState.ONLINE in states
    finally:
        session.stop()
    return False


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[[], LocalCompanion]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    made: list[LocalCompanion] = []

    def one() -> LocalCompanion:
        made.append(LocalCompanion(tmp_path / "desk", tmp_path / "data", port))
        return made[-1]

    yield one
    for companion in made:
        companion.stop()


def test_it_is_started_with_an_account_found_by_the_next_desk_and_stopped(make: Callable[[], LocalCompanion]) -> None:
    first = make()
    first.begin("anna")
    ready, said = settled(first)
    assert isinstance(ready, Ready), ready
    assert any("Starting the companion" in words for words in said)
    assert first.is_ours
    assert becomes_online(ready)
    second = make()
    second.begin("anna")
    found, _ = settled(second)
    assert isinstance(found, Ready), found
    assert (found.host, found.port) == (ready.host, ready.port)
    assert found.password != ready.password
    assert not second.is_ours
    assert becomes_online(found)
    first.stop()
    assert not first.is_ours


def test_an_account_that_somebody_made_is_not_touched(make: Callable[[], LocalCompanion], tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    book = AccountBook(tmp_path / "data" / ACCOUNTS_FILE)
    book.add("anna", "her own password", Role.SUBSCRIBER)
    companion = make()
    companion.begin("anna")
    failed, _ = settled(companion)
    assert failed == Failed("This computer has an account anna already. Log in with its password.")
    assert book.verified("anna", "her own password") is not None


def test_a_folder_that_cannot_be_served_is_said(make: Callable[[], LocalCompanion], tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file, not a folder", "utf-8")
    companion = make()
    companion.begin("anna")
    failed, _ = settled(companion)
    assert isinstance(failed, Failed)
    assert "data" in failed.words
