"""An address in, a place out: with how sure it is and how far off it may be, or with the reason why there is none."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from .address_parts import AddressParts, take_apart
from .gazetteer import Candidate, Gazetteer
from .house_numbers import M_PER_DEG, Spot, distances_m

LEAST_CONFIDENCE = 0.3
LARGEST_RADIUS_M = 2_000.0  # vaguer than this is no place to send anybody
_AS_GOOD = 0.95  # spots with this share of the best one's confidence may be meant just as well
_SAME_PLACE_M = 250.0
_CROSSING_WITHIN_M = 120.0  # of known addresses of both streets around a corner
_STREET_ALONE = 0.4  # somewhere on a street
_CROSSING = 0.9
_LONGEST_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Located:
    """Where an address is: within `radius_m` of a point, with a confidence from 0 to 1."""

    lon: float
    lat: float
    confidence: float
    radius_m: float
    matched: str


@dataclass(frozen=True, slots=True)
class Unlocated:
    """Why an address could not be placed."""

    reason: str


@dataclass(frozen=True, slots=True)
class _Found:
    spot: Spot
    matched: str
    likeness: float  # of the street to the one that was said, wherever on it


class Geocoder:
    """Answers from one gazetteer; the same address always gets the same answer."""

    def __init__(self, gazetteer: Gazetteer, *, needs_town: bool = False) -> None:
        self._gazetteer = gazetteer
        self._needs_town = needs_town  # a table of somewhere else must not catch an address that names no town

    def locate(self, address: str) -> Located | Unlocated:
        """The place of an address."""
        parts = take_apart(address, self._gazetteer.is_town)
        if parts is None:
            return Unlocated("no street can be made out")
        towns = self._towns(parts)
        if isinstance(towns, Unlocated):
            return towns
        candidates = self._gazetteer.candidates(parts.street, towns)
        if not candidates:
            return Unlocated(f"no street like {parts.street} is in the address table")
        if parts.crossing is None:
            found = self._on_streets(parts, candidates)
        else:
            crossing = self._gazetteer.candidates(parts.crossing, towns)
            if not crossing:
                return Unlocated(f"no street like {parts.crossing} is in the address table")
            found = self._crossings(candidates, crossing)
        return _decided(found) if found else Unlocated("these streets do not meet in the address table")

    def _towns(self, parts: AddressParts) -> list[tuple[str, float]] | Unlocated | None:
        for text in parts.towns:
            if towns := self._gazetteer.towns(text):
                return towns
        if parts.towns:
            return Unlocated(f"{parts.towns[-1].title()} is not in the address table")
        return Unlocated("it names no town") if self._needs_town else None

    def _on_streets(self, parts: AddressParts, candidates: list[Candidate]) -> list[_Found]:
        """Spots by house number; on streets alone only where no number was given or none is near it."""
        by_number = []
        for candidate in candidates:
            spot = None if parts.number is None else self._gazetteer.houses(candidate).find(parts.number)
            if spot is not None:
                street = self._gazetteer.street(candidate)
                by_number.append(
                    _Found(_less_sure(spot, candidate.confidence), f"{parts.number} {street}", candidate.confidence)
                )
        return by_number or [self._whole_street(candidate) for candidate in candidates]

    def _whole_street(self, candidate: Candidate) -> _Found:
        houses = self._gazetteer.houses(candidate)
        places = shapely.get_coordinates(houses.shape())
        middle = (places.min(axis=0) + places.max(axis=0)) / 2
        nearest = places[distances_m(places, *middle.tolist()).argmin()].tolist()
        radius_m = float(distances_m(places, *nearest).max()) + houses.accuracy_m
        spot = Spot(nearest[0], nearest[1], _STREET_ALONE * candidate.confidence, radius_m)
        return _Found(spot, str(self._gazetteer.street(candidate)), candidate.confidence)

    def _crossings(self, streets: list[Candidate], others: list[Candidate]) -> list[_Found]:
        found = []
        for one, other in product(streets, others):
            if one.key[0] != other.key[0] or one.key == other.key:
                continue
            houses = self._gazetteer.houses(one), self._gazetteer.houses(other)
            north = float(shapely.get_coordinates(houses[0].shape())[:, 1].mean())
            scale = np.array([np.cos(np.radians(north)), 1.0]) * M_PER_DEG
            shortest = shapely.shortest_line(*(_scaled(known.shape(), scale) for known in houses))
            if shortest.length > _CROSSING_WITHIN_M + sum(known.accuracy_m for known in houses):
                continue
            lon, lat = (shapely.get_coordinates(shortest.centroid)[0] / scale).tolist()
            radius_m = 20.0 + shortest.length / 2 + max(known.accuracy_m for known in houses)
            spot = Spot(lon, lat, _CROSSING * one.confidence * other.confidence, radius_m)
            matched = f"{self._gazetteer.street(one).spelled} & {self._gazetteer.street(other)}"
            found.append(_Found(spot, matched, one.confidence * other.confidence))
        return found


def _decided(found: list[_Found]) -> Located | Unlocated:
    """The best spot, and how sure it is against others that the same words may mean.

    Several that are as good make one place if they are near each other; else the radius reaches all of them.
    """
    best = max(item.spot.confidence for item in found)
    good = sorted(
        (item for item in found if item.spot.confidence >= _AS_GOOD * best),
        key=lambda item: (-item.spot.confidence, item.matched),
    )
    places = np.array([(item.spot.lon, item.spot.lat) for item in good])
    farthest = [float(distances_m(places, item.spot.lon, item.spot.lat).max()) for item in good]
    chosen = int(np.argmin(farthest))
    spot = good[chosen].spot
    radius_m = farthest[chosen] + max(item.spot.radius_m for item in good)
    elsewhere = [
        item.spot.confidence
        for item in found
        if item.likeness >= _AS_GOOD * good[chosen].likeness
        and distances_m(np.array([(item.spot.lon, item.spot.lat)]), spot.lon, spot.lat)[0] > _SAME_PLACE_M
    ]
    confidence = spot.confidence**2 / (spot.confidence + sum(elsewhere))
    shown = [item.matched for item in good[:_LONGEST_SHOWN]] + ["…"] * (len(good) > _LONGEST_SHOWN)
    if radius_m > LARGEST_RADIUS_M:
        if len(good) > 1:
            return Unlocated(f"it may be any of {' / '.join(shown)}")
        return Unlocated(f"{good[chosen].matched} alone is {radius_m / 1000:.1f} km of uncertainty")
    if confidence < LEAST_CONFIDENCE:
        return Unlocated(f"{good[chosen].matched} is too far a guess (confidence {confidence:.2f})")
    return Located(
        round(spot.lon, 7), round(spot.lat, 7), round(confidence, 3), round(radius_m, 1), good[chosen].matched
    )


def _scaled(shape: BaseGeometry, scale: NDArray[np.float64]) -> BaseGeometry:
    scaled: BaseGeometry = shapely.transform(shape, lambda xy: xy * scale)
    return scaled


def _less_sure(spot: Spot, by: float) -> Spot:
    return Spot(spot.lon, spot.lat, spot.confidence * by, spot.radius_m)
