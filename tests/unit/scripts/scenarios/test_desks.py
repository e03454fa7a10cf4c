"""Desks of a play say what was missing, what came twice and what nobody asked for; an away desk takes no part."""

from __future__ import annotations

from scripts.scenarios.desks import DeskStage, PlayedDesk
from scripts.scenarios.scenario import Doing, Step


def a_desk(*told: str) -> PlayedDesk:
    desk = PlayedDesk("ann", "secret", lambda: ("127.0.0.1", 1))
    desk.told += told
    return desk


def test_all_that_was_expected_once_is_right() -> None:
    outcome = a_desk("a", "b").outcome(["b", "a"])
    assert outcome.is_right
    assert outcome.told == 2


def test_what_is_wrong_is_named() -> None:
    outcome = a_desk("a", "a", "c").outcome(["a", "b"])
    assert not outcome.is_right
    assert (outcome.missing, outcome.twice, outcome.unasked) == (("b",), ("a",), ("c",))


def test_a_desk_that_is_away_hears_nothing_and_leaves_again_without_ado() -> None:
    desk = a_desk()
    assert desk.look(0.0) == []
    desk.carry_out(Step(0.0, Doing.LEAVE, "ann"))


def test_the_broker_is_restarted_only_where_it_is_ours() -> None:
    restarted: list[bool] = []
    for stage in (DeskStage([], lambda: restarted.append(True)), DeskStage([])):
        stage.carry_out(Step(0.0, Doing.RESTART))
        stage.carry_out(Step(0.0, Doing.COME, "somebody else"))
        assert stage.look(0.0, 0.0)
        stage.close()
    assert restarted == [True]
