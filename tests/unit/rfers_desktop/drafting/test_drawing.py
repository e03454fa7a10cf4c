"""Tests of a drawing's past: each step is taken back and brought again."""

from __future__ import annotations

from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from rfers_desktop.drafting.drawing import Drawing
from rfers_desktop.drafting.sketch import Shape, Sketch

A, B = (-114.0, 51.0), (-113.9, 51.0)


def test_a_pull_is_one_step_however_long_it_was() -> None:
    drawing = Drawing(Shape.LINE)
    drawing.step(drawing.sketch.with_corner(A))
    drawing.step(drawing.sketch.with_corner(B))
    for lon in (-113.8, -113.7, -113.6):
        drawing.pull(drawing.sketch.with_moved(1, (lon, 51.0)))
        assert drawing.is_pulled
    assert drawing.let_go()
    assert drawing.sketch.vertices == (A, (-113.6, 51.0))
    assert drawing.take_back()
    assert drawing.sketch.vertices == (A, B)


def test_a_pull_that_is_taken_back_was_never_made() -> None:
    drawing = Drawing(Shape.POINT)
    drawing.step(drawing.sketch.with_corner(A))
    drawing.pull(drawing.sketch.with_moved(0, B))
    drawing.take_back()
    assert drawing.sketch.vertices == ()
    assert not drawing.let_go()


def test_nothing_is_no_step() -> None:
    drawing = Drawing(Shape.POINT)
    assert not drawing.step(drawing.sketch)
    assert not drawing.can_take_back
    assert not drawing.take_back()
    assert not drawing.bring_back()


def test_beginning_forgets_what_was() -> None:
    drawing = Drawing(Shape.POINT)
    drawing.step(drawing.sketch.with_corner(A))
    drawing.begin(Sketch(Shape.LINE))
    assert (drawing.sketch, drawing.can_take_back) == (Sketch(Shape.LINE), False)


def test_what_is_gone_on_with_is_taken_back_corner_by_corner() -> None:
    drawing = Drawing(Shape.POINT)
    drawing.go_on_with(Sketch(Shape.LINE, (A, B), is_finished=True))
    seen = []
    while drawing.take_back():
        seen.append((drawing.sketch.vertices, drawing.sketch.is_finished))
    assert seen == [((A, B), False), ((A,), False), ((), False)]
    assert drawing.bring_back()
    assert drawing.sketch.vertices == (A,)


def test_a_freehand_area_was_one_step() -> None:
    drawing = Drawing(Shape.POINT)
    drawing.go_on_with(Sketch(Shape.FREEHAND, (A, B, (-114.0, 51.1)), is_finished=True))
    assert drawing.take_back()
    assert drawing.take_back()
    assert (drawing.sketch, drawing.can_take_back) == (Sketch(Shape.FREEHAND), False)


class DrawingMachine(RuleBasedStateMachine):
    """Against a plain list of all sketches and a place in it."""

    @initialize()
    def begin(self) -> None:
        self.drawing = Drawing(Shape.POLYGON)
        self.all = [self.drawing.sketch]
        self.at = 0

    @rule()
    def add(self) -> None:
        sketch = self.drawing.sketch.with_corner((float(len(self.drawing.sketch.vertices)), float(self.at % 80)))
        self.drawing.step(sketch)
        self.all = [*self.all[: self.at + 1], sketch]
        self.at += 1

    @rule()
    def take_back(self) -> None:
        assert self.drawing.take_back() == (self.at > 0)
        self.at = max(self.at - 1, 0)

    @rule()
    def bring_back(self) -> None:
        assert self.drawing.bring_back() == (self.at + 1 < len(self.all))
        self.at = min(self.at + 1, len(self.all) - 1)

    def teardown(self) -> None:
        if hasattr(self, "drawing"):
            assert self.drawing.sketch == self.all[self.at]
            assert self.drawing.can_take_back == (self.at > 0)
            assert self.drawing.can_bring_back == (self.at + 1 < len(self.all))


TestDrawingMachine = DrawingMachine.TestCase
TestDrawingMachine.settings = settings(deadline=None, derandomize=True, max_examples=40, stateful_step_count=25)
