"""Subscribing by drawing, with a real mouse and real keys, on a real matcher: counted inputs, and a kill in between."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from broker_local.broker.choose import EMBEDDED
from rfers_desktop.drafting.draft_memory import DraftMemory
from rfers_desktop.drafting.sketch import Shape
from rfers_desktop.geo.measuring import moved
from rfers_desktop.ui.main_window import MainWindow
from rfers_desktop.ui.subscribe.part import SubscribePart
from rfers_desktop.ui.thread_border import WakeUp
from rfers_desktop.workspace import LinkState, Login, Workspace
from tests.builders import an_event
from tests.end_to_end.companion import PASSWORD, Companion, Desk, Publisher, wait_until
from tests.end_to_end.desk_hands import WAIT_MS, Hands, live_one, open_window
from tests.unit.rfers_desktop.ui.map.map_hands import CALGARY, LEFT

pytestmark = [
    pytest.mark.broker,
    pytest.mark.display,
    pytest.mark.parametrize("companion", [EMBEDDED], indirect=True),  # drawing does not care which broker it is
]


@pytest.fixture
def hands(companion: Companion, qtbot: QtBot) -> Iterator[Hands]:
    made = open_window(companion, qtbot)
    yield made
    made.window.close()


def test_a_circle_on_the_topic_used_last_takes_two_inputs_and_is_matched_with(
    hands: Hands, qtbot: QtBot, publisher: Publisher, desk: Callable[[str], Desk]
) -> None:
    bob = desk("bob")
    hands.press_subscribe()
    middle = hands.pixel(*CALGARY)
    hands.drag((middle.x(), middle.y()), (middle.x() + 50, middle.y()))

    made = live_one(hands, qtbot)
    assert hands.inputs == 2
    assert made.topic == "EALocation"
    assert ", circle" in made.name
    assert made.spatial is not None
    assert made.spatial.buffer_m == pytest.approx(2000.0, rel=0.03)  # 50 pixels of 40 m
    centre = (made.spatial.zone.x, made.spatial.zone.y)
    radius = made.spatial.buffer_m
    publisher.publish(
        an_event(id="out", assetid="1", geometry=moved(*centre, 45.0, radius * 1.002)),
        an_event(id="in", assetid="2", geometry=moved(*centre, 45.0, radius * 0.998)),
    )
    bob.wait_for(lambda: bob.counter("accepted") == 2)
    qtbot.waitUntil(lambda: hands.window.notifications.model.rowCount() > 0, timeout=WAIT_MS)
    assert [row.notification.event.id for row in hands.window.notifications.rows()] == ["in"]


def test_a_polygon_of_n_corners_takes_n_and_two_inputs(hands: Hands, qtbot: QtBot) -> None:
    corners = ((200, 80), (330, 80), (330, 190), (200, 180))
    hands.press_tool(Shape.POLYGON)
    hands.look_at_calgary()
    for x, y in corners:
        hands.click(x, y)
    hands.key(Qt.Key.Key_Return)

    made = live_one(hands, qtbot)
    assert hands.inputs == len(corners) + 2
    assert made.spatial is not None
    assert made.spatial.zone.geom_type == "Polygon"
    drawn = [hands.pixel(lon, lat) for lon, lat in made.spatial.zone.exterior.coords[:-1]]
    assert {(at.x(), at.y()) for at in drawn} == set(corners)


_DRAWING_PROCESS = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from rfers_desktop.drafting.sketch import Shape
from rfers_desktop.ui.look import apply_theme
from rfers_desktop.ui.main_window import MainWindow
from rfers_desktop.ui.subscribe.part import SubscribePart
from rfers_desktop.ui.thread_border import WakeUp
from rfers_desktop.workspace import Login, Workspace
from tests.unit.rfers_desktop.ui.map.map_hands import click

app = QApplication([])
apply_theme(app)
wake_up = WakeUp()
window = MainWindow(Workspace(on_wake=wake_up), wake_up, Path(sys.argv[1]))
window.show()
window.log_in(Login("ann", "127.0.0.1", int(sys.argv[2]), sys.argv[3]))

def draw():
    window.part(SubscribePart).begin(Shape.POLYGON)
    for x, y in ((200, 80), (300, 90), (280, 180)):
        click(window.map, x, y)
    print("drawn", flush=True)

QTimer.singleShot(0, draw)
app.exec()
"""


def test_a_drawing_is_there_again_after_the_desk_was_killed_in_the_middle_of_it(
    companion: Companion, qtbot: QtBot, tmp_path: Path
) -> None:
    settings = tmp_path / "settings"
    command = [sys.executable, "-c", _DRAWING_PROCESS, str(settings), str(companion.port), PASSWORD]
    surroundings = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    killed = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=surroundings, text=True)
    assert killed.stdout is not None
    assert killed.stdout.readline() == "drawn\n"
    os.kill(killed.pid, signal.SIGKILL)
    killed.communicate()
    wait_until(lambda: killed.poll() is not None)

    wake_up = WakeUp()
    workspace = Workspace(on_wake=wake_up)
    window = MainWindow(workspace, wake_up, settings)
    qtbot.addWidget(window)
    window.show()
    window.log_in(Login("ann", companion.host, companion.port, PASSWORD))
    qtbot.waitUntil(lambda: workspace.link.state is LinkState.ONLINE, timeout=WAIT_MS)
    hands, part = Hands(window), window.part(SubscribePart)
    (parked,) = part.keeper.parked
    assert len(parked.sketch.vertices) == 3
    QTest.mouseClick(part.card.resume, LEFT)
    assert part.model.sketch == parked.sketch
    hands.key(Qt.Key.Key_Return)
    made = live_one(hands, qtbot)
    window.close()
    assert made.spatial is not None
    assert set(made.spatial.zone.exterior.coords) == set(parked.sketch.vertices)
    assert DraftMemory(settings / "drafts.json").parked == ()  # it was sent, and is not offered again
