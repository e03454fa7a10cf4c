"""The demo in one terminal: starts broker, matcher, simulator and desktop, and stops them all when it ends."""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

from rfers_desktop.session.session import Session
from scripts.children import Children
from scripts.demo_desk import OFFICER, DeskFailed, notifications, officer_subscriptions, subscribe_all, told

PUBLISHER, MATCHER = "demo", "matcher"
ROLES = {OFFICER: ["subscriber"], PUBLISHER: ["publisher", "--topics", "EALocation,WSObservation"]}
ENOUGH = 5  # notifications that prove the way from publisher to desk
READY_S, SUBSCRIBED_S, NOTIFIED_S = 180.0, 30.0, 60.0  # the matcher is compiled at its first start
_LOOK_S = 0.1
_ROOT = Path(__file__).resolve().parents[1]
_RFERS_BROKER = [sys.executable, "-m", "broker_local.cli"]
_RFERS = [sys.executable, "-m", "rfers_desktop.app"]
_SIMULATE = [sys.executable, "-m", "scripts.simulate"]
_STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class DemoFailed(Exception):
    """Why the demo cannot go on, in words for the person at the terminal."""


class ToldToStop(Exception):
    """Somebody ended the demo: Ctrl-C, a closed terminal, a service manager."""


def build_parser() -> argparse.ArgumentParser:
    """The options that scripts/run passes on."""
    parser = argparse.ArgumentParser(prog="scripts/run", description=__doc__, allow_abbrev=False)
    parser.add_argument("--headless", action="store_true", help="no window: print what reaches a desk")
    parser.add_argument("--broker", default="embedded", metavar="WHICH", help="embedded, mosquitto or mqtt://host:port")
    parser.add_argument("--data", type=Path, metavar="DIR", help="keep journal, accounts and passwords there")
    parser.add_argument("--rate", type=float, default=5.0, metavar="N", help="events a second (default: %(default)g)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another seed drives other routes")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the demo; 0 if it did what it should, also when the window's demo was ended by Ctrl-C."""
    options = build_parser().parse_args(argv)
    for number in _STOPPING:
        signal.signal(number, _told_to_stop)
    try:
        with _data_dir(options.data) as data, Children(data / "demo", cwd=_ROOT) as children:
            try:
                return Demo(options, data, children).run()
            finally:  # a second Ctrl-C must not interrupt the stopping of the children
                for number in _STOPPING:
                    signal.signal(number, signal.SIG_IGN)
    except ToldToStop:
        _say("stopped")
        return 1 if options.headless else 0
    except (DemoFailed, DeskFailed) as error:
        print(f"run: {error}", file=sys.stderr)
        return 1


class Demo:
    """One run of the demo: the steps, in the order in which a person would take them."""

    def __init__(self, options: argparse.Namespace, data: Path, children: Children) -> None:
        self._options = options
        self._data = data
        self._children = children
        self._is_external = "://" in options.broker

    def run(self) -> int:
        """Start everything, then show what reaches the officer until it is enough or the window is closed."""
        self._need_accounts()
        host, port = self._start_service()
        session = Session(OFFICER, self._password_file(OFFICER).read_text("utf-8").strip(), host, port)
        session.start()
        try:
            self._subscribe(session)
            begun_at = datetime.now(UTC)
            self._start_simulator(f"{host}:{port}")
            if self._options.headless:
                return self._show_notifications(session, begun_at)
        finally:
            session.stop()
        return self._show_window(f"{host}:{port}")

    def _need_accounts(self) -> None:
        """Our own brokers know the accounts that we make; a broker at an address has its own, and we are told them."""
        if not self._is_external:
            for user in ROLES:
                self._add_account(user)
            return
        missing = [str(file) for file in map(self._password_file, (*ROLES, MATCHER)) if not file.exists()]
        if missing or not self._options.data:
            folder = self._options.data or Path("DIR")
            raise DemoFailed(
                f"the broker at {self._options.broker} has accounts of its own. Put the passwords of its accounts "
                f"{', '.join((*ROLES, MATCHER))} into {folder / 'demo' / 'NAME.password'}, and say --data {folder}"
            )

    def _add_account(self, user: str) -> None:
        """Make an account with a password that nobody needs to know, in a file that only its owner can read."""
        password_file = self._password_file(user)
        if password_file.exists():
            return
        password = secrets.token_urlsafe(18)
        command = ["user", "add", user, "--role", *ROLES[user], "--password-stdin", "--data", str(self._data)]
        done = subprocess.run([*_RFERS_BROKER, *command], input=password, text=True, capture_output=True, cwd=_ROOT)
        if done.returncode != 0:
            raise DemoFailed(f"the account '{user}' could not be made:\n{done.stdout}{done.stderr}")
        with open(os.open(password_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(password)

    def _start_service(self) -> tuple[str, int]:
        broker: str = self._options.broker
        _say(f"starting the matcher, with {'the broker at' if self._is_external else 'its broker:'} {broker}")
        _say("(its first start on a machine takes up to a minute, later ones a few seconds)")
        ready = self._data / "demo" / "ready"
        ready.unlink(missing_ok=True)
        serve = ["serve", "--data", str(self._data), "--broker", broker, "--ready-file", str(ready)]
        if self._is_external:
            serve += ["--user", MATCHER, "--password-file", str(self._password_file(MATCHER))]
        else:
            serve += ["--port", "0"]  # any free one, so that no other broker is in the way
        self._children.start("service", [*_RFERS_BROKER, *serve])
        until = time.monotonic() + READY_S
        while not ready.exists():
            self._nothing_may_end()
            if time.monotonic() > until:
                raise DemoFailed(f"the matcher was not ready within {READY_S:.0f} s\n{self._last_words('service')}")
            time.sleep(_LOOK_S)
        host, _, port_number = ready.read_text("utf-8").strip().rpartition(":")
        _say(f"ready at {host}:{port_number}")
        return host, int(port_number)

    def _subscribe(self, session: Session) -> None:
        subscriptions = officer_subscriptions()
        subscribe_all(session, subscriptions, SUBSCRIBED_S, self._nothing_may_end)
        for subscription in subscriptions:
            only = f", only {subscription.filter.text}" if subscription.filter else ""
            _say(f"{OFFICER} subscribed to {subscription.topic}: {subscription.name}{only}")

    def _start_simulator(self, server: str) -> None:
        rate, seed = (str(value) for value in (self._options.rate, self._options.seed))
        _say(f"starting the simulator, {rate} events a second")
        account = ["--server", server, "--user", PUBLISHER, "--password-file", str(self._password_file(PUBLISHER))]
        self._children.start("simulator", [*_SIMULATE, *account, "--rate", rate, "--seed", seed])

    def _show_notifications(self, session: Session, since: datetime) -> int:
        _say("what reaches the officer:")
        received = notifications(session, since, NOTIFIED_S, self._nothing_may_end)
        for count, notification in enumerate(received, start=1):
            _say(told(notification))
            if count == ENOUGH:
                _say(f"{ENOUGH} notifications reached the desk; that is the whole way, done")
                return 0
        words = "\n".join(self._last_words(name) for name in ("service", "simulator"))
        raise DemoFailed(f"too few notifications reached the desk within {NOTIFIED_S:.0f} s\n{words}")

    def _show_window(self, server: str) -> int:
        _say("opening the window; close it or press Ctrl-C here to end")
        account = ["--server", server, "--user", OFFICER, "--password-file", str(self._password_file(OFFICER))]
        window = self._children.start("desktop", [*_RFERS, *account])
        while window.poll() is None:
            self._nothing_may_end("desktop")
            time.sleep(_LOOK_S)
        if window.returncode != 0:
            raise DemoFailed(f"the desktop ended with status {window.returncode}\n{self._last_words('desktop')}")
        _say("the window was closed, stopping the rest")
        return 0

    def _nothing_may_end(self, except_for: str | None = None) -> None:
        ended = self._children.ended()
        if ended is not None and ended != except_for:
            raise DemoFailed(f"the {ended} ended\n{self._last_words(ended)}")

    def _last_words(self, name: str) -> str:
        return self._children.last_words(name) or f"  {name}: said nothing"

    def _password_file(self, user: str) -> Path:
        return self._data / "demo" / f"{user}.password"


@contextmanager
def _data_dir(asked: Path | None) -> Iterator[Path]:
    """The directory that was asked for, or a private one that is removed in the end."""
    data = Path(tempfile.mkdtemp(prefix="rfers-demo-")) if asked is None else asked.absolute()
    try:
        (data / "demo").mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise DemoFailed(f"--data: expected a directory to write into, got {data} ({error.strerror})") from error
    try:
        yield data
    finally:
        if asked is None:
            shutil.rmtree(data, ignore_errors=True)


def _told_to_stop(_signal: int, _frame: FrameType | None) -> None:
    raise ToldToStop


def _say(text: str) -> None:
    """Print a line of progress; if the terminal is gone, go on without: there are children to be stopped."""
    try:
        print(f"run: {text}", flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
