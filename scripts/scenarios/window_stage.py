"""A stage on the other side of a pipe: a desktop's window does the steps, holds the play and lets it go on."""

from __future__ import annotations

import json
import os
import select
import sys
from collections import deque
from time import monotonic

from broker_local.protocol.subscription_codec import subscription_to_object

from .player import PlayFailed
from .scenario import Step

DONE, PAUSE, GO_ON = "done", "pause", "go on"  # what the window says, a line each


class WindowStage:
    """It is told a step, or where the play is, in a line of JSON on the output; what it says comes in as lines."""

    def __init__(self, heard: int = 0) -> None:
        """`heard` is the file descriptor at which the window speaks."""
        self._heard = heard
        self._rest = b""
        self._lines: deque[str] = deque()
        self._paused_s = 0.0
        self._is_paused = False

    def clock(self) -> float:
        """A clock for the play: it stands while the play is paused."""
        return monotonic() - self._paused_s

    def carry_out(self, step: Step) -> None:
        """Have the window do it, and wait until it is done."""
        asked = None if step.subscription is None else subscription_to_object(step.subscription)
        _tell({"doing": step.doing, "user": step.user, "subscription": asked, "id": step.subscription_id})
        while not self._take():
            pass

    def look(self, for_s: float, now_s: float) -> bool:
        """Tell where the play is; while it is paused, wait."""
        _tell({"now_s": round(now_s, 1)})
        until = monotonic() + for_s
        while True:
            held = monotonic()
            while self._is_paused:
                self._take()
            self._paused_s += monotonic() - held
            if not self._is_said_within(max(0.0, until - monotonic())):
                return True
            self._take()

    def _is_said_within(self, seconds: float) -> bool:
        return bool(self._lines) or bool(select.select([self._heard], [], [], seconds)[0])

    def _take(self) -> bool:
        """The next thing that the window says; whether it is that a step is done."""
        while not self._lines:
            fresh = os.read(self._heard, 4096)
            if not fresh:
                raise PlayFailed("the window is gone")
            *lines, self._rest = (self._rest + fresh).split(b"\n")
            self._lines += [line.decode("ascii", "replace").strip() for line in lines]
        said = self._lines.popleft()
        self._is_paused = (self._is_paused or said == PAUSE) and said != GO_ON
        return said == DONE


def _tell(line: dict[str, object]) -> None:
    try:
        print(json.dumps(line), flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise PlayFailed("the window is gone") from None
