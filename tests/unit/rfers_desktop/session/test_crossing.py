"""Tests of the border between threads."""

from __future__ import annotations

import threading

from rfers_desktop.session.crossing import Crossing


def test_what_is_put_is_taken_once_in_order() -> None:
    crossing: Crossing[int] = Crossing(capacity=10, reserve=0)
    for number in (1, 2, 3):
        assert crossing.put(number)
    assert crossing.take() == [1, 2, 3]
    assert crossing.take() == []


def test_the_other_side_is_woken_once_until_it_has_taken() -> None:
    wakes: list[str] = []
    crossing: Crossing[int] = Crossing(10, 0, lambda: wakes.append("woken"))
    crossing.put(1)
    crossing.put(2)
    assert len(wakes) == 1
    crossing.take()
    crossing.put(3)
    assert len(wakes) == 2


def test_nobody_is_woken_who_is_going_away() -> None:
    wakes: list[str] = []
    crossing: Crossing[int] = Crossing(10, 0, lambda: wakes.append("woken"))
    crossing.stop_waking()
    crossing.put(1)
    assert wakes == []


def test_what_does_not_fit_is_counted_and_the_reserve_is_for_what_cannot_be_asked_again() -> None:
    crossing: Crossing[str] = Crossing(capacity=2, reserve=1)
    assert crossing.put("a", can_be_asked_again=True)
    assert crossing.put("b", can_be_asked_again=True)
    assert not crossing.put("c", can_be_asked_again=True)
    assert crossing.put("reply")
    assert not crossing.put("one reply too many")
    assert crossing.take() == ["a", "b", "reply"]
    assert crossing.take_lost() == 2
    assert crossing.take_lost() == 0


def test_a_taker_that_waits_gets_what_another_thread_puts() -> None:
    crossing: Crossing[str] = Crossing(10, 0)
    putter = threading.Thread(target=crossing.put, args=("news",))
    putter.start()
    assert crossing.take(timeout_s=10.0) == ["news"]
    putter.join()


def test_a_taker_that_waits_in_vain_gets_nothing() -> None:
    crossing: Crossing[str] = Crossing(10, 0)
    assert crossing.take(timeout_s=0.001) == []
