"""The demo in one terminal: starts broker, matcher, simulator and desktop, and stops them all when it ends."""

from __future__ import annotations

import argparse
import os
import shutil
import signal
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
from scripts.own_station import MATCHER, ROOT, OwnStation, StationFailed

PUBLISHER = "demo"
ROLES = {  # the officer may publish too: the scenarios of the window's menu are played by who sits there
    OFFICER: ["subscriber", "--topics", "*"],
    PUBLISHER: ["publisher", "--topics", "EALocation,WSObservation"],
}
TOUR = ("assets_near_incident", "hot_and_dry", "wildfire_from_the_air")
ENOUGH = 5  # notifications that prove the way from publisher to desk
SUBSCRIBED_S, NOTIFIED_S = 30.0, 60.0
_LOOK_S = 0.1
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
    parser.add_argument("--speed", type=float, default=1.0, metavar="N", help="the scenarios N times as fast")
    parser.add_argument("--rate", type=float, default=5.0, metavar="N", help="with --headless: events a second")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="with --headless: another seed, other routes")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the demo; 0 if it did what it should, also when the window's demo was ended by Ctrl-C."""
    options = build_parser().parse_args(argv)
    for number in _STOPPING:
        signal.signal(number, _told_to_stop)
    try:
        with _data_dir(options.data) as data, Children(data / "demo", cwd=ROOT) as children:
            try:
                return Demo(options, data, children).run()
            finally:  # a second Ctrl-C must not interrupt the stopping of the children
                for number in _STOPPING:
                    signal.signal(number, signal.SIG_IGN)
    except ToldToStop:
        _say("stopped")
        return 1 if options.headless else 0
    except (DemoFailed, DeskFailed, StationFailed) as error:
        print(f"run: {error}", file=sys.stderr)
        return 1


class Demo:
    """One run of the demo: the steps, in the order in which a person would take them."""

    def __init__(self, options: argparse.Namespace, data: Path, children: Children) -> None:
        self._options = options
        self._children = children
        self._desk = data / "demo" / "desk"
        self._station = OwnStation(data, children, options.broker, _say)

    def run(self) -> int:
        """Start everything; then the tour in the window, or without one what reaches the officer."""
        self._need_accounts()
        self._station.start()
        return self._run_headless() if self._options.headless else self._show_window()

    def _run_headless(self) -> int:
        station = self._station
        session = Session(OFFICER, station.password(OFFICER), station.host, station.port)
        session.start()
        try:
            self._subscribe(session)
            begun_at = datetime.now(UTC)
            self._start_simulator()
            return self._show_notifications(session, begun_at)
        finally:
            session.stop()

    def _need_accounts(self) -> None:
        """Our own brokers know the accounts that we make; a broker at an address has its own, and we are told them."""
        if not self._station.is_external:
            for user, role in ROLES.items():
                self._station.add_account(user, role)
            return
        files = [self._station.password_file(user) for user in (*ROLES, MATCHER)]
        if not self._options.data or not all(file.exists() for file in files):
            folder = self._options.data or Path("DIR")
            raise DemoFailed(
                f"the broker at {self._options.broker} has accounts of its own. Put the passwords of its accounts "
                f"{', '.join((*ROLES, MATCHER))} into {folder / 'demo' / 'NAME.password'}, and say --data {folder}"
            )

    def _subscribe(self, session: Session) -> None:
        subscriptions = officer_subscriptions()
        subscribe_all(session, subscriptions, SUBSCRIBED_S, self._station.nothing_may_end)
        for subscription in subscriptions:
            only = f", only {subscription.filter.text}" if subscription.filter else ""
            _say(f"{OFFICER} subscribed to {subscription.topic}: {subscription.name}{only}")

    def _start_simulator(self) -> None:
        rate, seed = (str(value) for value in (self._options.rate, self._options.seed))
        _say(f"starting the simulator, {rate} events a second")
        self._children.start("simulator", [*_SIMULATE, *self._account(PUBLISHER), "--rate", rate, "--seed", seed])

    def _show_notifications(self, session: Session, since: datetime) -> int:
        _say("what reaches the officer:")
        received = notifications(session, since, NOTIFIED_S, self._station.nothing_may_end)
        for count, notification in enumerate(received, start=1):
            _say(told(notification))
            if count == ENOUGH:
                _say(f"{ENOUGH} notifications reached the desk; that is the whole way, done")
                return 0
        words = "\n".join(self._station.last_words(name) for name in ("service", "simulator"))
        raise DemoFailed(f"too few notifications reached the desk within {NOTIFIED_S:.0f} s\n{words}")

    def _show_window(self) -> int:
        _say("opening the window, with a tour of three emergencies; close it or press Ctrl-C here to end")
        tour = ["--play", ",".join(TOUR), "--play-speed", str(self._options.speed)]
        # What the desk of a demo keeps, and at which address it was, is nothing to the desk of who runs it.
        private = {name: str(self._desk / name.split("_")[1].lower()) for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME")}
        window = self._children.start("desktop", [*_RFERS, *self._account(OFFICER), *tour], private)
        while window.poll() is None:
            self._station.nothing_may_end("desktop")
            time.sleep(_LOOK_S)
        if window.returncode != 0:
            raise DemoFailed(
                f"the desktop ended with status {window.returncode}\n{self._station.last_words('desktop')}"
            )
        _say("the window was closed, stopping the rest")
        return 0

    def _account(self, user: str) -> list[str]:
        station = self._station
        password_file = str(station.password_file(user))
        return ["--server", f"{station.host}:{station.port}", "--user", user, "--password-file", password_file]


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
