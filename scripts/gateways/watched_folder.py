"""A folder into which an aircraft's ground station drops GeoTIFFs: each is sent once, when it is whole."""

from __future__ import annotations

import json
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from .whole_tiff import is_whole_tiff

_LOOK_S = 0.5
_GIVEN_UP_S = 30.0  # what has not changed for so long will not be whole: whoever reads it says what is wrong with it
_ENDINGS = (".tif", ".tiff")


class WatchedFolder:
    """Tells of files that have stopped growing; what was told is kept in a file, so that a restart tells none again."""

    def __init__(
        self,
        folder: Path,
        memory: Path | None = None,
        say: Callable[[str], None] = lambda _: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`say` is told once of each file that cannot be read."""
        self._folder = folder
        self._memory = memory or folder / ".sent.json"
        self._sent: dict[str, list[int]] = _remembered(self._memory)
        self._growing: dict[str, list[int]] = {}
        self._since: dict[str, float] = {}  # when each was seen to be as it is
        self._unreadable: set[str] = set()
        self._say, self._clock = say, clock

    def fresh(self) -> list[Path]:
        """Whole files that look the same as at the last look, and were not sent as they are."""
        if not self._folder.is_dir():
            raise FileNotFoundError(f"expected a folder, got {self._folder}")
        ready = []
        for path in sorted(self._folder.iterdir()):
            if path.suffix.lower() not in _ENDINGS or path.name.startswith("."):
                continue
            try:
                found = path.stat()
                look = [found.st_size, found.st_mtime_ns]
                if not stat.S_ISREG(found.st_mode) or not found.st_size or self._sent.get(path.name) == look:
                    continue
                if self._growing.get(path.name) != look:
                    self._growing[path.name], self._since[path.name] = look, self._clock()
                elif is_whole_tiff(path) or self._clock() - self._since[path.name] > _GIVEN_UP_S:
                    ready.append(path)
            except FileNotFoundError:  # it was taken away again, or renamed when it was whole
                continue
            except OSError as error:
                if path.name not in self._unreadable:
                    self._unreadable.add(path.name)
                    self._say(f"{path.name} cannot be read: {error.strerror}")
        return ready

    def done(self, path: Path) -> None:
        """A file was taken charge of."""
        self._sent[path.name] = self._growing[path.name]
        fresh = self._memory.with_name(f"{self._memory.name}.new")
        fresh.write_text(json.dumps(self._sent), "utf-8")
        fresh.replace(self._memory)

    def images(self, keep_on: Callable[[], bool]) -> Iterator[Path]:
        """One file after the other as they come."""
        while keep_on():
            ready = self.fresh()
            yield from ready
            if not ready:
                time.sleep(_LOOK_S)


def _remembered(memory: Path) -> dict[str, list[int]]:
    if not memory.exists():
        return {}
    try:
        return dict(json.loads(memory.read_text("utf-8")))
    except (ValueError, TypeError) as error:
        raise ValueError(f"{memory}: expected which images were sent, got {error}") from None
