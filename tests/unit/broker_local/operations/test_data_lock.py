"""One companion to a data folder, whatever became of the one before."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from broker_local.operations.data_lock import LOCK_FILE, locked
from broker_local.protocol.errors import ProtocolError

HOLD = (
    "import sys; from pathlib import Path; from broker_local.operations.data_lock import locked\n"
    "with locked(Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
)


def test_a_second_one_is_refused_and_told_who_holds_it(tmp_path: Path) -> None:
    with locked(tmp_path), pytest.raises(ProtocolError) as refused, locked(tmp_path):
        pass
    assert str(refused.value) == (
        "--data: expected a folder that no other rfers-broker serves from, "
        f"got one held by process {os.getpid()}; stop that one, or give this one a folder of its own"
    )


def test_it_is_free_again_after_the_first_has_ended(tmp_path: Path) -> None:
    for _ in range(2):
        with locked(tmp_path):
            assert (tmp_path / LOCK_FILE).read_text() == f"{os.getpid()}\n"


def test_it_is_free_again_after_its_holder_was_killed(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(ProtocolError, match=f"held by process {holder.pid}"), locked(tmp_path):
            pass
        os.kill(holder.pid, signal.SIGKILL)
        holder.wait(30)
        with locked(tmp_path):
            pass
