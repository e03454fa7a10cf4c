"""Tests of the subscription in the making."""

from __future__ import annotations

import pytest
import shapely
from pytestqt.qtbot import QtBot

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.certainty import Certainty
from broker_local.protocol.limits import MAX_BUFFER_M
from broker_local.protocol.operators import Operator
from broker_local.protocol.subscription import Priority, SubscriptionOptions
from rfers_desktop.drafting.parked_draft import ParkedDraft
from rfers_desktop.drafting.sketch import Shape, Sketch
from rfers_desktop.subscription_draft import SubscriptionDraft
from rfers_desktop.ui.subscribe.draft_model import DraftModel

pytestmark = pytest.mark.display

POINT = Sketch(Shape.POINT, ((-114.0, 51.0),))
AREA = Sketch(Shape.POLYGON, ((-114.0, 51.0), (-113.9, 51.0), (-113.9, 51.1)))


@pytest.fixture
def model(qtbot: QtBot) -> DraftModel:
    made = DraftModel(builtin_topics())
    made.load(ParkedDraft(POINT, "EALocation"))
    return made


def test_everything_goes_into_the_draft(model: DraftModel) -> None:
    model.suggested = "A name"
    options = SubscriptionOptions(priority=Priority.HIGH)
    model.set_buffer(500.0)
    model.set_test(Operator.DISJOINT)
    model.set_filter("Speed > 80")
    model.set_options(options)
    zone = shapely.Point(-114.0, 51.0)
    assert model.draft() == SubscriptionDraft(
        "A name", "EALocation", zone, Operator.DISJOINT, 500.0, "Speed > 80", options
    )
    model.set_name(" Mine ")
    assert model.draft().name == "Mine"


def test_what_was_parked_is_loaded_again(model: DraftModel, qtbot: QtBot) -> None:
    options = SubscriptionOptions(priority=Priority.LOW)
    parked = ParkedDraft(AREA, "WFireRSImage", Operator.OVERLAP, -20.0, "", "Mine", options)
    with qtbot.waitSignal(model.changed):
        model.load(parked)
    assert model.parked() == parked


def test_everywhere_has_no_place_and_no_buffer(model: DraftModel) -> None:
    model.set_buffer(500.0)
    model.begin(Shape.EVERYWHERE)
    assert (model.draft().zone, model.draft().buffer_m) == (None, 0.0)


def test_another_tool_can_be_taken_back(model: DraftModel) -> None:
    model.begin(Shape.LINE)
    assert model.sketch == Sketch(Shape.LINE)
    model.drawing.take_back()
    assert model.sketch == POINT


def test_the_radius_of_a_circle_widens_nothing_else_and_comes_back_with_it(model: DraftModel) -> None:
    model.begin(Shape.CIRCLE)
    model.drawing.step(model.sketch.with_corner((-114.0, 51.0)))
    model.drawn()
    model.set_buffer(2500.0)
    model.begin(Shape.POLYGON)
    assert model.buffer_m == 0.0
    model.drawing.take_back()
    model.drawn()
    assert (model.sketch.shape, model.buffer_m) == (Shape.CIRCLE, 2500.0)
    model.begin(Shape.CIRCLE)
    model.drawing.step(model.sketch.with_corner((-113.0, 51.0)))
    model.drawn()
    assert model.buffer_m == 0.0


def test_a_comparison_that_has_become_impossible_gives_way(model: DraftModel) -> None:
    model.load(ParkedDraft(AREA, "WFireRSImage", Operator.OVERLAP))
    model.set_topic("EALocation")
    assert model.test is Operator.CONTAIN


@pytest.mark.parametrize(
    ("before", "notches", "after"),
    [(0.0, 1, 100.0), (100.0, 1, 120.0), (100.0, -1, 80.0), (1000.0, 1, 1200.0), (5000.0, -1, 4000.0), (37.0, 1, 50.0)],
)
def test_the_wheel_goes_in_round_steps(model: DraftModel, before: float, notches: int, after: float) -> None:
    model.set_buffer(before)
    model.turn_buffer(notches)
    assert model.buffer_m == after


def test_only_areas_shrink_and_nothing_grows_beyond_what_is_allowed(model: DraftModel) -> None:
    model.set_buffer(10.0)
    model.turn_buffer(-5)
    assert model.buffer_m == 0.0
    model.load(ParkedDraft(AREA, "EALocation"))
    model.turn_buffer(-1)
    assert model.buffer_m < 0.0
    model.set_buffer(MAX_BUFFER_M * 2)
    assert model.buffer_m == MAX_BUFFER_M


def test_finishing_sends_unless_it_is_to_be_looked_at(model: DraftModel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(model.send_asked):
        model.finish()
    assert model.sketch.is_finished
    model.load(ParkedDraft(POINT, "EALocation"))
    with qtbot.assertNotEmitted(model.send_asked):
        model.finish(is_looked_at_first=True)
    with qtbot.waitSignal(model.send_asked):
        model.finish()


def test_what_is_not_complete_is_not_finished(model: DraftModel, qtbot: QtBot) -> None:
    model.load(ParkedDraft(Sketch(Shape.LINE, ((0.0, 0.0),)), "EALocation"))
    with qtbot.assertNotEmitted(model.send_asked):
        model.finish()
    assert not model.sketch.is_finished


def test_a_topic_that_is_gone_leaves_another_to_show(model: DraftModel) -> None:
    model.topics = {name: topic for name, topic in builtin_topics().items() if name != "EALocation"}
    assert model.topic.name != "EALocation"
    assert model.draft().topic == "EALocation"  # and is refused, not sent as something else


def test_an_edge_is_soft_where_it_can_be_and_is_remembered_where_it_cannot(model: DraftModel) -> None:
    model.load(ParkedDraft(AREA, "EALocation"))
    model.set_soft(250.0)
    assert model.draft().soft_m == 250.0
    assert model.is_graded()
    model.set_test(Operator.TOUCH)
    assert model.draft().soft_m == 0.0
    assert not model.is_graded()
    assert "only with" in (model.why_not_soft() or "")
    model.set_test(Operator.CONTAIN)
    assert model.draft().soft_m == model.parked().soft_m == 250.0
    model.begin(Shape.EVERYWHERE)
    assert model.why_not_soft() == "everywhere has no edge"
    model.set_soft(-5.0)
    assert model.parked().soft_m == 0.0


def test_how_sure_it_must_be_goes_into_the_draft(model: DraftModel) -> None:
    model.set_certainty(Certainty(0.6, 0.2))
    assert model.draft().certainty == model.parked().certainty == Certainty(0.6, 0.2)
    model.load(ParkedDraft(AREA, "WFireRSImage"))
    assert model.certainty is None
    assert "nothing of them is uncertain" in model.why_never_unsure()
