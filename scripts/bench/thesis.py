"""The experiments of thesis 5.3: number of subscriptions, brute force, and the effect of an index (figures 5.6 to 5.8).

The thesis used the postal code areas of Alberta, replicated and shifted. Here they are stars of 20 vertices with the
same overlap at every number; the curves to compare are of the same sort, the data are not.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import shapely
from numpy.typing import NDArray

from broker_local.matching.brute_force import match_brute_force
from broker_local.matching.matcher import Matcher
from broker_local.matching.spatial.exact import holds
from broker_local.protocol.event import Event
from broker_local.protocol.operators import Operator
from scripts.bench.frame import PAPER, Record, faster, median_s, timed
from scripts.bench.points import as_shapely, loaded, points, polygons
from tests.builders import TOPICS, a_subscription, an_event

_THESIS_INDEXED_MS = {100_000: 4.0, 1_000_000: 135.0}
_THESIS_BRUTE_FORCE_MS = {1_000: 5_000.0, 100_000: 900_000.0}


def brute_force(scale: str) -> list[Record]:
    """Figure 5.7: every subscription tried one by one, its zone buffered anew each time."""
    sizes = (1_000, 10_000, 100_000) if scale == PAPER else (1_000, 5_000)
    records = []
    for size in sizes:
        coords, _ = polygons(size)
        subscriptions = [a_subscription(zone=zone, id=f"s{i}") for i, zone in enumerate(as_shapely(coords))]
        matcher = Matcher(TOPICS)
        matcher.add(range(size), subscriptions)
        events = [an_event(geometry=place) for place in points(500)]
        ours = median_s(partial(_one_by_one, matcher, events), 3) / len(events)
        some = events[: 2 if size > 10_000 else 5]
        peer_s, expected = timed(partial(match_brute_force, some, subscriptions))
        peer = peer_s / len(some)
        found = matcher.match(some)
        pairs = {(row, f"s{h}") for row, h in zip(found.event_rows.tolist(), found.handles.tolist(), strict=True)}
        thesis = _THESIS_BRUTE_FORCE_MS.get(size)
        note = "one event at a time" + (f"; thesis 2009: {thesis:,.0f} ms" if thesis else "")
        name = f"{size:,} subscriptions, beside brute force"
        records.append(faster(name, scale, ours, peer, len(pairs ^ set(expected)), note))
    return records


def effect_of_index(scale: str) -> list[Record]:
    """Figures 5.6 and 5.8: the proposed matching with an index, and without one (operator classes, all zones asked)."""
    sizes = (100_000, 250_000, 500_000, 1_000_000) if scale == PAPER else (10_000, 50_000)
    records = []
    for size in sizes:
        coords, starts = polygons(size)
        matcher = loaded(coords, starts)
        events = [an_event(geometry=place) for place in points(1_000)]
        ours = median_s(partial(_one_by_one, matcher, events), 3) / len(events)
        zones = as_shapely(coords)
        shapely.prepare(zones)
        some = events[:5]
        peer_s, answers = timed(partial(_without_index, zones, some))
        peer = peer_s / len(some)
        found = matcher.match(some)
        pairs = set(zip(found.event_rows.tolist(), found.handles.tolist(), strict=True))
        expected = {(row, int(zone)) for row, zones_found in enumerate(answers) for zone in zones_found}
        thesis = _THESIS_INDEXED_MS.get(size)
        note = "one event at a time" + (f"; thesis 2009 with its index: {thesis:g} ms" if thesis else "")
        name = f"{size:,} subscriptions, index beside none"
        records.append(faster(name, scale, ours, peer, len(pairs ^ expected), note))
    return records


def _one_by_one(matcher: Matcher, events: list[Event]) -> None:
    for event in events:
        matcher.match([event])


def _without_index(zones: NDArray[np.object_], events: list[Event]) -> list[NDArray[np.intp]]:
    """For each event, one operator's class: every zone of it asked at once."""
    places = np.empty(len(zones), dtype=np.object_)
    found = []
    for event in events:
        places[:] = event.geometry
        found.append(np.flatnonzero(holds(Operator.CONTAIN, zones, places)))
    return found
