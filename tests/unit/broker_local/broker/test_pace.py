"""The pace of a client, with a clock in hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.broker.pace import BURST_S, ClientLimits, Pace
from broker_local.protocol.limits import MAX_MESSAGE_BYTES


class Clock:
    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_passes_at_once_and_what_follows_at_the_rate() -> None:
    clock = Clock()
    pace = Pace(ClientLimits(packets_per_s=100, bytes_per_s=0), clock)
    assert [pace.take(10) for _ in range(int(100 * BURST_S))] == [0.0] * 200
    assert pace.take(10) == pytest.approx(0.01)


def test_a_quiet_client_earns_no_more_than_a_burst() -> None:
    clock = Clock()
    pace = Pace(ClientLimits(packets_per_s=10, bytes_per_s=0), clock)
    clock.now += 3600
    waits = [pace.take(1) for _ in range(21)]
    assert waits[:20] == [0.0] * 20
    assert waits[20] > 0


def test_the_largest_message_passes_at_once_and_is_paid_for_afterwards() -> None:
    clock = Clock()
    pace = Pace(ClientLimits(packets_per_s=0, bytes_per_s=1024 * 1024), clock)
    assert pace.take(MAX_MESSAGE_BYTES) == 0.0
    assert pace.take(MAX_MESSAGE_BYTES) == pytest.approx(64.0)


def test_without_limits_nobody_waits() -> None:
    pace = Pace(ClientLimits(packets_per_s=0, bytes_per_s=0), Clock())
    assert {pace.take(10**9) for _ in range(1000)} == {0.0}


@settings(deadline=None, derandomize=True, max_examples=50)
@given(st.lists(st.tuples(st.integers(1, 5_000_000), st.floats(0, 0.5)), min_size=1, max_size=100))
def test_who_waits_as_told_never_sends_faster_than_rate_and_burst_allow(packets: list[tuple[int, float]]) -> None:
    clock, limits = Clock(), ClientLimits(packets_per_s=20, bytes_per_s=1_000_000)
    pace = Pace(limits, clock)
    began, sent_bytes = clock.now, 0
    for count, (size, pause_s) in enumerate(packets, start=1):
        clock.now += pause_s
        clock.now += pace.take(size)
        sent_bytes += size
        lasted_s = clock.now - began
        assert count <= limits.packets_per_s * (lasted_s + BURST_S) + 0.1
        assert sent_bytes <= limits.bytes_per_s * (lasted_s + 0.01) + MAX_MESSAGE_BYTES
