"""The file of a publisher's outbox: what it has taken charge of outlives its process.

One line of JSON for each event added and for each that is done; what is done is left out when the file is written
anew. A line that was cut off by the end of the process was not taken charge of.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from .json_text import write_json

_REWRITE_AFTER = 10_000  # lines about events that are done

_Key = tuple[str, str]  # topic and id


class OutboxFile:
    """Every line is with the operating system when its method returns: kill -9 loses none."""

    def __init__(self, path: Path, rewrite_after: int = _REWRITE_AFTER) -> None:
        self._path = path
        self._rewrite_after = rewrite_after
        self._kept = self._read()
        self._done = 0
        self._file = self._rewritten()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def load(self) -> list[tuple[str, str, bytes]]:
        """Topic, id and feature of all events that are not done, oldest first."""
        return [(topic, event_id, feature) for (topic, event_id), feature in self._kept.items()]

    def added(self, topic: str, event_id: str, feature: bytes) -> None:
        """Keep an event."""
        self._kept[topic, event_id] = feature
        self._file.write(_line(topic, event_id, feature))

    def done(self, topic: str, event_ids: list[str]) -> None:
        """Let go of events."""
        for event_id in event_ids:
            self._kept.pop((topic, event_id), None)
        self._file.write(write_json({"topic": topic, "done": event_ids}) + b"\n")
        self._done += len(event_ids)
        if self._done >= self._rewrite_after and self._done > len(self._kept):
            self._file.close()
            self._file = self._rewritten()

    def _read(self) -> dict[_Key, bytes]:
        kept: dict[_Key, bytes] = {}
        for line in self._path.read_bytes().splitlines(keepends=True) if self._path.exists() else ():
            if not line.endswith(b"\n"):
                continue
            row = json.loads(line)
            for event_id in row.get("done", ()):
                kept.pop((row["topic"], event_id), None)
            if "id" in row:
                kept[row["topic"], row["id"]] = write_json(row["feature"])
        return kept

    def _rewritten(self) -> _LineFile:
        """The file with nothing but what is kept, open for more."""
        fresh = self._path.with_name(f"{self._path.name}.new")
        with fresh.open("wb") as file:
            file.writelines(_line(*event) for event in self.load())
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self._path)
        self._done = 0
        return _LineFile(self._path)


class _LineFile:
    """Appends whole lines, unbuffered."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("ab", buffering=0)

    def write(self, line: bytes) -> None:
        left = memoryview(line)
        while left:
            left = left[self._file.write(left) :]

    def close(self) -> None:
        self._file.close()


def _line(topic: str, event_id: str, feature: bytes) -> bytes:
    head = write_json({"topic": topic, "id": event_id})
    return head[:-1] + b',"feature":' + feature + b"}\n"
