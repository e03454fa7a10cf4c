"""For all tests: windows are drawn in memory, and what needs Spark is left out where it cannot run."""

from __future__ import annotations

import gc
import importlib.util
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ["QT_QPA_PLATFORM"] = "offscreen"  # no display is needed, and none is disturbed


@pytest.fixture(autouse=True)
def garbage_is_collected_as_usual() -> Iterator[None]:
    """Programs that settle down for months must not settle the process of the tests, where nothing is to last."""
    thresholds = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)
    gc.enable()


def _why_no_spark() -> str | None:
    for library in ("pyspark", "pandas"):
        if importlib.util.find_spec(library) is None:
            return f"{library} is not installed"
    home = os.environ.get("JAVA_HOME")
    java = shutil.which("java") if home is None else shutil.which(Path(home, "bin", "java"))
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
