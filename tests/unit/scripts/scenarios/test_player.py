"""A play keeps its order and its pace, waits for receipts before a desk acts, and can be stopped."""

from __future__ import annotations

import pytest

from scripts.scenarios.player import PlayFailed, play
from scripts.scenarios.scenario import Doing, Scenario, ScenarioEvent, Step
from scripts.topic_features import Feature

FEATURE: Feature = {"type": "Feature", "geometry": None, "properties": {"Topic": "EALocation"}}


class Recording:
    """Sender, stage and clock in one, that note what happens when."""

    def __init__(self, *, is_settled: bool = True, stop_at_s: float = 1e9) -> None:
        self.now = 100.0
        self.noted: list[tuple[float, str]] = []
        self.settled_after: list[str] = []
        self._is_settled = is_settled
        self._stop_at_s = stop_at_s

    def clock(self) -> float:
        return self.now

    def publish(self, topic: str, feature: Feature) -> str:
        self.noted.append((round(self.now - 100, 3), str(feature["id"])))
        return str(feature["id"])

    def settle(self, timeout_s: float) -> bool:
        self.settled_after.append(self.noted[-1][1])
        return self._is_settled

    def carry_out(self, step: Step) -> None:
        self.noted.append((round(self.now - 100, 3), step.doing))
        self.now += 5.0  # it takes a while

    def look(self, for_s: float, now_s: float) -> bool:
        self.now += for_s
        return now_s < self._stop_at_s


def a_scenario() -> Scenario:
    events = [ScenarioEvent(at_s, f"e{at_s:g}", "EALocation", FEATURE) for at_s in (2.0, 10.0, 20.0)]
    return Scenario("x", "X", 20.0, events, [Step(10.0, Doing.COME, "ann")])


@pytest.mark.parametrize("speed", [1.0, 4.0])
def test_each_thing_happens_when_it_is_due_and_the_play_waits_for_a_desk(speed: float) -> None:
    it = Recording()
    assert play(a_scenario(), it, it, speed, run="r-", clock=it.clock)
    waited = [2 / speed, 10 / speed, 10 / speed + 5, 20 / speed + 5]
    assert it.noted == list(zip(waited, ["r-e2", "come", "r-e10", "r-e20"], strict=True))


@pytest.mark.parametrize(
    ("doing", "is_settled"), [(Doing.SUBSCRIBE, True), (Doing.UNSUBSCRIBE, True), (Doing.RESTART, False)]
)
def test_what_is_asked_for_changes_between_events_and_the_broker_is_killed_amid_them(
    doing: Doing, is_settled: bool
) -> None:
    it = Recording()
    events = [ScenarioEvent(at_s, f"e{at_s:g}", "EALocation", FEATURE) for at_s in (1.0, 2.0)]
    assert play(Scenario("x", "X", 2.0, events, [Step(2.0, doing, "ann")]), it, it, clock=it.clock)
    assert it.settled_after == (["e1", "e1", "e2"] if is_settled else ["e1", "e2"])


def test_what_is_never_journaled_ends_the_play_with_the_reason() -> None:
    it = Recording(is_settled=False)
    with pytest.raises(PlayFailed, match="may this account publish"):
        play(a_scenario(), it, it, clock=it.clock)
    assert [what for _, what in it.noted] == ["e2"]


def test_a_play_can_be_stopped() -> None:
    it = Recording(stop_at_s=5.0)
    assert not play(a_scenario(), it, it, clock=it.clock)
    assert [what for _, what in it.noted] == ["e2"]
