"""The live service's matcher inside a Spark worker: built once from what is broadcast, asked with columns."""

from __future__ import annotations

import gc
import hashlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import shapely
from numpy.typing import NDArray

from broker_local.matching.attribute.columns import AttributeColumns
from broker_local.matching.attribute.pair_order import widened
from broker_local.matching.matcher import Matcher
from broker_local.matching.topic_matcher import TopicMatcher
from broker_local.protocol.certainty import Aggregation, Certainty
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.operators import Operator, Relation
from broker_local.protocol.subscription import SpatialPredicate, Subscription
from broker_local.protocol.term_codec import meanings_from_object
from broker_local.protocol.topic import AttributeType, Topic
from broker_local.protocol.topic_difference import is_compatible

from .subscription_set import unpack
from .uncertain_columns import uncertain_places, uncertain_values
from .wkb_columns import geometries_of, point_coords

Longs = NDArray[np.int64]
Degrees = NDArray[np.float64]
_WORD = re.compile(r"\w+")
_built: dict[str, WorkerIndex] = {}  # by key: a worker process serves many tasks


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """Pairs of row and place, by row and then place, and how sure each is."""

    rows: Longs
    places: Longs
    possibility: Degrees
    necessity: Degrees

    def where(self, keep: NDArray[np.bool_]) -> Found:
        """Some of them."""
        return Found(self.rows[keep], self.places[keep], self.possibility[keep], self.necessity[keep])


class _Built(NamedTuple):
    """What matches events of one era."""

    matcher: TopicMatcher
    topic: Topic
    used: frozenset[str]  # the attributes that filters ask for
    is_graded: bool  # whether any subscription looks at errors of places


class WorkerIndex:
    """Subscriptions, ready to be matched with events of any era."""

    def __init__(self, packed: bytes, eras: Sequence[Topic]) -> None:
        table = unpack(packed)
        self.begun: Longs = table["begun"].to_numpy()
        self.ended: Longs = table["ended"].to_numpy()
        self.sets: NDArray[np.int8] = table["set"].to_numpy()
        self.owners, self.owner_codes = np.unique(np.array(table["owner"].to_pylist(), np.object_), return_inverse=True)
        self._table = table
        self._eras = eras
        self._by_era: dict[int, _Built] = {}

    def match(self, era: int, events: pa.Table) -> Found:
        """Every event with every subscription that it matched: topic, place and filter agree, and it was in force."""
        built = self._matcher(era)
        arrays = attribute_arrays(events, built.topic, self._eras[era], built.used)
        uncertain = uncertain_values(events, built.used)
        columns = AttributeColumns.of_arrays(built.topic, len(events), arrays, uncertain)
        errors = uncertain_places(events) if built.is_graded else {}
        coords = point_coords(events["geometry"])
        if coords is None:
            parts = built.matcher.match_columns(columns, geometries_of(events["geometry"]), errors)
        else:
            parts = built.matcher.match_points(columns, coords, errors)
        rows = np.concatenate([part.event_rows for part in parts])
        places = np.concatenate([part.handles for part in parts])
        accepted: Longs = events["accepted_at"].cast(pa.int64()).to_numpy()
        in_force = (self.begun[places] <= accepted[rows]) & (accepted[rows] < self.ended[places])
        both = rows[in_force] * len(self.begun) + places[in_force]  # one number to sort by is faster than two
        if all(part.degrees is None for part in parts):
            both.sort()
            possibility = necessity = np.broadcast_to(1.0, len(both))
        else:
            sure = np.concatenate([widened(part.degrees, len(part.handles), 2) for part in parts])
            order = np.argsort(both)
            both = both[order]
            possibility, necessity = sure[in_force][order].T
        rows, places = np.divmod(both, max(len(self.begun), 1))
        return Found(rows, places, possibility, necessity)

    def _matcher(self, era: int) -> _Built:
        if era not in self._by_era:
            self._by_era[era] = self._make(matching_topic(self._eras, era))
            gc.collect()
            gc.freeze()  # a worker of Spark's collects garbage after each task: what stays need not be looked through
        return self._by_era[era]

    def _make(self, topic: Topic) -> _Built:
        rows = self._table.filter(pc.equal(self._table["topic"], topic.name))
        places, subscriptions, used = [], [], set()
        for row in rows.to_pylist():
            try:
                subscription = _subscription(row, topic)
            except ProtocolError:
                continue  # a filter on what events of this era did not have yet, and cannot be compared with
            places.append(row["place"])
            subscriptions.append(subscription)
            for word in _WORD.findall(row["filter"] or ""):
                attribute = topic.find(word)
                if attribute is not None:
                    used.add(attribute.name)
        matcher = Matcher({topic.name: topic})
        matcher.add(places, subscriptions)
        is_graded = any(subscription.is_graded for subscription in subscriptions)
        return _Built(matcher.topic_matcher(topic.name), topic, frozenset(used), is_graded)


def index_key(packed: bytes, eras: Sequence[Topic]) -> str:
    """A name for an index over these subscriptions and schemas, and over no others."""
    return hashlib.sha256(packed + repr(eras).encode()).hexdigest()


def worker_index(key: str, broadcast: Callable[[], bytes], eras: Sequence[Topic]) -> WorkerIndex:
    """The index over what is broadcast; made by the first task of a worker process and kept for the others."""
    if key not in _built:
        _built.clear()  # of another replay
        _built[key] = WorkerIndex(broadcast(), eras)
    return _built[key]


def matching_topic(eras: Sequence[Topic], era: int) -> Topic:
    """The newest schema that events of an era still follow: it knows all that later filters may ask for."""
    topic = eras[era]
    for later in eras[era + 1 :]:
        if later.name == topic.name and is_compatible(topic, later):
            topic = later
    return topic


def attribute_arrays(events: pa.Table, topic: Topic, written: Topic, used: frozenset[str]) -> dict[str, Any]:
    """The columns that filters ask for, as the matcher takes them."""
    arrays: dict[str, Any] = {}
    for name in used & written.by_name.keys():
        column = pc.struct_field(events["attributes"].combine_chunks(), name)
        arrays[name] = _array(column, topic.by_name[name].type)
    return arrays


def _array(column: pa.Array, kind: AttributeType) -> Any:
    match kind:
        case AttributeType.TEXT | AttributeType.NUMBER | AttributeType.DATE | AttributeType.TIMESTAMP:
            return column.to_numpy(zero_copy_only=False)
        case AttributeType.BINARY:
            return np.array([1 if there else None for there in column.is_valid().to_pylist()], np.object_)
        case AttributeType.TIME:
            return _masked(column.cast(pa.int64()), column).astype("m8[us]")
        case AttributeType.INTEGER | AttributeType.BOOLEAN:
            return _masked(column, column)


def _masked(numbers: pa.Array, column: pa.Array) -> Any:
    zero = pa.scalar(0, pa.int64()).cast(numbers.type)
    plain = numbers.fill_null(zero).to_numpy(zero_copy_only=False)
    return np.ma.masked_array(plain, column.is_null().to_numpy(zero_copy_only=False))


def _subscription(row: dict[str, Any], topic: Topic) -> Subscription:
    spatial = None
    if row["geometry"] is not None:
        test = row["test"]
        kind = Operator(test) if test in set(Operator) else Relation(test)
        zone = shapely.from_wkb(row["geometry"])
        spatial = SpatialPredicate(zone, kind, row["buffer_m"] or 0.0, row["soft_m"] or 0.0)
    text, certainty = row["filter"], None
    if row["aggregation"] is not None:
        least = (row["least_possibility"] or 0.0, row["least_necessity"] or 0.0)
        certainty = Certainty(*least, Aggregation(row["aggregation"]))
    terms = {} if row["terms"] is None else meanings_from_object(json.loads(row["terms"]), topic, "terms")
    return Subscription(
        id=row["subscription_id"],
        owner=row["owner"],
        name=row["name"],
        topic=topic.name,
        spatial=spatial,
        filter=None if text is None else parse_filter(text, topic, terms),
        certainty=certainty,
    )
