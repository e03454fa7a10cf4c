"""Child processes end with their parent, in order when it can, by the kernel when it is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.children import Children

ROOT = Path(__file__).parents[3]
# Says that it is there, then waits to be stopped; what it says when it is stopped shows the order.
WAITER = [
    sys.executable,
    "-c",
    "import os, signal, sys, time\n"  # print could be interrupted within itself
    "def stop(*_):\n    os.write(1, b'stopped at %d' % time.monotonic_ns())\n    sys.exit(0)\n"
    "signal.signal(signal.SIGTERM, stop)\nprint('up', flush=True)\nsignal.pause()",
]
STUBBORN = [
    sys.executable,
    "-c",
    "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('up', flush=True)\nwhile True: signal.pause()",
]
PARENT = """
import sys, time
from pathlib import Path
from scripts.children import Children
children = Children(Path(sys.argv[1]), Path.cwd())
print(children.start("waiter", sys.argv[2:]).pid, flush=True)
time.sleep(60)
"""


def wait_until(is_so: Callable[[], bool], deadline_s: float = 15.0) -> None:
    """Wait for the thing itself."""
    until = time.monotonic() + deadline_s
    while not is_so():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    """Whether a process is there and not a zombie."""
    state = Path(f"/proc/{pid}/stat")
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] != "Z"


def test_children_are_stopped_youngest_first_when_the_block_ends(tmp_path: Path) -> None:
    with Children(tmp_path, tmp_path) as children:
        started = [children.start(name, WAITER) for name in ("old", "young")]
        wait_until(lambda: "up" in children.last_words("old") and "up" in children.last_words("young"))
    assert [child.returncode for child in started] == [0, 0]
    old, young = (int((tmp_path / f"{name}.log").read_text().split()[-1]) for name in ("old", "young"))
    assert young < old


def test_a_child_that_will_not_stop_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scripts.children.STOP_S", 0.2)
    with Children(tmp_path, tmp_path) as children:
        child = children.start("stubborn", STUBBORN)
        wait_until(lambda: "up" in children.last_words("stubborn"))
    assert child.returncode == -signal.SIGKILL


def test_the_one_that_has_ended_is_named_with_its_last_words(tmp_path: Path) -> None:
    with Children(tmp_path, tmp_path) as children:
        children.start("waiter", WAITER)
        assert children.ended() is None
        children.start(
            "failing", [sys.executable, "-c", "print(*range(40), sep='\\n', flush=True); raise SystemExit('no fuel')"]
        )
        wait_until(lambda: children.ended() is not None)
        assert children.ended() == "failing"
        assert children.last_words("failing", lines=2) == "  failing: 39\n  failing: no fuel"


def test_a_child_that_never_was_has_no_last_words(tmp_path: Path) -> None:
    assert Children(tmp_path, tmp_path).last_words("nobody") == ""


def test_a_child_has_its_own_session_so_that_ctrl_c_is_the_parents_alone(tmp_path: Path) -> None:
    with Children(tmp_path, tmp_path) as children:
        child = children.start("waiter", WAITER)
        assert os.getsid(child.pid) == child.pid


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children that their parent died")
def test_a_child_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PARENT, str(tmp_path), *WAITER]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        log = tmp_path / "waiter.log"
        wait_until(lambda: "up" in log.read_text())
        parent.kill()
    wait_until(lambda: not is_running(child))
    assert "stopped at" in log.read_text()
