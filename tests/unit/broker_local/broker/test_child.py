"""A broker as a child process, with small programs in the place of brokers."""

from __future__ import annotations

import re
import socket
import stat
import sys
from pathlib import Path

import pytest

from broker_local.broker.child import ChildBroker, check_port, free_port, reachable
from broker_local.broker.errors import BrokerError

UNTIL_INPUT_ENDS = "import sys; print('ready on 7', flush=True); sys.stdin.read(); print('bye', flush=True)"
DEAF = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('ready', flush=True); time.sleep(60)"
DEADLINE_S = 10.0


def started(tmp_path: Path, program: str) -> ChildBroker:
    return ChildBroker("test", [sys.executable, "-c", program], tmp_path / "logs" / "broker.log")


def test_it_is_waited_for_and_stops_when_its_input_ends(tmp_path: Path) -> None:
    child = started(tmp_path, UNTIL_INPUT_ENDS)
    assert child.wait_for_line(r"ready on (\d+)", DEADLINE_S)[1] == "7"
    assert child.is_alive()
    child.stop()
    assert not child.is_alive()
    assert child.log.read_text() == "ready on 7\nbye\n"
    child.stop()


def test_only_the_owner_can_read_the_log(tmp_path: Path) -> None:
    child = started(tmp_path, UNTIL_INPUT_ENDS)
    child.stop()
    assert stat.S_IMODE(child.log.stat().st_mode) == 0o600


def test_one_that_does_not_listen_is_made_to_stop(tmp_path: Path) -> None:
    child = started(tmp_path, DEAF)
    child.wait_for_line("ready", DEADLINE_S)
    child.stop(patience_s=0.05)
    assert not child.is_alive()


def test_one_that_ends_early_is_an_error_with_its_last_words(tmp_path: Path) -> None:
    child = started(tmp_path, "print('one\\ntwo'); print('no such file'); raise SystemExit(3)")
    with pytest.raises(BrokerError) as error:
        child.wait_for_line("ready", DEADLINE_S)
    assert str(error.value) == "broker test: expected it to start, got it ended: one | two | no such file"


def test_one_that_never_gets_ready_is_an_error_and_is_stopped(tmp_path: Path) -> None:
    child = started(tmp_path, "import sys; sys.stdin.read()")
    with pytest.raises(BrokerError, match=re.escape("got nothing within 0.05 s: it said nothing")):
        child.wait_for_line("ready", 0.05)
    assert not child.is_alive()


def test_it_hears_what_is_sent_and_the_dead_are_not_told(tmp_path: Path) -> None:
    child = started(tmp_path, "import sys; print('heard ' + sys.stdin.readline(), flush=True)")
    child.send(b"reload\n")
    child.wait_for_line("heard reload", DEADLINE_S)
    child.stop()
    child.send(b"reload\n")


def test_a_port_that_is_taken_is_an_error_that_says_so() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BrokerError) as error:
            check_port("127.0.0.1", port)
    assert str(error.value).startswith(f"port: expected a free port on 127.0.0.1, got {port} (Address already in use);")
    check_port("127.0.0.1", port)


def test_an_address_of_another_machine_is_an_error() -> None:
    with pytest.raises(BrokerError, match="port: expected a free port on 192.0.2.1, got 0"):
        check_port("192.0.2.1", 0)


def test_a_free_port_can_be_listened_on() -> None:
    port = free_port("127.0.0.1")
    with socket.create_server(("127.0.0.1", port)) as listener:
        assert listener.getsockname()[1] == port


def test_a_broker_on_all_addresses_is_reached_by_loopback() -> None:
    assert [reachable(host) for host in ("0.0.0.0", "::", "10.0.0.7")] == ["127.0.0.1", "::1", "10.0.0.7"]
