"""The replay's tests need its libraries: without the extra `replay` they are left out, those of Spark without Java."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.recorded_traffic import Traffic, play_an_hour

if importlib.util.find_spec("pyarrow") is None:
    collect_ignore_glob = ["test_*.py", "imports/test_*.py"]


def _why_no_spark() -> str | None:
    for library in ("pyspark", "pandas"):
        if importlib.util.find_spec(library) is None:
            return f"{library} is not installed"
    java = Path(os.environ["JAVA_HOME"], "bin", "java") if "JAVA_HOME" in os.environ else shutil.which("java")
    if java is None or subprocess.run([java, "-version"], capture_output=True).returncode:
        return "there is no Java"
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs Spark where it cannot run."""
    spark = [item for item in items if item.get_closest_marker("java")]
    reason = _why_no_spark() if spark else None
    for item in spark:
        if reason is not None:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def hour(tmp_path_factory: pytest.TempPathFactory) -> Traffic:
    """A recorded hour; its journal is only read from now on."""
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
