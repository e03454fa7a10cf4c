"""An officer's hands on Ann's window, with a real mouse and real keys, on a real matcher."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolBar, QToolButton
from pytestqt.qtbot import QtBot

from broker_local.protocol.subscription import Subscription
from rfers_desktop.drafting.sketch import Shape
from rfers_desktop.layers.map_place import MapPlace
from rfers_desktop.ui.main_window import MainWindow
from rfers_desktop.ui.map.view_place import view_at
from rfers_desktop.ui.subscribe.part import SubscribePart
from rfers_desktop.ui.thread_border import WakeUp
from rfers_desktop.workspace import LinkState, Login, SubscriptionState, Workspace
from tests.end_to_end.companion import DEADLINE_S, PASSWORD, Companion
from tests.unit.rfers_desktop.ui.map.map_hands import CALGARY, LEFT, NO_KEYS, click, drag, key

WAIT_MS = round(DEADLINE_S * 1000)


class Hands:
    """Counts what they do."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.canvas = window.map
        self.inputs = 0

    def press_subscribe(self) -> None:
        bar = self.window.findChild(QToolBar, "Tools")
        assert isinstance(bar, QToolBar)
        (button,) = (b for b in bar.findChildren(QToolButton) if b.accessibleName() == "Subscribe")
        QTest.mouseClick(button, LEFT)
        self._settle()
        self.inputs += 1

    def press_tool(self, shape: Shape) -> None:
        QTest.mouseClick(self.window.part(SubscribePart).card.shapes.buttons[shape], LEFT)
        self._settle()
        self.inputs += 1

    def drag(self, start: tuple[int, int], end: tuple[int, int], keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        drag(self.canvas, start, end, keys)
        self.inputs += 1

    def click(self, x: int, y: int) -> None:
        click(self.canvas, x, y)
        self.inputs += 1

    def key(self, which: Qt.Key, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        key(self.canvas, which, keys)
        self.inputs += 1

    def pixel(self, lon: float, lat: float) -> QPoint:
        return self.canvas.pixel_of(*self.canvas.projection.point_to_map(lon, lat)).toPoint()

    def look_at_calgary(self) -> None:
        self.canvas.set_view(view_at(MapPlace(*CALGARY, 40.0), self.canvas.view, self.canvas.projection))

    def _settle(self) -> None:
        QApplication.processEvents()  # the card may have made the map narrower


def open_window(companion: Companion, qtbot: QtBot) -> Hands:
    """Ann's window, online; whoever opens it closes it."""
    wake_up = WakeUp()
    workspace = Workspace(on_wake=wake_up)
    window = MainWindow(workspace, wake_up)
    qtbot.addWidget(window)
    window.show()
    window.log_in(Login("ann", companion.host, companion.port, PASSWORD))
    qtbot.waitUntil(lambda: workspace.link.state is LinkState.ONLINE, timeout=WAIT_MS)
    made = Hands(window)
    made.look_at_calgary()
    return made


def live_one(hands: Hands, qtbot: QtBot) -> Subscription:
    """The one subscription, when the matcher has it."""
    workspace = hands.window._workspace
    qtbot.waitUntil(lambda: [r.state for r in workspace.subscriptions()] == [SubscriptionState.LIVE], timeout=WAIT_MS)
    return workspace.subscriptions()[0].subscription
