"""A station of its own for a demo or a play: accounts, broker and matcher, in a folder that only its owner can read."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from scripts.children import Children

READY_S = 900.0  # the matcher is compiled at its first start, which takes minutes on a machine that is busy
_TELL_EVERY_S = 30.0
MATCHER = "matcher"
ROOT = Path(__file__).resolve().parents[1]
_LOOK_S = 0.1
_RFERS_BROKER = [sys.executable, "-m", "broker_local.cli"]


class StationFailed(Exception):
    """Why the station cannot go on, in words for the person at the terminal."""


class OwnStation:
    """Broker and matcher as children of this process; they can be killed and started again on the same data."""

    def __init__(self, data: Path, children: Children, broker: str, say: Callable[[str], None]) -> None:
        self._data = data
        self._children = children
        self._broker = broker
        self._say = say
        self._service: subprocess.Popen[bytes] | None = None
        self.host, self.port = "127.0.0.1", 0  # any free one, so that no other broker is in the way
        self.is_external = "://" in broker

    def password_file(self, user: str) -> Path:
        """Where the password of an account is."""
        return self._data / "demo" / f"{user}.password"

    def password(self, user: str) -> str:
        """The password of an account."""
        return self.password_file(user).read_text("utf-8").strip()

    def add_account(self, user: str, role: Sequence[str]) -> None:
        """Make an account with a password that nobody needs to know."""
        if self.password_file(user).exists():
            return
        password = secrets.token_urlsafe(18)
        command = ["user", "add", user, "--role", *role, "--password-stdin", "--data", str(self._data)]
        done = subprocess.run([*_RFERS_BROKER, *command], input=password, text=True, capture_output=True, cwd=ROOT)
        if done.returncode != 0:
            raise StationFailed(f"the account '{user}' could not be made:\n{done.stdout}{done.stderr}")
        with open(os.open(self.password_file(user), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(password)

    def start(self) -> None:
        """Start broker and matcher, and wait until they serve."""
        which = f"the broker at {self._broker}" if self.is_external else f"its broker: {self._broker}"
        self._say(f"starting the matcher, with {which}")
        self._say("(its first start on a machine takes up to a minute, later ones a few seconds)")
        ready = self._data / "demo" / "ready"
        ready.unlink(missing_ok=True)
        serve = ["serve", "--data", str(self._data), "--broker", self._broker, "--ready-file", str(ready)]
        if self.is_external:
            serve += ["--user", MATCHER, "--password-file", str(self.password_file(MATCHER))]
        else:
            serve += ["--port", str(self.port)]
        self._service = self._children.start("service", [*_RFERS_BROKER, *serve])
        begun = told = time.monotonic()
        while not ready.exists():
            self.nothing_may_end()
            now = time.monotonic()
            if now > told + _TELL_EVERY_S:
                self._say(f"still starting, {now - begun:.0f} s so far")
                told = now
            if now > begun + READY_S:
                raise StationFailed(f"the matcher was not ready within {READY_S:.0f} s\n{self.last_words('service')}")
            time.sleep(_LOOK_S)
        self.host, _, port = ready.read_text("utf-8").strip().rpartition(":")
        self.port = int(port)
        self._say(f"ready at {self.host}:{self.port}")

    def restart(self) -> None:
        """Kill broker and matcher as a power cut would, and start them again at the same port."""
        if self._service is None:
            raise StationFailed("restart: expected a station that runs")
        self._service.kill()
        self._service.wait()
        self.start()

    def nothing_may_end(self, except_for: str | None = None) -> None:
        """Raise if a child has ended, with its last words."""
        ended = self._children.ended()
        if ended is not None and ended != except_for:
            raise StationFailed(f"the {ended} ended\n{self.last_words(ended)}")

    def last_words(self, name: str) -> str:
        """What a child said in the end."""
        return self._children.last_words(name) or f"  {name}: said nothing"
