"""How much others did: what this process does is not of others, what another does is."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts.bench.other_work import OtherWork, machine_s, own_s

if not Path("/proc/stat").is_file():
    pytest.skip("only Linux tells it", allow_module_level=True)

_WORK = "import time\nend = time.process_time() + 0.5\nwhile time.process_time() < end: pass"


def test_work_of_ones_own_is_counted_while_it_is_done_and_afterwards() -> None:
    before = own_s()
    with OtherWork() as others:
        subprocess.run([sys.executable, "-c", _WORK], check=True)
        end = time.process_time() + 0.5
        while time.process_time() < end:
            pass
    assert own_s() - before >= 0.9
    assert others.cores >= 0.0


def test_the_machine_does_at_least_what_this_process_does() -> None:
    machine, own = machine_s(), own_s()
    end = time.process_time() + 0.5
    while time.process_time() < end:
        pass
    assert machine_s() - machine >= own_s() - own - 0.1
    assert own_s() - own >= 0.4
