"""Messages with images wait here, not in the way of others, while a process of their own reads them."""

from __future__ import annotations

import contextlib
import queue
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.event_codec import parse_message
from broker_local.protocol.json_text import write_json
from broker_local.protocol.times import write_timestamp
from broker_local.protocol.topic import Topic
from broker_local.protocol.topic_codec import topic_to_object

from .findings import Findings, ReadMessage
from .findings_codec import decode_findings, read_frame, write_frame
from .mqtt_link import Message

READ_WITHIN_S = 60.0
_MOST_WAITING_BYTES = 256 * 1024 * 1024
_KEPT_OF_REFUSED_BYTES = 64 * 1024
_TRIES = 2  # a reader that is killed may have been innocent once
_END_WITHIN_S = 2.0


@dataclass(frozen=True, slots=True)
class _Waiting:
    message: Message
    header: bytes


class AttachmentReader:
    """One thread with one child process. `submit` and `finished` are for the service's thread."""

    def __init__(self, folder: Path, max_bytes: int, *, read_within_s: float = READ_WITHIN_S) -> None:
        self._command = [sys.executable, "-m", "broker_local.service.attachment_process", str(folder), str(max_bytes)]
        self._read_within_s = read_within_s
        self._child: subprocess.Popen[bytes] | None = None
        self._waiting: queue.Queue[_Waiting | None] = queue.Queue()
        self._done: queue.SimpleQueue[ReadMessage | Exception] = queue.SimpleQueue()
        self._room = threading.Condition()
        self._bytes = 0
        self._is_closing = False
        self._thread = threading.Thread(target=self._run, name="rfers-attachments", daemon=True)
        self._thread.start()

    @property
    def waiting_bytes(self) -> int:
        """How much has been submitted and is not finished."""
        return self._bytes

    def submit(self, message: Message, topic: Topic, now: datetime) -> None:
        """Have a message read; while too much waits already, this waits too: that is the pressure."""
        size = len(message.payload)
        with self._room:
            self._room.wait_for(lambda: self._bytes == 0 or self._bytes + size <= _MOST_WAITING_BYTES)
            self._bytes += size
        header = write_json({"topic": topic_to_object(topic), "now": write_timestamp(now)})
        self._waiting.put(_Waiting(message, header))

    def finished(self, wait_s: float = 0.0) -> list[ReadMessage]:
        """The messages that have been read since the last call; raises if they could not be, by no fault of theirs."""
        finished: list[ReadMessage] = []
        with contextlib.suppress(queue.Empty):
            while True:
                item = self._done.get(timeout=wait_s) if wait_s and not finished else self._done.get_nowait()
                if isinstance(item, Exception):
                    raise item
                finished.append(item)
        return finished

    def close(self) -> None:
        """End the thread and the child; what was not finished has not been acknowledged either."""
        self._is_closing = True
        self._waiting.put(None)
        child = self._child
        if child is not None:
            child.kill()
        self._thread.join()

    # Everything below runs on the reader's own thread.

    def _run(self) -> None:
        try:
            while (item := self._waiting.get()) is not None and not self._is_closing:
                self._done.put(self._read(item))
                with self._room:
                    self._bytes -= len(item.message.payload)
                    self._room.notify_all()
        except Exception as error:  # carried over: raised here it would end this thread and be seen by nobody
            self._done.put(error)
        finally:
            self._end_child()

    def _read(self, item: _Waiting) -> ReadMessage:
        message = item.message
        why = ""
        for _ in range(_TRIES):
            content, why = self._ask(item)
            if content is not None:
                return _read_message(message, decode_findings(content))
            if self._is_closing or why.startswith("nothing"):
                break
        error = ProtocolError("message", expected="attachments that can be read", got=Given(why))
        return _read_message(message, Findings(_small_part(message.payload), refusal=error))

    def _ask(self, item: _Waiting) -> tuple[bytes | None, str]:
        """The child's answer, or why there is none."""
        child = self._living_child()
        assert child.stdin is not None
        assert child.stdout is not None
        too_late = threading.Event()

        def give_up() -> None:
            too_late.set()
            child.kill()

        watch = threading.Timer(self._read_within_s, give_up)
        watch.start()
        try:
            with contextlib.suppress(BrokenPipeError):
                write_frame(child.stdin, item.header)
                write_frame(child.stdin, item.message.payload)
                if (content := read_frame(child.stdout)) is not None:
                    return content, ""
        finally:
            watch.cancel()
        self._end_child()
        code = child.returncode
        if too_late.is_set():
            return None, f"nothing within {self._read_within_s:g} s"
        if code >= 0 and not self._is_closing:
            raise OSError(f"attachments: the process that reads them ended with {code}; why is in the log")
        return None, f"a file that ended its reader with signal {-code}"

    def _living_child(self) -> subprocess.Popen[bytes]:
        if self._child is None:
            self._child = _started(self._command)
        return self._child

    def _end_child(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        assert child.stdin is not None
        assert child.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            child.stdin.close()
        try:
            child.wait(_END_WITHIN_S)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
        child.stdout.close()


def _started(command: Sequence[str]) -> subprocess.Popen[bytes]:
    # Its own session: Ctrl-C in the terminal is for the service, which then ends its child.
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)


def _small_part(payload: bytes) -> bytes:
    """Of a message that nobody could read: who wants a receipt, so that it is refused once and not sent for ever."""
    try:
        wanted = parse_message(payload).get("receipt")
    except ProtocolError:
        return b""
    return b"" if wanted is None else write_json({"receipt": wanted})


def _read_message(message: Message, found: Findings) -> ReadMessage:
    payload = found.payload or message.payload[:_KEPT_OF_REFUSED_BYTES]
    return ReadMessage(
        message.address, payload, message.mid, message.qos, message.connection, message.received_at, found
    )
