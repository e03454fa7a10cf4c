"""Plays a scenario at any speed: at a station of its own, at one that runs, or for a desktop's window.

python -m scripts.play hot_and_dry --speed 10
"""

from __future__ import annotations

import argparse
import secrets
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from broker_local.protocol.resources import resources_dir
from scripts.children import Children
from scripts.own_station import ROOT, OwnStation, StationFailed
from scripts.publishing import Account, CannotPublish, Publisher, add_account_options, asked_account
from scripts.scenarios import a_bad_day
from scripts.scenarios.desks import DeskStage, Outcome, PlayedDesk
from scripts.scenarios.expected import with_expected
from scripts.scenarios.player import PlayFailed, Stage, play
from scripts.scenarios.scenario import Doing, Scenario, Step, read_scenario, recorded_names
from scripts.scenarios.window_stage import WindowStage

PUBLISHER = "publisher"
_MOST_NAMED = 5  # ids in a complaint


class ToldToStop(Exception):
    """Somebody ended the play."""


class TellingStage:
    """A stage whose steps are told to who watches the terminal."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def carry_out(self, step: Step) -> None:
        """Say it, and have it done."""
        minutes, seconds = divmod(int(step.at_s), 60)
        _say(f"{minutes:02}:{seconds:02} {_told_step(step)}")
        self._stage.carry_out(step)

    def look(self, for_s: float, now_s: float) -> bool:
        """Take in what came."""
        return self._stage.look(for_s, now_s)


class EmptyStage:
    """Nobody at a desk here: events alone are played, for whoever has subscribed."""

    def carry_out(self, step: Step) -> None:
        """Say what others might do now."""
        name = f" '{step.subscription.name}'" if step.subscription is not None else ""
        _say(f"here {step.user or 'the broker'} would {step.doing}{name}")

    def look(self, for_s: float, now_s: float) -> bool:
        """Wait."""
        time.sleep(for_s)
        return True


def names() -> list[str]:
    """All scenarios there are."""
    return [*recorded_names(), a_bad_day.NAME]


def scenario_named(name: str) -> Scenario:
    """A scenario, recorded or made now."""
    return a_bad_day.make() if name == a_bad_day.NAME else read_scenario(resources_dir() / "scenarios" / name)


def build_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(prog="scripts/play.py", description=__doc__, allow_abbrev=False)
    parser.add_argument("name", choices=names(), help="which scenario")
    parser.add_argument(
        "--speed", type=_positive, default=1.0, metavar="N", help="times as fast (default: %(default)g)"
    )
    add_account_options(parser, PUBLISHER, server=None)
    parser.add_argument("--broker", default="embedded", metavar="WHICH", help="without --server: embedded or mosquitto")
    parser.add_argument("--for-window", action="store_true", help="tell steps on the output, for a desktop's window")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Play it; 0 if everything was as it should be."""
    parser = build_parser()
    options = parser.parse_args(argv)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _told_to_stop)
    try:
        if options.server is None:
            return _play_alone(scenario_named(options.name), options.speed, options.broker)
        account, scenario = asked_account(parser, options), scenario_named(options.name)
        if options.for_window:
            stage = WindowStage()
            return _play_at(account, scenario, options.speed, stage, stage.clock)
        return _play_at(account, scenario, options.speed, EmptyStage())
    except ToldToStop:
        _say("stopped")
        return 1
    except (CannotPublish, PlayFailed, StationFailed) as error:
        print(f"play: {error}", file=sys.stderr)
        return 1


def _play_at(
    account: Account, scenario: Scenario, speed: float, stage: Stage, clock: Callable[[], float] = time.monotonic
) -> int:
    publisher = Publisher(*account)
    try:
        play(scenario, publisher, stage, speed, f"{secrets.token_hex(4)}-", clock)
    finally:
        publisher.close()
    return 0 if _nothing_refused(publisher) else 1


def _nothing_refused(publisher: Publisher) -> bool:
    for refused in publisher.refused:
        print(f"play: {refused.topic} {refused.id} was refused: {refused.reason}", file=sys.stderr)
    return not publisher.refused


def _play_alone(scenario: Scenario, speed: float, broker: str) -> int:
    """With a station and desks of its own, whose outcome is compared with what must be delivered."""
    if not scenario.expected:
        _say(f"working out what must be delivered of {len(scenario.events):,} events")
        scenario = with_expected(scenario)
    with _folder() as data, Children(data / "demo", cwd=ROOT) as children:
        station = OwnStation(data, children, broker, _say)
        station.add_account(PUBLISHER, ["publisher", "--topics", "*"])
        for user in scenario.users:
            station.add_account(user, ["subscriber"])
        station.start()
        desks = [
            PlayedDesk(user, station.password(user), lambda: (station.host, station.port)) for user in scenario.users
        ]
        stage = DeskStage(desks, station.restart)
        publisher = Publisher(station.host, station.port, PUBLISHER, station.password(PUBLISHER))
        try:
            _say(f"playing '{scenario.title}', {scenario.duration_s / speed:.0f} s")
            begun = time.monotonic()
            play(scenario, publisher, TellingStage(stage), speed)
            _say(
                f"{publisher.sent:,} events published, {publisher.journaled:,} journaled, "
                f"{len(publisher.refused):,} refused, in {time.monotonic() - begun:.0f} s"
            )
            outcomes = stage.outcomes({user: list(ids) for user, ids in scenario.expected.items()})
        finally:
            publisher.close()
            stage.close()
    for outcome in outcomes:
        _say(told(outcome))
    is_right = all(outcome.is_right for outcome in outcomes)
    return 0 if _nothing_refused(publisher) and is_right else 1


def _told_step(step: Step) -> str:
    name = "" if step.subscription is None else f" '{step.subscription.name}'"
    words = {
        Doing.SUBSCRIBE: f"subscribes to{name}",
        Doing.UNSUBSCRIBE: f"ends '{step.subscription_id}'",
        Doing.LEAVE: "leaves",
        Doing.COME: "comes back",
        Doing.RESTART: "broker and matcher are killed and started again",
    }
    return f"{step.user} {words[step.doing]}".strip()


def told(outcome: Outcome) -> str:
    """The outcome of a desk in one line."""
    if outcome.is_right:
        return f"{outcome.user} was told {outcome.told} events: everything delivered, nothing twice, nothing else"
    wrong = (("missing", outcome.missing), ("twice", outcome.twice), ("not asked for", outcome.unasked))
    complaints = [f"{len(ids)} {what} ({', '.join(ids[:_MOST_NAMED])})" for what, ids in wrong if ids]
    return f"{outcome.user} was told {outcome.told} events, {', '.join(complaints)}"


@contextmanager
def _folder() -> Iterator[Path]:
    data = Path(tempfile.mkdtemp(prefix="rfers-play-"))
    (data / "demo").mkdir(mode=0o700)
    try:
        yield data
    finally:
        shutil.rmtree(data, ignore_errors=True)


def _told_to_stop(_signal: int, _frame: FrameType | None) -> None:
    raise ToldToStop


def _say(text: str) -> None:
    print(f"play: {text}", flush=True)


def _positive(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a number above 0, got {text}")
    return value


if __name__ == "__main__":
    sys.exit(main())
