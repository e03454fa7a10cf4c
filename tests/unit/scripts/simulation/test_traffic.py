"""Publishers speak in the order of time, about as often as asked, leave and come back, and some all at once."""

from __future__ import annotations

from itertools import takewhile

from scripts.simulation.traffic import Rhythm, Traffic


def said_within(seconds: float, count: int, rhythm: Rhythm, seed: int = 1) -> list[tuple[float, int]]:
    traffic = Traffic(seed)
    traffic.add([lambda at_s, number=number: {"number": number} for number in range(count)], rhythm)
    reports = takewhile(lambda report: report[0] <= seconds, traffic.reports())
    return [(at_s, feature["number"]) for at_s, feature in reports]


def test_everybody_reports_about_every_so_often_in_the_order_of_time() -> None:
    said = said_within(1_000.0, 50, Rhythm(10.0))
    assert [at_s for at_s, _ in said] == sorted(at_s for at_s, _ in said)
    assert {number for _, number in said} == set(range(50))
    assert 4_700 < len(said) < 5_300


def test_without_jitter_pauses_are_all_the_same_and_with_it_not() -> None:
    for jitter, expected in ((0.0, True), (0.5, False)):
        times = [at_s for at_s, _ in said_within(200.0, 1, Rhythm(10.0, jitter))]
        pauses = {round(after - before, 6) for before, after in zip(times, times[1:], strict=False)}
        assert (len(pauses) == 1) is expected
        assert all(5.0 <= pause <= 15.0 for pause in pauses)


def test_who_leaves_is_silent_and_comes_back() -> None:
    said = said_within(20_000.0, 20, Rhythm(10.0, present_s=200.0, absent_s=600.0))
    by_number = {number: [at_s for at_s, who in said if who == number] for number in range(20)}
    for times in by_number.values():
        pauses = [after - before for before, after in zip(times, times[1:], strict=False)]
        assert max(pauses) > 200
        assert sorted(pauses)[len(pauses) // 2] < 13
    assert 0.15 < len(said) / (20_000 / 10 * 20) < 0.35, "a quarter of the time they are there"


def test_in_a_burst_all_report_at_once() -> None:
    said = said_within(1_000.0, 30, Rhythm(100.0, burst_every_s=200.0))
    at_once = {at_s: sum(1 for other, _ in said if other == at_s) for at_s, _ in said}
    assert max(at_once.values()) == 30


def test_who_is_away_takes_no_part_in_a_burst() -> None:
    said = said_within(2_000.0, 200, Rhythm(10.0, present_s=100.0, absent_s=300.0, burst_every_s=200.0))
    at_once = [sum(1 for other, _ in said if other == at_s) for at_s in {at_s for at_s, _ in said}]
    bursts = [count for count in at_once if count > 1]
    assert len(bursts) > 5
    assert all(20 < count < 90 for count in bursts), "about a quarter of them"


def test_the_same_seed_is_the_same_traffic_and_another_one_another() -> None:
    assert said_within(100.0, 5, Rhythm(7.0), 3) == said_within(100.0, 5, Rhythm(7.0), 3)
    assert said_within(100.0, 5, Rhythm(7.0), 3) != said_within(100.0, 5, Rhythm(7.0), 4)


def test_nobody_says_nothing() -> None:
    assert said_within(100.0, 0, Rhythm(7.0)) == []
