"""The demo as a program: it delivers, it says why when it cannot, and it leaves nothing behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import demo
from tests.end_to_end.companion import wait_until

ROOT = Path(__file__).parents[3]
RUN = [sys.executable, "-m", "scripts.demo"]


def run_demo(*options: str, temporary: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"TMPDIR": str(temporary)}
    return subprocess.run(
        [*RUN, *options],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        stdin=subprocess.DEVNULL,
    )


def processes_with(word: str) -> list[str]:
    """The command lines of running processes that hold a word."""
    commands = (Path(f"/proc/{pid}/cmdline") for pid in os.listdir("/proc") if pid.isdigit())
    lines = (command.read_bytes().replace(b"\0", b" ").decode() for command in commands if command.exists())
    return [line for line in lines if word in line]


@pytest.mark.broker
def test_headless_prints_the_notifications_that_reached_the_desk_and_leaves_nothing_behind(tmp_path: Path) -> None:
    done = run_demo("--headless", "--rate", "50", temporary=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    numbers = re.findall(r"^run: no\. (\d+), '(?:Fast assets in the centre|Sensors in the west)'", done.stdout, re.M)
    assert [int(number) for number in numbers] == list(range(1, demo.ENOUGH + 1))
    assert list(tmp_path.iterdir()) == []
    assert processes_with(str(tmp_path)) == []


@pytest.mark.broker
def test_kept_data_are_used_again_and_private(tmp_path: Path) -> None:
    data = tmp_path / "kept"
    first = run_demo("--headless", "--rate", "50", "--data", str(data), temporary=tmp_path)
    again = run_demo("--headless", "--rate", "50", "--data", str(data), temporary=tmp_path)
    assert (first.returncode, again.returncode) == (0, 0), again.stdout + again.stderr
    for user in demo.ROLES:
        assert (data / "demo" / f"{user}.password").stat().st_mode & 0o077 == 0
    last_number = int(re.findall(r"no\. (\d+),", again.stdout)[-1])
    assert last_number > demo.ENOUGH, "the inbox goes on counting where it was"


@pytest.mark.broker
def test_a_service_that_cannot_start_is_told_with_its_last_words(tmp_path: Path) -> None:
    done = run_demo("--headless", "--broker", "mosquito", temporary=tmp_path)
    assert done.returncode == 1
    assert "the service ended" in done.stderr
    assert "did you mean 'mosquitto'?" in done.stderr


@pytest.mark.parametrize("keep", [True, False])
def test_a_broker_at_an_address_needs_the_passwords_of_its_accounts(tmp_path: Path, keep: bool) -> None:
    kept = ["--data", str(tmp_path / "kept")] if keep else []
    done = run_demo("--headless", "--broker", "mqtt://127.0.0.1:1", *kept, temporary=tmp_path)
    assert done.returncode == 1
    assert "Put the passwords of its accounts officer, demo, matcher into" in done.stderr


@pytest.mark.broker
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_told_to_stop_it_stops_its_children_and_leaves_nothing_behind(tmp_path: Path, number: signal.Signals) -> None:
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    command = [*RUN, "--headless", "--rate", "0.0001"]  # too slow to ever be enough
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        said: list[str] = []
        while not said or "what reaches the officer" not in said[-1]:
            said.append(running.stdout.readline())
            assert said[-1], "".join(said)
        running.send_signal(number)
        rest = running.stdout.read()
    assert "run: stopped" in rest
    assert running.returncode == 1
    assert list(tmp_path.iterdir()) == []
    assert processes_with(str(tmp_path)) == []


@pytest.mark.broker
@pytest.mark.display
def test_the_window_keeps_what_it_has_with_the_demo_and_leaves_nothing_at_home(tmp_path: Path) -> None:
    home, temporary = tmp_path / "home", tmp_path / "temporary"
    home.mkdir()
    temporary.mkdir()
    home_only = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    environment = home_only | {"TMPDIR": str(temporary), "HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(RUN, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as running:
        wait_until(lambda: list(temporary.glob("rfers-demo-*/demo/desk/data/RFERS/*")) != [])
        running.send_signal(signal.SIGINT)
        assert running.stdout is not None
        said = running.stdout.read()
    assert (running.returncode, said.splitlines()[-1]) == (0, "run: stopped")
    assert list(temporary.iterdir()) == []
    assert not [path for name in (".config", ".local") for path in (home / name).rglob("*")]
    assert processes_with(str(temporary)) == []


def test_a_data_directory_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    in_the_way = tmp_path / "kept"
    in_the_way.touch()
    done = run_demo("--headless", "--data", str(in_the_way), temporary=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith(f"run: --data: expected a directory to write into, got {in_the_way}")
