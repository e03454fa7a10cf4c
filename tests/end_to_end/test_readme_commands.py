"""What the README says to publish with `mosquitto_pub` is typed as it stands, and is in the journal."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from broker_local.serve import JOURNAL_FILE
from broker_local.service.journal import Journal
from tests.end_to_end.companion import PASSWORD, Companion, wait_until

pytestmark = [
    pytest.mark.broker,
    pytest.mark.skipif(shutil.which("mosquitto_pub") is None, reason="mosquitto_pub is not installed"),
]
ROOT = Path(__file__).parents[2]
BLOCKS = re.findall(r"^```\n(mosquitto_pub .*?)^```", (ROOT / "README.md").read_text("utf-8"), re.M | re.S)


def test_every_mosquitto_pub_of_the_readme_works_as_written(companion: Companion) -> None:
    assert len(BLOCKS) == 3
    commands = sum(block.count("mosquitto_pub") for block in BLOCKS)
    for block in BLOCKS:
        here = block.replace("-h 127.0.0.1", f"-h 127.0.0.1 -p {companion.port}").replace("-u tracker", "-u gateway")
        subprocess.run(
            ["bash", "-euc", here], cwd=ROOT, env={"RFERS_PASSWORD": PASSWORD, "PATH": "/usr/bin:/bin"}, check=True
        )

    def journaled() -> int:
        journal = Journal(companion.data / JOURNAL_FILE)
        try:
            return int(journal.count("events"))
        finally:
            journal.close()

    wait_until(lambda: journaled() == commands == 5)
