"""`rfers-broker serve` with either broker, publishers and desks, each ended when the test is."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from broker_local.broker.accounts import AccountBook, Role
from broker_local.broker.choose import ACCOUNTS_FILE, EMBEDDED, MOSQUITTO
from broker_local.broker.mosquitto import find_mosquitto
from tests.end_to_end.companion import PASSWORD, PEOPLE, Companion, Desk, Publisher


@pytest.fixture(scope="session")
def accounts_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The accounts of PEOPLE, made once: hashing a password takes its time."""
    book = AccountBook(tmp_path_factory.mktemp("accounts") / ACCOUNTS_FILE)
    for name, role in PEOPLE.items():
        book.add(name, PASSWORD, role, ["*"] if role is Role.PUBLISHER else [])
    return book.path


@pytest.fixture(params=[EMBEDDED, MOSQUITTO])
def companion(request: pytest.FixtureRequest, tmp_path: Path, accounts_file: Path) -> Iterator[Companion]:
    if request.param == MOSQUITTO and find_mosquitto() is None:
        pytest.skip("mosquitto is not installed")
    data = tmp_path / "data"
    data.mkdir()
    shutil.copy(accounts_file, data / ACCOUNTS_FILE)
    started = Companion(data, request.param)
    started.start()
    try:
        yield started
    finally:
        if started.is_running:
            assert started.stop() == 0


@pytest.fixture
def publisher(companion: Companion) -> Iterator[Publisher]:
    made = Publisher(companion)
    yield made
    made.close()


@pytest.fixture
def desk(companion: Companion) -> Iterator[Callable[[str], Desk]]:
    """Makes desks of users."""
    made: list[Desk] = []

    def open_desk(user: str) -> Desk:
        made.append(Desk(companion, user))
        return made[-1]

    yield open_desk
    for each in made:
        each.close()
