"""The garbage collector of a serving process."""

import gc
import subprocess
import sys


def test_what_is_there_is_lasting_and_the_rest_is_looked_through_less_often() -> None:
    code = (
        "import gc; from broker_local.operations.garbage import settle; before = gc.get_threshold(); settle();"
        "print(gc.get_freeze_count() > 1000, gc.get_threshold()[0] > before[0], gc.isenabled())"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said == "True True True\n"
    assert gc.get_freeze_count() == 0  # and not that of the tests
