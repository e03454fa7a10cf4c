"""Lines from where devices speak: a file, a file that grows, a serial port, a TCP connection that is made again."""

from __future__ import annotations

import os
import select
import socket
import termios
import time
import tty
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO

_LOOK_S = 0.25
_LONGEST_LINE = 65_536  # bytes; what is longer is no line
_RECONNECT_S = (1.0, 2.0, 5.0, 10.0)

KeepOn = Callable[[], bool]


def file_lines(path: Path) -> Iterator[str]:
    """The lines of a file, to its end."""
    with path.open("rb") as file:
        for line in file:
            yield line.decode("utf-8", "replace")


def tail_lines(path: Path, keep_on: KeepOn, from_start: bool = True) -> Iterator[str]:
    """The lines of a file that another program writes, also when it is replaced or cut and begun anew.

    What was written just before it was replaced is read first: the old file is kept open until it says no more.
    """
    file: BinaryIO | None = None
    rest = b""
    try:
        while keep_on():
            file = file or _opened_file(path, from_start)
            if file is None:
                time.sleep(_LOOK_S)
                continue
            from_start = True  # the past is that of the first file
            is_replaced = _is_another(path, file)
            if os.fstat(file.fileno()).st_size < file.tell():
                file.seek(0)
                rest = b""
            fresh = file.read()
            *lines, rest = (rest + fresh).split(b"\n")
            if is_replaced and not fresh:
                file.close()
                file, lines, rest = None, [rest] if rest else [], b""
            for line in lines:
                yield line.decode("utf-8", "replace")
            if file is not None and not lines:
                time.sleep(_LOOK_S)
    finally:
        if file is not None:
            file.close()


def _opened_file(path: Path, from_start: bool) -> BinaryIO | None:
    """A file to read, from its start or its end on; None where there is none."""
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return None
    if not from_start:
        file.seek(0, os.SEEK_END)
    return file


def _is_another(path: Path, file: BinaryIO) -> bool:
    """Whether the name has been given to another file."""
    try:
        return not os.path.samestat(os.stat(path), os.fstat(file.fileno()))
    except FileNotFoundError:  # the next one is not there yet
        return False


def serial_lines(path: str, baud: int, keep_on: KeepOn, say: Callable[[str], None]) -> Iterator[str]:
    """The lines of a serial port at a speed; one that is unplugged is opened again when it is back."""
    speed = getattr(termios, f"B{baud}", None)
    if speed is None:
        raise ValueError(f"--baud: expected a usual speed such as 4800 or 9600, got {baud}")
    port: int | None = _opened(path, speed)  # one that is not there in the beginning is told
    tries = 0
    while keep_on():
        if port is not None:
            try:
                yield from _lines_of(partial(os.read, port, 4096), port, keep_on)
            finally:
                os.close(port)
            port, tries = None, 0
            if keep_on():
                say(f"{path} is gone, waiting for it")
        _wait(_RECONNECT_S[min(tries, len(_RECONNECT_S) - 1)], keep_on)
        tries += 1
        if not keep_on():
            return
        try:
            port = _opened(path, speed)
        except OSError:  # not yet
            continue
        say(f"{path} is back")


def _opened(path: str, speed: int) -> int:
    """A serial port with 8 bits and no parity, as receivers send."""
    port = os.open(path, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        if os.isatty(port):
            tty.setraw(port, termios.TCSANOW)  # what has come already is not thrown away
            settings = termios.tcgetattr(port)
            settings[4] = settings[5] = speed
            settings[2] |= termios.CLOCAL | termios.CREAD
            termios.tcsetattr(port, termios.TCSANOW, settings)
    except termios.error as error:
        os.close(port)
        raise OSError(*error.args, path) from None
    return port


def tcp_lines(host: str, port: int, keep_on: KeepOn, say: Callable[[str], None]) -> Iterator[str]:
    """The lines of a TCP server; a connection that is lost is made again."""
    tries = 0
    while keep_on():
        try:
            with socket.create_connection((host, port), timeout=10.0) as connection:
                tries = 0
                yield from _lines_of(partial(connection.recv, 4096), connection.fileno(), keep_on)
            say(f"{host}:{port} ended the connection")
        except OSError as error:
            say(f"{host}:{port}: {error.strerror or error}")
        _wait(_RECONNECT_S[min(tries, len(_RECONNECT_S) - 1)], keep_on)
        tries += 1


def _lines_of(read: Callable[[], bytes], descriptor: int, keep_on: KeepOn) -> Iterator[str]:
    rest = b""
    while keep_on():
        if not select.select([descriptor], [], [], _LOOK_S)[0]:
            continue
        try:
            fresh = read()
        except BlockingIOError:
            continue
        except OSError:  # the other end of a serial line is gone
            return
        if not fresh:
            return
        *lines, rest = (rest + fresh).split(b"\n")
        rest = rest[-_LONGEST_LINE:]
        for line in lines:
            yield line.decode("ascii", "replace")


def _wait(seconds: float, keep_on: KeepOn) -> None:
    until = time.monotonic() + seconds
    while keep_on() and time.monotonic() < until:
        time.sleep(_LOOK_S)
