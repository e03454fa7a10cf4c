"""Emergency assets that drive along roads, speed up and slow down, stop on a scene, and know their place by GPS."""

from __future__ import annotations

import math
import random
from collections import deque
from collections.abc import Sequence
from datetime import datetime

from scripts.topic_features import Feature, asset_feature

from .ground import LonLat, metres_between, moved
from .roads import Road, Roads

_KINDS = ("Engine", "Ladder", "Rescue", "Tanker", "Ambulance", "Battalion")
_ACCELERATION = 1.4  # m/s², of a loaded truck
_CORNER_KMH = 35.0  # at a right angle
_WALKING_KMH = 5.0  # before it stands
_STOP_EVERY_S, _STOP_S = 900.0, 240.0  # on a scene, on average
_GPS_SIGMA_M = 3.5
_GPS_KEEPS_S = 30.0  # how long an error of GPS stays about the same
_GPS_NOISE_KMH = 0.8
_LONGEST_STEP_S = 1800.0  # one that was silent for longer does not drive all of it


class Asset:
    """A vehicle on a network of roads; the same for the same seed and the same moments asked for."""

    def __init__(
        self, asset_id: str, name: str, roads: Roads, start: int, at: datetime, seed: int, route: Sequence[int] = ()
    ) -> None:
        """With a `route` it drives these crossings and stays at the last; else it wanders."""
        self.id, self.name = asset_id, name
        self._roads = roads
        self._rng = random.Random(seed)
        self._is_routed = bool(route)
        self._ahead = deque(route)
        self._here, self._before = start, start
        self._road: Road | None = None
        self._next: Road | None = None  # what it takes after this one, if it wanders and does not stop there
        self._driven_m = 0.0  # on the road it is on
        self._briskness = self._rng.uniform(0.85, 1.15)
        self._speed_kmh = 0.0
        self._stands_s = 0.0
        self._at = at
        self._error_m = (self._rng.gauss(0, _GPS_SIGMA_M), self._rng.gauss(0, _GPS_SIGMA_M))

    @property
    def place(self) -> LonLat:
        """Where it truly is."""
        here = self._roads.places[self._here]
        if self._road is None:
            return here
        there = self._roads.places[self._road.to]
        share = self._driven_m / self._road.length_m
        return here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1])

    @property
    def speed_kmh(self) -> float:
        """How fast it truly is."""
        return self._speed_kmh

    def report(self, at: datetime) -> Feature:
        """Drive on until then, and tell what the GPS says."""
        elapsed_s = max(0.0, (at - self._at).total_seconds())
        self._at = at
        self.drive(min(elapsed_s, _LONGEST_STEP_S))
        keeps = math.exp(-elapsed_s / _GPS_KEEPS_S)
        fresh = _GPS_SIGMA_M * math.sqrt(1 - keeps * keeps)
        east_m, north_m = (error * keeps + self._rng.gauss(0, fresh) for error in self._error_m)
        self._error_m = east_m, north_m
        seen = moved(moved(self.place, 90.0, east_m), 0.0, north_m)
        speed_kmh = max(0.0, self._speed_kmh + self._rng.gauss(0, _GPS_NOISE_KMH)) if self._speed_kmh else 0.0
        return asset_feature(seen, self.id, speed_kmh, at, self.name)

    def drive(self, elapsed_s: float) -> None:
        """Move on along the roads for so long."""
        left_s = elapsed_s
        while left_s > 1e-6:
            if self._stands_s > 0 or not self._take_road():
                self._speed_kmh = 0.0
                stood_s = min(left_s, self._stands_s) if self._stands_s > 0 else left_s
                self._stands_s -= stood_s
                left_s -= stood_s
                continue
            left_s -= self._drive_on(left_s)

    def _drive_on(self, left_s: float) -> float:
        """Drive on the road it is on, at most to its end; how long that took."""
        road = self._road
        assert road is not None
        rest_m = road.length_m - self._driven_m
        step_s = min(left_s, 1.0)  # in which the speed may change
        braking_kmh = 3.6 * math.sqrt((self._corner_kmh() / 3.6) ** 2 + 2 * _ACCELERATION * rest_m)
        wanted_kmh = min(road.speed_kmh * self._briskness, braking_kmh)
        change = max(-3.6 * _ACCELERATION * step_s * 2, min(3.6 * _ACCELERATION * step_s, wanted_kmh - self._speed_kmh))
        self._speed_kmh = max(_WALKING_KMH, self._speed_kmh + change)
        step_m = self._speed_kmh / 3.6 * step_s
        if step_m < rest_m:
            self._driven_m += step_m
            return step_s
        self._before, self._here, self._road, self._driven_m = self._here, road.to, None, 0.0
        if not self._is_routed and self._next is None:
            self._stands_s = self._rng.expovariate(1 / _STOP_S)
        return step_s * rest_m / step_m

    def _take_road(self) -> bool:
        """Be on a road; False at the end of a route."""
        if self._road is not None:
            return True
        if self._is_routed:
            while self._ahead and self._ahead[0] == self._here:
                self._ahead.popleft()
            if not self._ahead:
                return False
            self._road = next(road for road in self._roads.roads[self._here] if road.to == self._ahead[0])
            return True
        self._road = self._next or self._onward(self._before, self._here)
        drive_s = self._road.length_m / (self._road.speed_kmh / 3.6)
        stops = self._rng.random() < drive_s / _STOP_EVERY_S
        self._next = None if stops else self._onward(self._here, self._road.to)
        return True

    def _onward(self, before: int, here: int) -> Road:
        """A road to go on, rather straight on than aside, and back only where there is no other."""
        leaving = self._roads.roads[here]
        onward = [road for road in leaving if road.to != before] or leaving
        return self._rng.choices(onward, [1.0 / (1.0 + self._turn(before, here, road.to) ** 2) for road in onward])[0]

    def _turn(self, before: int, here: int, to: int) -> float:
        """How far a way turns at a crossing, in right angles."""
        if before == here:
            return 0.0
        places = self._roads.places
        came = metres_between(places[before], places[here])
        goes = metres_between(places[here], places[to])
        turn = math.atan2(goes[0], goes[1]) - math.atan2(came[0], came[1])
        return abs(math.remainder(turn, 2 * math.pi)) / (math.pi / 2)

    def _corner_kmh(self) -> float:
        """How fast it may be at the end of its road: slower the more it turns there, and slow where it stops."""
        if self._is_routed:
            return _CORNER_KMH * 1.6 if len(self._ahead) > 1 else _WALKING_KMH
        if self._road is None or self._next is None:
            return _WALKING_KMH
        return _CORNER_KMH / max(self._turn(self._here, self._road.to, self._next.to), 0.1)


def fleet(roads: Roads, count: int, at: datetime, seed: int) -> list[Asset]:
    """So many assets, spread over the crossings of a network."""
    rng = random.Random(seed)
    return [
        Asset(
            f"A{number:04}",
            f"{_KINDS[number % len(_KINDS)]} {number}",
            roads,
            rng.randrange(len(roads.places)),
            at,
            rng.getrandbits(32),
        )
        for number in range(1, count + 1)
    ]
