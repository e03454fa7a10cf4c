"""The replay's tests need its libraries: without the extra `replay` they are left out."""

from __future__ import annotations

import importlib.util

import pytest

from tests.recorded_traffic import Traffic, play_an_hour

if importlib.util.find_spec("pyarrow") is None:
    collect_ignore_glob = ["test_*.py", "imports/test_*.py"]


@pytest.fixture(scope="session")
def hour(tmp_path_factory: pytest.TempPathFactory) -> Traffic:
    """A recorded hour; from now on archives read its journal, and note in it how far they are."""
    made = Traffic(tmp_path_factory.mktemp("hour"))
    play_an_hour(made)
    made.close()
    return made


@pytest.fixture(scope="session")
def spark():
    """One session for all tests: it takes many seconds to start."""
    from broker_local.replay.session import spark_session

    with spark_session("local[2]") as session:
        yield session
