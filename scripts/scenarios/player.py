"""Plays a scenario: publishes each event when it is due, at any speed, and has the desks do what they do meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from time import monotonic
from typing import Protocol

from scripts.topic_features import Feature

from .scenario import Doing, Scenario, Step

_SETTLE_S = 120.0  # within which all that was sent must be journaled, also after a restart
_FIRST_S = 20.0  # within which the first event must be
_LOOK_EVERY = 50  # events, when they come without a pause


class PlayFailed(Exception):
    """Why a play cannot go on."""


class Sender(Protocol):
    """What a play needs of a publisher."""

    def publish(self, topic: str, feature: Feature) -> str: ...
    def settle(self, timeout_s: float) -> bool: ...


class Stage(Protocol):
    """Where a play takes place: the desks, and the broker between them."""

    def carry_out(self, step: Step) -> None: ...

    def look(self, for_s: float, now_s: float) -> bool:
        """Take in what comes for so long; False to stop. `now_s` is where the play is."""
        ...


def play(
    scenario: Scenario,
    sender: Sender,
    stage: Stage,
    speed: float = 1.0,
    run: str = "",
    clock: Callable[[], float] = monotonic,
) -> bool:
    """Play to the end; False if it was stopped. A step that changes what is asked for waits for all earlier events.

    Desks go and come, and the broker is killed, while events are under way.
    """
    begun, has_begun = clock(), False
    for number, what in enumerate(scenario.timeline()):
        while (wait_s := begun + what.at_s / speed - clock()) > 0 or number % _LOOK_EVERY == 0:
            if not stage.look(max(0.0, min(wait_s, 0.5)), what.at_s - max(0.0, wait_s) * speed):
                return False
            if wait_s <= 0:
                break
        if isinstance(what, Step):
            paused = clock()
            if what.doing in (Doing.SUBSCRIBE, Doing.UNSUBSCRIBE):
                _settle(sender, _SETTLE_S)
            stage.carry_out(what)
            begun += max(0.0, clock() - paused)  # the play waits, and does not hurry after
        else:
            sender.publish(what.topic, what.at(datetime.now(UTC), run))
            if not has_begun:  # better told now than at the end
                _settle(sender, _FIRST_S)
                has_begun = True
    _settle(sender, _SETTLE_S)
    return stage.look(0.0, scenario.duration_s)


def _settle(sender: Sender, within_s: float) -> None:
    if not sender.settle(within_s):
        raise PlayFailed(f"no receipt came within {within_s:.0f} s: is the matcher running, may this account publish?")
