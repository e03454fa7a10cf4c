"""Pytest plugin for the run in an environment without Qt (`-p tests.without_qt`, see scripts/test).

Proves that Qt is absent, leaves out what needs a window, and stands in for the settings of pytest-qt.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

_QT = ("PySide6", "pyqtgraph", "pytestqt")
_WINDOW_TESTS = (
    "tests/unit/rfers_desktop/ui",
    "tests/unit/rfers_desktop/test_app.py",
    "tests/unit/scripts/test_publisher_fields.py",
    "tests/unit/scripts/test_publisher_forms.py",
    "tests/unit/scripts/test_publisher_window.py",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Know the settings that pyproject.toml makes for pytest-qt, so that strict configuration stays on."""
    for setting in ("qt_api", "qt_log_level_fail", "qt_log_ignore"):
        parser.addini(setting, "for pytest-qt, which is not installed here", type="linelist")


def pytest_configure() -> None:
    """Refuse to run where Qt is installed: passing would prove nothing."""
    installed = [name for name in _QT if importlib.util.find_spec(name)]
    if installed:
        raise pytest.UsageError(f"this run is for an environment without {', '.join(installed)}")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the tests of the modules that are all Qt."""
    return True if collection_path in (config.rootpath / place for place in _WINDOW_TESTS) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the few tests of other rooms that are marked as needing a display."""
    shown = [item for item in items if item.get_closest_marker("display")]
    config.hook.pytest_deselected(items=shown)
    items[:] = [item for item in items if item not in shown]
