"""Lines come from files, files that grow, serial ports and TCP, whole however they arrive."""

from __future__ import annotations

import os
import socket
import threading
import tty
from pathlib import Path

import pytest

from scripts.gateways.lines import file_lines, serial_lines, tail_lines, tcp_lines


def always() -> bool:
    return True


def test_a_file_is_read_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"one\r\ntwo\xff\nthree")
    assert [line.strip() for line in file_lines(tmp_path / "a")] == ["one", "two\ufffd", "three"]


def test_a_file_that_grows_is_followed_in_whole_lines_and_from_the_start_when_it_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a"
    lines = tail_lines(path, always)
    path.write_bytes(b"one\ntw")
    assert next(lines) == "one"
    with path.open("ab") as file:
        file.write(b"o\n")
    assert next(lines) == "two"
    (tmp_path / "b").write_bytes(b"new\n")
    (tmp_path / "b").replace(path)
    assert next(lines) == "new"


def test_what_was_written_before_a_file_was_replaced_or_removed_is_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"one\n")
    lines = tail_lines(path, always)
    assert next(lines) == "one"
    with path.open("ab") as file:
        file.write(b"two\nthree\nfour")
    path.rename(tmp_path / "a.1")
    path.write_bytes(b"five\n")
    assert [next(lines) for _ in range(4)] == ["two", "three", "four", "five"]
    with path.open("ab") as file:
        file.write(b"six\n")
    path.unlink()
    assert next(lines) == "six"
    path.write_bytes(b"seven\n")
    assert next(lines) == "seven"
    lines.close()


def test_a_file_that_is_cut_is_read_from_its_start(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"columns\none\nhalf a ro")
    lines = tail_lines(path, always)
    assert [next(lines), next(lines)] == ["columns", "one"]
    path.write_bytes(b"columns\n")
    assert next(lines) == "columns"
    lines.close()


def test_a_file_may_come_later_and_the_past_may_be_left_out(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old\n")
    going = iter((True, True, False))

    def keep_on() -> bool:
        path.open("ab").close()
        return next(going)

    assert list(tail_lines(path, keep_on, from_start=False)) == []
    assert list(tail_lines(tmp_path / "none", iter((True, False)).__next__)) == []


def test_a_serial_port_is_read_in_lines() -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    os.write(master, b"$GPR")
    lines = serial_lines(os.ttyname(slave), 4800, always, print)
    writer = threading.Timer(0.05, os.write, (master, b"MC,1\r\n$GPRMC,2\r\n"))
    writer.start()
    assert [next(lines).strip(), next(lines).strip()] == ["$GPRMC,1", "$GPRMC,2"]
    writer.join()
    lines.close()
    os.close(slave)
    os.close(master)


def test_a_serial_port_that_is_unplugged_is_read_again_when_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scripts.gateways.lines._RECONNECT_S", (0.01,))
    device, said = tmp_path / "ttyUSB0", []
    master, slave = os.openpty()
    device.symlink_to(os.ttyname(slave))
    lines = serial_lines(str(device), 4800, always, said.append)
    os.write(master, b"one\n")
    assert next(lines) == "one"
    os.close(slave)
    os.close(master)
    device.unlink()
    other_master, other_slave = os.openpty()
    tty.setraw(other_slave)
    os.write(other_master, b"two\n")
    back = threading.Timer(0.1, device.symlink_to, (os.ttyname(other_slave),))
    back.start()
    assert next(lines) == "two"
    assert said == [f"{device} is gone, waiting for it", f"{device} is back"]
    back.join()
    lines.close()
    os.close(other_slave)
    os.close(other_master)


def test_a_serial_port_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        next(serial_lines(str(tmp_path / "ttyUSB0"), 4800, always, print))


def test_a_speed_that_no_port_has_is_refused() -> None:
    with pytest.raises(ValueError, match="--baud: expected a usual speed"):
        next(serial_lines("/dev/null", 4801, always, print))


def test_a_tcp_connection_that_is_lost_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scripts.gateways.lines._RECONNECT_S", (0.01,))
    server = socket.create_server(("127.0.0.1", 0))
    said: list[str] = []

    def serve() -> None:
        for part in (b"one\ntwo\n", b"three\n"):
            connection, _ = server.accept()
            connection.sendall(part)
            connection.close()

    serving = threading.Thread(target=serve)
    serving.start()
    lines = tcp_lines(*server.getsockname(), always, said.append)
    assert [next(lines) for _ in range(3)] == ["one", "two", "three"]
    serving.join()
    lines.close()
    server.close()
    assert "ended the connection" in said[0]


def test_a_tcp_server_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scripts.gateways.lines._RECONNECT_S", (0.01,))
    said: list[str] = []
    assert list(tcp_lines("127.0.0.1", 1, lambda: not said, said.append)) == []
    assert "refused" in said[0]
