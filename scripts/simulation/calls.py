"""Call-takers: reports of incidents with a position or only an address, some with a photo, some about the same fire."""

from __future__ import annotations

import csv
import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from broker_local.protocol.resources import resources_dir
from scripts.topic_features import Feature, report_feature

from .ground import LonLat, moved
from .photos import scene_photo

CAUSES = ("Electricity", "Human", "Lightning", "Gas")
_CALLERS = ("A resident", "A passer-by", "A bus driver", "The caretaker", "A nurse on shift", "A patrol")
_SAID = (
    "Smoke from the second floor",
    "Flames at the back of the house, nobody seen",
    "Smell of gas and a bang",
    "Grass is burning along the fence",
    "Alarm rings, two people at a window",
    "A car is on fire beside the garage",
)
_WITH_POSITION, _WITH_PHOTO, _AGAIN = 0.4, 0.3, 0.25  # how often a call has, or is about what somebody told before
_POINTED_M = 120.0  # by how much a finger on a map is off


@dataclass(frozen=True, slots=True)
class Street:
    """House numbers along a straight street, from end to end."""

    name: str
    town: str
    first: int
    last: int
    begin: LonLat
    end: LonLat

    def place(self, number: int) -> LonLat:
        """About where a house number is."""
        share = (number - self.first) / (self.last - self.first)
        return (
            self.begin[0] + share * (self.end[0] - self.begin[0]),
            self.begin[1] + share * (self.end[1] - self.begin[1]),
        )


@lru_cache(maxsize=1)
def known_streets() -> tuple[Street, ...]:
    """The streets that come with RFERS, which its own table of addresses can place."""
    table = resources_dir() / "gazetteer" / "calgary_streets.csv"
    lines = [line for line in table.read_text("utf-8").splitlines() if not line.startswith("#")]
    streets = []
    for row in csv.DictReader(lines):
        if int(row["to"]) > int(row["from"]):
            begin, end = (float(row["from_lon"]), float(row["from_lat"])), (float(row["to_lon"]), float(row["to_lat"]))
            streets.append(Street(row["street"], row["city"], int(row["from"]), int(row["to"]), begin, end))
    return tuple(streets)


class CallTaker:
    """A desk of a call centre that writes reports; the same calls for the same seed. Wildfires are its first."""

    def __init__(self, name: str, seed: int, wildfires: Sequence[LonLat] = ()) -> None:
        """`wildfires` are the places at which some broke out."""
        self._name = name
        self._wildfires = deque(wildfires)
        self._rng = random.Random(seed)
        self._count = 0
        self._latest: tuple[Street, int] | None = None

    def report(self, at: datetime) -> Feature:
        """The next call."""
        rng = self._rng
        self._count += 1
        if self._wildfires:
            return self._wildfire(self._wildfires.popleft(), at)
        if self._latest is not None and rng.random() < _AGAIN:
            street, number = self._latest
            number = min(street.last, max(street.first, number + rng.choice((-2, 0, 2))))
        else:
            street = rng.choice(known_streets())
            number = rng.randint(street.first, street.last)
        self._latest = street, number
        has_position = rng.random() < _WITH_POSITION
        place = moved(street.place(number), rng.uniform(0, 360), abs(rng.gauss(0, 15))) if has_position else None
        return report_feature(
            f"{self._name}-{self._count:04}",
            at,
            place=place,
            address=f"{number} {street.name}, {street.town}, AB",
            reporter=rng.choice(_CALLERS),
            cause=rng.choice(CAUSES) if rng.random() < 0.7 else "",
            description=rng.choice(_SAID),
            photo=scene_photo(rng.getrandbits(32)) if rng.random() < _WITH_PHOTO else None,
        )

    def _wildfire(self, broke_out: LonLat, at: datetime) -> Feature:
        """Somebody saw smoke and pointed at it on a map."""
        rng = self._rng
        return report_feature(
            f"{self._name}-{self._count:04}",
            at,
            place=moved(broke_out, rng.uniform(0, 360), abs(rng.gauss(0, _POINTED_M))),
            reporter=rng.choice(_CALLERS),
            cause=rng.choice(("Human", "Lightning")),
            description="Smoke over the forest, flames in the trees",
        )
