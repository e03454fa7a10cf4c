"""Tests of names suggested while a subscription is drawn."""

from __future__ import annotations

import pytest

from rfers_desktop.drafting.parked_draft import ParkedDraft
from rfers_desktop.drafting.sketch import Shape, Sketch
from rfers_desktop.ui.subscribe.part import SubscribePart
from tests.unit.rfers_desktop.ui.window_desk import WindowDesk

pytestmark = pytest.mark.display


def test_the_name_follows_the_drawing_and_names_the_town(desk: WindowDesk) -> None:
    desk.log_in()
    part = desk.window.part(SubscribePart)
    part.model.load(ParkedDraft(Sketch(Shape.CIRCLE, ((-114.07, 51.05),)), "EALocation"))
    part.model.set_buffer(2000.0)
    assert part.card.name.placeholderText() == "Calgary, circle 2 km, Emergency asset locations"
    part.send()
    part.model.load(ParkedDraft(Sketch(Shape.CIRCLE, ((-114.07, 51.05),)), "EALocation", buffer_m=2000.0))
    assert part.model.suggested == "Calgary, circle 2 km, Emergency asset locations 2"
