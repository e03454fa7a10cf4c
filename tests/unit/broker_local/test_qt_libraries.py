"""Which system packages Qt lacks is found by asking the system's loader."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from broker_local import qt_libraries

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Qt brings all it needs")


def pretend(monkeypatch: pytest.MonkeyPatch, missing: set[str], fonts: bool = True) -> None:
    """A machine that lacks some libraries."""
    monkeypatch.setattr(qt_libraries, "can_load", lambda library: library not in missing)
    monkeypatch.setattr(qt_libraries, "has_fonts", lambda: fonts)


def test_the_loader_finds_the_c_library_and_not_an_invented_one() -> None:
    assert qt_libraries.can_load("libc.so.6")
    assert not qt_libraries.can_load("libinvented.so.6")


def test_nothing_is_missing_on_a_complete_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, set())
    assert qt_libraries.missing_packages(window=True) == []


def test_a_package_that_brings_two_missing_libraries_is_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, {"libglib-2.0.so.0", "libgthread-2.0.so.0", "libEGL.so.1"})
    assert qt_libraries.missing_packages(window=False) == ["libegl1", "libglib2.0-0"]


def test_the_libraries_of_x11_are_asked_for_only_where_a_window_is(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, {"libxcb-cursor.so.0"})
    assert qt_libraries.missing_packages(window=False) == []
    assert qt_libraries.missing_packages(window=True) == ["libxcb-cursor0"]


def test_a_machine_without_fonts_is_given_some(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, set(), fonts=False)
    assert qt_libraries.missing_packages(window=False) == [qt_libraries.FONT_PACKAGE]


@pytest.mark.parametrize(("file", "is_font"), [("a/b/c.ttf", True), ("D.OTF", True), ("e.ttc", True), ("f.txt", False)])
def test_fonts_are_found_by_their_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, is_font: bool
) -> None:
    monkeypatch.setattr(qt_libraries, "_FONT_FOLDERS", (str(tmp_path / "absent"), str(tmp_path)))
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).touch()
    assert qt_libraries.has_fonts() is is_font


def test_the_command_prints_one_line_of_packages(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pretend(monkeypatch, {"libGL.so.1", "libxcb-xkb.so.1"})
    assert qt_libraries.main(["window"]) == 0
    assert capsys.readouterr().out == "libgl1 libxcb-xkb1\n"
