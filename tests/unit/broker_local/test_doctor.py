"""The doctor says what is present, what is missing, what for and how to get it, and loads nothing heavy."""

from __future__ import annotations

import socket
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from broker_local import doctor
from broker_local.doctor import EVERYTHING, REPLAY, WINDOW, Finding

ROOT = Path(__file__).parents[3]


def found(subject: str, **asked: object) -> Finding:
    """The finding about one subject on this machine."""
    (finding,) = [f for f in doctor.diagnose(**asked) if f.subject.lower() == subject.lower()]  # type: ignore[arg-type]
    return finding


def program(folder: Path, name: str, says: str) -> None:
    """A program that only says something, on standard error."""
    (folder / name).write_text(f"#!/bin/sh\necho '{says}' >&2\n")
    (folder / name).chmod(0o755)


def without_package(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    """A machine without one package."""
    version = metadata.version

    def version_unless(name: str) -> str:
        if name.lower() == missing.lower():
            raise metadata.PackageNotFoundError(name)
        return version(name)

    monkeypatch.setattr(metadata, "version", version_unless)


def test_every_package_of_the_core_is_present_where_the_tests_run() -> None:
    dependencies = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    core = [finding for finding in doctor.diagnose() if finding.needed_for == EVERYTHING]
    assert all(finding.present for finding in core)
    assert len(core) == len(dependencies) + 2  # and Python, and the data directory


def test_packages_are_those_of_the_project_also_where_it_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def not_installed(name: str) -> list[str]:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", not_installed)
    purposes = {name: purpose for name, _, purpose in doctor.wanted_packages()}
    assert purposes["shapely"] == EVERYTHING
    assert purposes["PySide6-Essentials"] == WINDOW
    assert purposes["pyspark"] == REPLAY
    assert "ruff" not in purposes


def test_installed_metadata_are_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    requires = ["lark<2,>=1.3", 'pyqtgraph<0.15,>=0.14; extra == "desktop"', "mypy>=2; extra == 'test'"]
    monkeypatch.setattr(metadata, "requires", lambda name: requires)
    assert doctor.wanted_packages() == [("lark", "<2,>=1.3", EVERYTHING), ("pyqtgraph", "<0.15,>=0.14", WINDOW)]


@pytest.mark.parametrize(
    ("version", "versions", "fits"),
    [
        ("6.11.3", ">=6.11,<6.12", True),
        ("6.12.0", ">=6.11,<6.12", False),
        ("6.11", ">=6.11,<6.12", True),
        ("6.9.1", ">=6.11,<6.12", False),
        ("2.4.6rc1", "<3,>=2.1", True),
        ("1.0", "", True),
    ],
)
def test_a_version_is_compared_number_by_number(version: str, versions: str, fits: bool) -> None:
    assert doctor.is_in_range(version, versions) is fits


def test_a_missing_package_of_the_core_stops_everything(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without_package(monkeypatch, "shapely")
    assert doctor.main() == 1
    said = capsys.readouterr().out
    assert "MISSING  shapely" in said
    assert "get it: pip install 'rfers'" in said
    assert "RFERS cannot run here" in said


def test_a_missing_package_of_the_window_does_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without_package(monkeypatch, "pyqtgraph")
    assert doctor.main() == 0
    said = capsys.readouterr().out
    assert "(needed for the window)" in said
    assert "get it: pip install 'rfers[desktop]'" in said
    assert "The matcher can run here" in said


def test_a_package_of_the_wrong_version_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "version", lambda name: "6.12.0")
    finding = found("PySide6-Essentials")
    assert not finding.present
    assert finding.detail.startswith("6.12.0, wanted ")


@pytest.mark.parametrize(
    ("says", "present"),
    [
        ('openjdk version "17.0.15" 2025-04-15', True),
        ('Picked up JAVA_TOOL_OPTIONS: -Xmx1g\nopenjdk version "21" 2023-09-19', True),
        ('java version "1.8.0_401"', False),
        ('openjdk version "25.0.1" 2025-10-21', False),
        ("no Java runtime present", False),
    ],
)
def test_java_must_be_of_a_version_that_spark_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str, present: bool
) -> None:
    (tmp_path / "bin").mkdir()
    program(tmp_path / "bin", "java", says)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert found("Java").present is present


def test_mosquitto_is_found_and_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(doctor, "_SYSTEM_PROGRAMS", ())
    assert not found("Mosquitto").present
    program(tmp_path, "mosquitto", "mosquitto version 2.0.11")
    assert found("Mosquitto").detail == f"version 2.0.11 at {tmp_path / 'mosquitto'}"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Qt brings all it needs")
def test_missing_libraries_are_named_with_their_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "missing_libraries", lambda libraries: [x for x in libraries if "cursor" in x])
    finding = found("X11 libraries")
    assert finding.detail == "not found: libxcb-cursor.so.0"
    assert finding.cure.endswith("apt-get install libxcb-cursor0")
    assert found("Qt's system libraries").present


def test_a_data_directory_is_not_made_by_looking_at_it(tmp_path: Path) -> None:
    finding = found("data directory", data_dir=tmp_path / "a" / "b")
    assert finding.present
    assert finding.detail.endswith(f"to be made in {tmp_path}")
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_place_of_the_data_directory_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    finding = found("data directory", data_dir=tmp_path / "file" / "data")
    assert finding.stops_everything
    assert "cannot write there" in finding.detail


def test_a_port_in_use_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        finding = found(f"port {port}", port=port)
        assert not finding.present
        assert "--port N" in finding.cure
    assert found(f"port {port}", port=port).present


def test_it_imports_neither_qt_nor_spark_nor_any_library_of_the_core() -> None:
    script = (
        "import sys, broker_local.doctor as d; d.diagnose(); print(*{name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    heavy = {"PySide6", "pyqtgraph", "pyspark", "numba", "numpy", "shapely", "paho", "amqtt", "rasterio"}
    assert not heavy & set(done.stdout.split())
