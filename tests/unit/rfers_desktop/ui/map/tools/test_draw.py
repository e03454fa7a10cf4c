"""Tests of the pencil, with a real mouse, wheel and keys on a real map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QKeySequence, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from broker_local.protocol.builtin_topics import builtin_topics
from rfers_desktop.drafting.sketch import Shape
from rfers_desktop.layers.snapping import Snap
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.tools.draw import DrawTool
from rfers_desktop.ui.subscribe.draft_model import DraftModel
from tests.unit.rfers_desktop.ui.map.map_hands import (
    CALGARY,
    LEFT,
    NO_KEYS,
    RIGHT,
    SHIFT,
    a_map,
    click,
    double_click,
    drag,
    key,
    move,
    press,
    release,
)

pytestmark = pytest.mark.display

CONTROL = Qt.KeyboardModifier.ControlModifier


class Drawer:
    """A map, a draft and the pencil."""

    def __init__(self, canvas: MapCanvas) -> None:
        self.canvas = canvas
        self.model = DraftModel(builtin_topics(), canvas)
        self.snap: Snap | None = None
        self.tool = DrawTool(canvas, self.model, lambda x, y: self.snap)
        self.sent: list[str] = []
        self.model.send_asked.connect(lambda: self.sent.append("sent"))
        self.model.park_asked.connect(lambda: self.sent.append("parked"))
        self.model.numbers_asked.connect(lambda first: self.sent.append(f"typed {first}"))
        self.model.pick_asked.connect(lambda _, is_added: self.sent.append(f"picked {is_added}"))

    def draw(self, shape: Shape) -> Drawer:
        self.model.begin(shape)
        self.canvas.set_tool(self.tool)
        self.canvas.setFocus()
        return self

    def pixels(self) -> list[tuple[int, int]]:
        """Where the corners are on the screen."""
        at = [self.canvas.view.pixel(*self.canvas.projection.point_to_map(*v)) for v in self.model.sketch.corners]
        return [(round(place.x()), round(place.y())) for place in at]


@pytest.fixture
def drawer(qtbot: QtBot) -> Drawer:
    return Drawer(a_map(qtbot))


def turn(canvas: MapCanvas, notches: int, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
    at = QPointF(300, 200)
    event = QWheelEvent(
        *(at, QPointF(canvas.viewport().mapToGlobal(QPoint(300, 200))), QPoint(), QPoint(0, 120 * notches)),
        *(Qt.MouseButton.NoButton, keys, Qt.ScrollPhase.NoScrollPhase, False),
    )
    QApplication.sendEvent(canvas.viewport(), event)


def test_a_circle_is_dragged_from_its_middle_to_its_edge_and_sent(drawer: Drawer) -> None:
    drawer.draw(Shape.CIRCLE)
    drag(drawer.canvas, (300, 200), (400, 200))
    assert drawer.model.buffer_m == pytest.approx(2000.0, rel=0.01)  # 100 pixels of 20 m
    assert drawer.model.sketch.vertices[0] == pytest.approx(CALGARY, abs=0.001)
    assert drawer.sent == ["sent"]


def test_a_circle_is_clicked_too_middle_and_edge(drawer: Drawer) -> None:
    drawer.draw(Shape.CIRCLE)
    click(drawer.canvas, 300, 200)
    assert drawer.sent == []
    move(drawer.canvas, 350, 200)
    assert drawer.model.buffer_m == pytest.approx(1000.0, rel=0.01)
    click(drawer.canvas, 400, 200)
    assert drawer.model.buffer_m == pytest.approx(2000.0, rel=0.01)
    assert drawer.sent == ["sent"]


def test_shift_at_the_end_lets_a_drawing_be_looked_at_first(drawer: Drawer) -> None:
    drawer.draw(Shape.CIRCLE)
    drag(drawer.canvas, (300, 200), (400, 200), SHIFT)
    assert drawer.model.sketch.is_finished
    assert drawer.sent == []
    key(drawer.canvas, Qt.Key.Key_Return)
    assert drawer.sent == ["sent"]


def test_what_is_not_to_be_sent_at_once_waits_for_a_second_enter(drawer: Drawer) -> None:
    drawer.model.sends_when_drawn = False
    drawer.draw(Shape.LINE)
    for x in (100, 200):
        click(drawer.canvas, x, 100)
    key(drawer.canvas, Qt.Key.Key_Return)
    assert drawer.sent == []
    key(drawer.canvas, Qt.Key.Key_Enter)
    assert drawer.sent == ["sent"]


@pytest.mark.parametrize("shape", [Shape.LINE, Shape.POLYGON])
def test_a_double_click_sets_the_last_corner_and_ends(drawer: Drawer, shape: Shape) -> None:
    drawer.draw(shape)
    click(drawer.canvas, 100, 100)
    click(drawer.canvas, 200, 100)
    double_click(drawer.canvas, 200, 200)
    assert drawer.pixels() == [(100, 100), (200, 100), (200, 200)]
    assert drawer.sent == ["sent"]


def test_a_click_on_the_first_corner_closes_a_polygon(drawer: Drawer) -> None:
    drawer.draw(Shape.POLYGON)
    for x, y in ((100, 100), (200, 100), (200, 200), (101, 101)):
        click(drawer.canvas, x, y)
    assert len(drawer.model.sketch.vertices) == 3
    assert drawer.sent == ["sent"]


def test_the_first_corner_of_an_open_polygon_is_pulled_like_any_other_and_nothing_is_sent(drawer: Drawer) -> None:
    drawer.draw(Shape.POLYGON)
    for x, y in ((100, 100), (200, 100), (200, 200)):
        click(drawer.canvas, x, y)
    move(drawer.canvas, 100, 100)
    assert "close" in drawer.tool.hint()
    drag(drawer.canvas, (100, 100), (60, 140))
    assert drawer.pixels() == [(60, 140), (200, 100), (200, 200)]
    assert drawer.sent == []
    assert drawer.model.sketch.takes_more


def test_where_the_pointer_is_stays_known_when_numbers_have_moved_the_next_corner(drawer: Drawer) -> None:
    drawer.draw(Shape.LINE)
    click(drawer.canvas, 100, 100)
    move(drawer.canvas, 200, 100)
    pointed = drawer.tool.pointed
    drawer.tool.point_at(None)
    assert pointed is not None
    assert drawer.tool.pointed == pointed


def test_too_few_corners_are_not_finished(drawer: Drawer) -> None:
    drawer.draw(Shape.POLYGON)
    click(drawer.canvas, 100, 100)
    click(drawer.canvas, 200, 100)
    key(drawer.canvas, Qt.Key.Key_Return)
    assert not drawer.model.sketch.is_finished
    assert drawer.sent == []


@pytest.mark.parametrize("by", ["drag", "clicks"])
def test_a_rectangle_goes_from_corner_to_corner(drawer: Drawer, by: str) -> None:
    drawer.draw(Shape.RECTANGLE)
    if by == "drag":
        drag(drawer.canvas, (100, 100), (250, 180))
    else:
        click(drawer.canvas, 100, 100)
        click(drawer.canvas, 250, 180)
    assert drawer.pixels() == [(100, 100), (250, 100), (250, 180), (100, 180)]
    assert drawer.sent == ["sent"]


def test_freehand_is_drawn_with_the_button_held(drawer: Drawer) -> None:
    drawer.draw(Shape.FREEHAND)
    press(drawer.canvas, 200, 100)
    for x, y in ((300, 110), (320, 200), (250, 260), (180, 200)):
        move(drawer.canvas, x, y, LEFT)
    release(drawer.canvas, 190, 110)
    assert len(drawer.pixels()) >= 4
    assert drawer.model.sketch.problem() == ""
    assert drawer.sent == ["sent"]


def test_a_point_is_clicked_and_widened_with_the_wheel(drawer: Drawer) -> None:
    drawer.draw(Shape.POINT)
    click(drawer.canvas, 300, 200)
    scale = drawer.canvas.view.units_per_px
    turn(drawer.canvas, 1)
    assert drawer.model.buffer_m == 100.0
    turn(drawer.canvas, 1)
    assert drawer.model.buffer_m == 120.0
    turn(drawer.canvas, -3)
    assert drawer.model.buffer_m < 100.0
    assert drawer.canvas.view.units_per_px == scale
    turn(drawer.canvas, 1, SHIFT)
    assert drawer.canvas.view.units_per_px < scale


def test_the_wheel_zooms_while_corners_are_set_and_widens_with_control(drawer: Drawer) -> None:
    drawer.draw(Shape.POLYGON)
    scale = drawer.canvas.view.units_per_px
    click(drawer.canvas, 100, 100)
    turn(drawer.canvas, 1)
    assert drawer.canvas.view.units_per_px < scale
    assert drawer.model.buffer_m == 0.0
    turn(drawer.canvas, 1, CONTROL)
    assert drawer.model.buffer_m == 100.0


def test_backspace_and_control_z_take_a_corner_back_and_control_y_brings_it_again(drawer: Drawer) -> None:
    drawer.draw(Shape.LINE)
    for x in (100, 200, 300):
        click(drawer.canvas, x, 100)
    key(drawer.canvas, Qt.Key.Key_Backspace)
    assert drawer.pixels() == [(100, 100), (200, 100)]
    key(drawer.canvas, Qt.Key.Key_Z, CONTROL)
    assert drawer.pixels() == [(100, 100)]
    key(drawer.canvas, Qt.Key.Key_Y, CONTROL)
    key(drawer.canvas, Qt.Key.Key_Z, CONTROL | SHIFT)
    assert drawer.pixels() == [(100, 100), (200, 100), (300, 100)]


def test_control_z_is_the_drawings_even_if_the_window_has_an_undo_of_its_own(drawer: Drawer, qtbot: QtBot) -> None:
    undone: list[bool] = []
    undo = QAction("Undo", drawer.canvas)
    undo.setShortcut(QKeySequence.StandardKey.Undo)
    undo.triggered.connect(undone.append)
    drawer.canvas.addAction(undo)
    drawer.draw(Shape.LINE)
    click(drawer.canvas, 100, 100)
    with qtbot.waitActive(drawer.canvas):
        drawer.canvas.activateWindow()
    key(drawer.canvas, Qt.Key.Key_Z, CONTROL)
    assert drawer.pixels() == []
    assert undone == []


def test_escape_parks(drawer: Drawer) -> None:
    drawer.draw(Shape.LINE)
    click(drawer.canvas, 100, 100)
    key(drawer.canvas, Qt.Key.Key_Escape)
    assert drawer.sent == ["parked"]


def test_a_corner_is_pulled_and_the_pull_is_one_step(drawer: Drawer) -> None:
    drawer.draw(Shape.POLYGON)
    for x, y in ((100, 100), (200, 100), (200, 200)):
        click(drawer.canvas, x, y)
    drag(drawer.canvas, (200, 100), (260, 60))
    assert drawer.pixels() == [(100, 100), (260, 60), (200, 200)]
    key(drawer.canvas, Qt.Key.Key_Backspace)
    assert drawer.pixels() == [(100, 100), (200, 100), (200, 200)]


def test_a_corner_is_put_in_on_an_edge_and_taken_out_again(drawer: Drawer) -> None:
    drawer.draw(Shape.LINE)
    click(drawer.canvas, 100, 100)
    click(drawer.canvas, 200, 100)
    drag(drawer.canvas, (150, 100), (150, 160))
    assert drawer.pixels() == [(100, 100), (150, 160), (200, 100)]
    click(drawer.canvas, 150, 160, RIGHT)
    assert drawer.pixels() == [(100, 100), (200, 100)]
    move(drawer.canvas, 200, 100)
    key(drawer.canvas, Qt.Key.Key_Delete)
    assert drawer.pixels() == [(100, 100)]


def test_the_right_button_beside_all_corners_ends_without_sending(drawer: Drawer) -> None:
    drawer.draw(Shape.LINE)
    click(drawer.canvas, 100, 100)
    click(drawer.canvas, 200, 100)
    click(drawer.canvas, 400, 300, RIGHT)
    assert drawer.model.sketch.is_finished
    assert drawer.sent == []


def test_corners_snap(drawer: Drawer) -> None:
    drawer.draw(Shape.LINE)
    x, y = drawer.canvas.view.place(123, 77)
    drawer.snap = Snap(x, y, True, 1.0)
    click(drawer.canvas, 118, 80)
    assert drawer.pixels() == [(123, 77)]


@pytest.mark.parametrize("first", ["5", "@", "-"])
def test_digits_open_the_entry_for_numbers(drawer: Drawer, first: str) -> None:
    drawer.draw(Shape.LINE)
    QTest.keyClicks(drawer.canvas, first)
    assert drawer.sent == [f"typed {first}"]


def test_a_click_picks_and_shift_adds(drawer: Drawer) -> None:
    drawer.draw(Shape.FEATURES)
    click(drawer.canvas, 100, 100)
    click(drawer.canvas, 100, 100, LEFT, SHIFT)
    drag(drawer.canvas, (100, 100), (200, 200))
    assert drawer.sent == ["picked False", "picked True"]


def test_the_map_can_be_moved_in_the_middle_of_a_drawing(drawer: Drawer) -> None:
    drawer.draw(Shape.LINE)
    click(drawer.canvas, 100, 100)
    before = drawer.model.sketch
    drawer.canvas.push(50, 0)
    assert drawer.model.sketch == before
    assert drawer.pixels() == [(150, 100)]


def test_the_hint_says_what_the_next_click_does(drawer: Drawer) -> None:
    drawer.draw(Shape.CIRCLE)
    assert "Drag from the middle" in drawer.tool.hint()
    click(drawer.canvas, 300, 200)
    assert "edge" in drawer.tool.hint()
