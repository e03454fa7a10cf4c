"""How fast one client may send: packets and bytes a second, with room for a burst; beyond, it waits its turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from broker_local.protocol.limits import MAX_MESSAGE_BYTES

BURST_S = 2.0  # what a client saved up by being quiet
_SLOW_S = 0.001  # shorter waits are not worth a sleep: the debt is carried to the next packet


@dataclass(frozen=True, slots=True)
class ClientLimits:
    """What one connection may send a second, of packets and of bytes; 0 is without a limit."""

    packets_per_s: int = 10_000
    bytes_per_s: int = 32 * 1024 * 1024


class Pace:
    """Two token buckets (RFC 2697's way of metering): each packet takes from both and tells how long to wait first.

    A packet larger than the bucket is let in and paid for afterwards, so that the largest message always passes.
    """

    def __init__(self, limits: ClientLimits, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._at = clock()
        rates = (limits.packets_per_s, limits.bytes_per_s)
        bursts = (rates[0] * BURST_S, max(rates[1] * BURST_S, MAX_MESSAGE_BYTES))
        self._buckets = [_Bucket(rate, burst, burst) for rate, burst in zip(rates, bursts, strict=True) if rate]
        self._kinds = [kind for kind, rate in enumerate(rates) if rate]

    def take(self, size_bytes: int) -> float:
        """Take a packet of this size; how many seconds its client has to wait for it."""
        now = self._clock()
        passed_s, self._at = now - self._at, now
        wait_s = 0.0
        for kind, bucket in zip(self._kinds, self._buckets, strict=True):
            bucket.level = min(bucket.burst, bucket.level + passed_s * bucket.rate) - (size_bytes if kind else 1)
            wait_s = max(wait_s, -bucket.level / bucket.rate)
        return wait_s if wait_s >= _SLOW_S else 0.0


@dataclass(slots=True)
class _Bucket:
    rate: int
    burst: float
    level: float
