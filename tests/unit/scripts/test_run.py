"""scripts/run and scripts/test as commands: help, options, and no display."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from scripts.demo import build_parser

ROOT = Path(__file__).parents[3]
RECORDING = '#!/usr/bin/env bash\necho "${0##*/}${*:+ $*}"\n'


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A project in which setup and Python only say how they were called."""
    project = tmp_path / "a project"
    for folder in ("scripts", ".venv/bin", ".venv-core/bin"):
        (project / folder).mkdir(parents=True)
    for name in ("run", "test"):
        shutil.copy(ROOT / "scripts" / name, project / "scripts")
    for name in ("scripts/setup", ".venv/bin/python", ".venv-core/bin/python"):
        (project / name).write_text(RECORDING)
        (project / name).chmod(0o755)
    return project


def command(checkout: Path, name: str, *options: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [checkout / "scripts" / name, *options],
        env={"PATH": "/usr/bin:/bin", **settings},
        cwd="/",
        capture_output=True,
        text=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
    )


def test_the_help_of_run_names_every_option_and_no_other() -> None:
    helped = command(ROOT, "run", "--help")
    described = set(re.findall(r"^  (--[a-z-]+)", helped.stdout, re.M))
    passed_on = {option for action in build_parser()._actions for option in action.option_strings} - {"-h"}
    assert helped.returncode == 0
    assert described == passed_on | {"--replay"}


@pytest.mark.parametrize("name", ["run", "test"])
def test_help_sets_nothing_up(checkout: Path, name: str) -> None:
    done = command(checkout, name, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"usage: scripts/{name}" in done.stdout


def test_without_a_display_run_says_what_can_be_done_and_sets_nothing_up(checkout: Path) -> None:
    done = command(checkout, "run")
    assert (done.returncode, done.stdout) == (2, "")
    assert "scripts/run --headless" in done.stderr
    assert "xvfb-run scripts/run" in done.stderr


@pytest.mark.parametrize(
    ("options", "settings", "purposes", "passed_on"),
    [
        ([], {"DISPLAY": ":0"}, "window", ""),
        ([], {"WAYLAND_DISPLAY": "wayland-0"}, "window", ""),
        (["--headless"], {}, "headless", "--headless"),
        (["--replay", "--headless", "--rate", "9"], {}, "headless replay", "--headless --rate 9"),
        (["--replay", "--data", "/a b"], {"DISPLAY": ":0"}, "window replay", "--data /a b"),
    ],
)
def test_run_sets_up_what_the_options_need_then_starts_the_demo(
    checkout: Path, options: list[str], settings: dict[str, str], purposes: str, passed_on: str
) -> None:
    done = command(checkout, "run", *options, **settings)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"setup {purposes}\npython {checkout / 'scripts' / 'demo.py'} {passed_on}".rstrip() + "\n"


def test_test_runs_every_stage_and_sums_up(checkout: Path) -> None:
    done = command(checkout, "test")
    assert done.returncode == 0, done.stdout + done.stderr
    stages = ["format", "lint", "types", "tests", "tests without Qt"]
    assert re.findall(r"^test: passed +(.+) \(\d+ s\)$", done.stdout, re.M) == stages


def test_a_stage_that_fails_does_not_hide_the_next_and_fails_the_whole(checkout: Path) -> None:
    (checkout / ".venv" / "bin" / "python").write_text('#!/usr/bin/env bash\n[[ "$*" != *mypy* ]]\n')
    done = command(checkout, "test")
    assert done.returncode == 1
    assert re.findall(r"^test: (\w+) +(.+) \(\d+ s\)$", done.stdout, re.M) == [
        ("passed", "format"),
        ("passed", "lint"),
        ("FAILED", "types"),
        ("passed", "tests"),
        ("passed", "tests without Qt"),
    ]


def test_arguments_of_test_go_to_pytest_alone(checkout: Path) -> None:
    done = command(checkout, "test", "tests/unit", "-k", "a or b")
    assert "python -m pytest tests/unit -k a or b\n" in done.stdout
    assert "ruff" not in done.stdout
