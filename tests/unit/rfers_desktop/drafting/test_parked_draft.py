"""Tests of drafts as they are written to a file."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
import shapely

from broker_local.protocol.certainty import Aggregation, Certainty
from broker_local.protocol.operators import Operator, Relation
from broker_local.protocol.subscription import Priority, Sound, SubscriptionOptions
from rfers_desktop.drafting.parked_draft import ParkedDraft, draft_from_object, draft_to_object
from rfers_desktop.drafting.sketch import Shape, Sketch

LINE = Sketch(Shape.LINE, ((-114.0, 51.0), (-113.9, 51.1)))
OPTIONS = SubscriptionOptions(3600.0, Priority.HIGH, Sound.SIREN, "#ff0000", datetime(2026, 8, 5, tzinfo=UTC))


@pytest.mark.parametrize(
    "draft",
    [
        ParkedDraft(LINE, "EALocation", Operator.DISJOINT, 2000.0, "Speed > 80", "My road", OPTIONS),
        ParkedDraft(Sketch(Shape.FEATURES, picked=shapely.box(0, 0, 1, 1), picked_name="T2N"), "WFireRSImage"),
        ParkedDraft(Sketch(Shape.POLYGON, LINE.vertices, is_finished=True), "EALocation", Relation.DISJOINT, -5.0),
        ParkedDraft(LINE, "EALocation", soft_m=250.0, certainty=Certainty(0.6, 0.2, Aggregation.AVERAGE)),
    ],
)
def test_a_draft_is_read_as_it_was_written(draft: ParkedDraft) -> None:
    read = draft_from_object(json.loads(json.dumps(draft_to_object(draft))))
    assert read == draft
    assert type(read.test) is type(draft.test)


@pytest.mark.parametrize(
    "change",
    [
        {"shape": "spiral"},
        {"vertices": [[200.0, 0.0]]},
        {"vertices": [["a", "b"]]},
        {"vertices": [[float("nan"), 0.0]]},
        {"buffer_m": float("inf")},
        {"buffer_m": float("nan")},
        {"picked": {"type": "Point", "coordinates": [500, 0]}},
        {"options": {"priority": "urgent"}},
        {"operator": "Near"},
        {"soft_m": -1.0},
        {"soft_m": float("nan")},
        {"certainty": {"possibility": 2}},
    ],
)
def test_what_is_no_draft_is_refused(change: dict[str, object]) -> None:
    with pytest.raises((ValueError, TypeError, KeyError)):
        draft_from_object(draft_to_object(ParkedDraft(LINE, "EALocation")) | change)


def test_a_draft_without_anything_in_it_is_not_worth_keeping() -> None:
    assert not ParkedDraft(Sketch(Shape.CIRCLE), "EALocation", buffer_m=100.0).is_worth_keeping
    assert ParkedDraft(LINE, "EALocation").is_worth_keeping
    assert ParkedDraft(Sketch(Shape.CIRCLE), "EALocation", filter_text="Speed > 1").is_worth_keeping


def test_a_draft_from_before_there_were_soft_edges_is_read() -> None:
    written = draft_to_object(ParkedDraft(LINE, "EALocation"))
    older = {name: value for name, value in written.items() if name not in ("soft_m", "certainty")}
    assert draft_from_object(older) == ParkedDraft(LINE, "EALocation")
