"""The companion on this computer: started if none runs, with an account for the user; step by step, without waiting."""

from __future__ import annotations

import contextlib
import secrets
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from rfers_desktop.language import tr
from rfers_desktop.server_address import DEFAULT_PORT, parse_server

HERE = "127.0.0.1"
STOP_WITHIN_S = 10.0
_CONNECT_WITHIN_S = 0.3
_LAST_WORDS = 400  # characters of what a command said before it failed
_COMMAND = (sys.executable, "-m", "broker_local.cli")


@dataclass(frozen=True, slots=True)
class Starting:
    """It is under way; `words` tell what is done now."""

    words: str


@dataclass(frozen=True, slots=True)
class Ready:
    """The companion serves there, and knows the user by this password, which is good for this time only."""

    host: str
    port: int
    user: str
    password: str


@dataclass(frozen=True, slots=True)
class Failed:
    """It cannot be done; `words` say why."""

    words: str


Progress = Starting | Ready | Failed


class LocalCompanion:
    """`rfers-broker` as child processes. `begin`, then `look` again and again until it is ready or has failed.

    An account that is made here gets another password each time, so that none needs to be kept. Accounts that
    somebody else made are not touched.
    """

    def __init__(self, folder: Path, data: Path | None = None, port: int = DEFAULT_PORT) -> None:
        """`folder` is for what this remembers; `data` is the companion's own, its usual one if it is not given."""
        self._folder = folder
        self._data = data
        self._port = port
        self._serving: subprocess.Popen[bytes] | None = None
        self._asking: subprocess.Popen[bytes] | None = None  # whether one serves already
        self._account: subprocess.Popen[bytes] | None = None
        self._server: tuple[str, int] | None = None
        self._user = self._password = ""
        self._is_known = False  # the account was there: its password is changed

    @property
    def is_ours(self) -> bool:
        """Whether it runs as our child."""
        return self._serving is not None and self._serving.poll() is None

    def begin(self, user: str) -> None:
        """Find out whether a companion serves here, and make the user's account."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._user, self._password = user, secrets.token_urlsafe(18)
        self._server, self._account = None, None
        self._is_known = user in self._own_accounts()
        self._asking = self._run("status")

    def look(self) -> Progress:
        """What has become of it."""
        if self._asking is not None:
            if self._asking.poll() is None:
                return Starting(tr("Looking for the companion on this computer…"))
            self._find_or_serve(is_serving=self._asking.returncode == 0)
            self._asking = None
        if self._account is None:
            self._account = self._make_account()
        if self._account.poll() is None:
            return Starting(tr("Making an account for {user} on this computer…", user=self._user))
        if self._account.returncode != 0:
            return Failed(self._why_no_account())
        self._remember_account()
        return self._served()

    def stop(self) -> None:
        """End the companion if it is our child, in good order: what it has accepted is in its journal."""
        if self._serving is None:
            return
        self._serving.terminate()
        try:
            self._serving.wait(STOP_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._serving.kill()
            self._serving.wait()
        self._serving = None

    def leave(self) -> None:
        """Let the companion run on when this program has ended."""
        if self._serving is not None:
            self._serving.returncode = 0  # Python would warn of a child that outlives it
            self._serving = None

    def _find_or_serve(self, *, is_serving: bool) -> None:
        if is_serving:
            at = self._told_address()
            self._server = at if at is not None and _answers(*at) else (HERE, self._port)
            return
        self._ready_file.unlink(missing_ok=True)
        port = 0 if _answers(HERE, self._port) else self._port  # another broker has the usual one
        self._serving = self._run("serve", "--port", str(port), "--ready-file", str(self._ready_file))

    def _served(self) -> Progress:
        if self._server is None:
            self._server = self._told_address()
        if self._server is not None:
            return Ready(*self._server, self._user, self._password)
        if self._serving is None or self._serving.poll() is not None:
            return Failed(tr("The companion did not start: {reason}", reason=self._last_words("serve")))
        return Starting(tr("Starting the companion on this computer. The first time this takes up to a minute…"))

    def _told_address(self) -> tuple[str, int] | None:
        try:
            return parse_server(self._ready_file.read_text("ascii"))
        except (OSError, ValueError):
            return None

    def _make_account(self) -> subprocess.Popen[bytes]:
        how = ("passwd", self._user) if self._is_known else ("add", self._user, "--role", "subscriber")
        process = self._run("user", *how, "--password-stdin", takes_input=True)
        assert process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it has ended already; its exit code says so
            process.stdin.write(f"{self._password}\n".encode())
            process.stdin.close()
        return process

    def _why_no_account(self) -> str:
        said = self._last_words("user")
        if "not taken" in said:
            return tr("This computer has an account {user} already. Log in with its password.", user=self._user)
        return tr("The account could not be made: {reason}", reason=said)

    def _own_accounts(self) -> list[str]:
        try:
            return self._accounts_file.read_text("utf-8").split()
        except (OSError, UnicodeError):
            return []

    def _remember_account(self) -> None:
        if not self._is_known:
            self._is_known = True
            self._accounts_file.write_text("\n".join([*self._own_accounts(), self._user]) + "\n", "utf-8")

    def _run(self, command: str, *arguments: str, takes_input: bool = False) -> subprocess.Popen[bytes]:
        """In a session of its own: Ctrl-C in the desktop's terminal does not reach it."""
        where = () if self._data is None else ("--data", str(self._data))
        with self._log(command).open("wb") as log:
            return subprocess.Popen(
                [*_COMMAND, command, *arguments, *where],
                stdin=subprocess.PIPE if takes_input else subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _last_words(self, command: str) -> str:
        return self._log(command).read_text("utf-8", errors="replace").strip()[-_LAST_WORDS:]

    def _log(self, command: str) -> Path:
        return self._folder / f"this-computer-{command}.log"

    @property
    def _ready_file(self) -> Path:
        return self._folder / "this-computer.ready"

    @property
    def _accounts_file(self) -> Path:
        return self._folder / "this-computer-accounts.txt"


def _answers(host: str, port: int) -> bool:
    try:
        with socket.create_connection((host, port), _CONNECT_WITHIN_S):
            return True
    except OSError:
        return False
