"""The keeper of a command: it ends with its input, with its signal, and with its own death."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from broker_local.broker import keeper

DEADLINE_S = 10.0
COMMAND = """
import os, signal, time
def said(word):  # not print: a signal may come in the middle of one
    os.write(1, f"{word}\\n".encode())
signal.signal(signal.SIGHUP, lambda *_: said("reloaded"))
said(os.getpid())
while True:
    time.sleep(60)
"""

Keeper = subprocess.Popen[bytes]


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[tuple[Keeper, int]]:
    """A keeper and the number of the process it keeps."""
    directory = tmp_path / "files"
    directory.mkdir()
    command = [sys.executable, "-I", "-S", keeper.__file__, str(directory), "-", sys.executable, "-c", COMMAND]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        yield process, int(process.stdout.readline())
        process.kill()


def gone(pid: int) -> bool:
    """Whether a process ends before the deadline."""
    until = time.monotonic() + DEADLINE_S
    while time.monotonic() < until:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.01)
    return False


def test_the_command_ends_with_the_input_and_its_files_are_removed(kept: tuple[Keeper, int], tmp_path: Path) -> None:
    process, pid = kept
    assert process.stdin is not None
    process.stdin.close()
    process.wait(DEADLINE_S)
    assert gone(pid)
    assert not (tmp_path / "files").exists()


def test_a_line_becomes_the_signal_to_reload(kept: tuple[Keeper, int]) -> None:
    process, _ = kept
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"something else\n" + keeper.RELOAD)
    process.stdin.flush()
    assert process.stdout.readline() == b"reloaded\n"


def test_a_terminated_keeper_terminates_the_command(kept: tuple[Keeper, int]) -> None:
    process, pid = kept
    process.terminate()
    process.wait(DEADLINE_S)
    assert gone(pid)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's death")
def test_a_killed_keeper_takes_the_command_with_it(kept: tuple[Keeper, int]) -> None:
    process, pid = kept
    os.kill(process.pid, signal.SIGKILL)
    assert gone(pid)


def test_the_commands_exit_code_is_the_keepers(tmp_path: Path) -> None:
    command = [
        sys.executable,
        keeper.__file__,
        str(tmp_path / "none"),
        "-",
        sys.executable,
        "-c",
        "raise SystemExit(3)",
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        assert process.wait(DEADLINE_S) == 3
