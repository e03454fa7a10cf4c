"""The window of a desk: the map in the middle, subscriptions and notifications beside it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence
from PySide6.QtWidgets import QDockWidget, QFrame, QLabel, QMainWindow, QScrollArea, QToolBar, QVBoxLayout, QWidget

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.attribute_text import moment_text
from rfers_desktop.geo.scale import scale_denominator, scale_text
from rfers_desktop.subscription_draft import SubscriptionDraft
from rfers_desktop.workspace import Change, LinkState, Login, StoredNotification, Workspace

from .command_actions import CommandActions
from .dialogs.login import LoginDialog
from .dialogs.subscribe import SubscribeDialog
from .dialogs.unsubscribe import UnsubscribeDialog
from .link_sign import LinkSign
from .map_pane import MapPane
from .notice import Notice
from .panels.notifications import NotificationsPanel
from .panels.subscriptions import SubscriptionsPanel
from .part import Desk, Panel
from .parts import PARTS
from .thread_border import WakeUp

_FIRST_SIZE = QSize(1280, 800)
_TICK_MS = 500  # how often deadlines are looked at when nothing comes
_DOCK_SIZES = (430, 250)


class MainWindow(QMainWindow):
    """Calls the workspace, and draws the changes it is given."""

    def __init__(
        self,
        workspace: Workspace,
        wake_up: WakeUp,
        settings: Path | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`settings` is the folder of what is remembered; without it nothing outlives the window."""
        super().__init__()
        self._workspace = workspace
        self._clock = clock
        self._frozen_since_s: float | None = None
        self._was_online = False
        self._passing = None if settings is not None else TemporaryDirectory(prefix="rfers-")
        self._latest_received = ""
        self._login: LoginDialog | None = None
        self.setWindowTitle("RFERS")
        self.resize(_FIRST_SIZE)
        self.notice = Notice(self)
        folder = settings if settings is not None else Path(self._passing.name if self._passing is not None else ".")
        self.pane = MapPane(self, workspace, folder)
        self.map = self.pane.canvas
        self.subscriptions = SubscriptionsPanel(workspace.topics, self)
        self.notifications = NotificationsPanel(workspace.topics, self)
        self.commands = CommandActions(self)
        desk = Desk(self, workspace, self.pane, self.notice, folder, clock, self.show_change)
        self.parts = tuple(make(desk) for make in PARTS)
        self._lay_out()
        self._add_actions()
        self._add_map_actions()
        self._add_status_bar()
        self.pane.problem.connect(self.notice.show_problem)
        self.subscriptions.look_at.connect(self._look_at_zone)
        self.subscriptions.selection_changed.connect(self._enable_actions)
        self.notifications.look_at.connect(self._look_at_event)
        self.show_change(Change(link=workspace.link))
        wake_up.then(self.drain)
        self._tick = QTimer(self)
        self._tick.timeout.connect(self._on_tick)
        self._tick.start(_TICK_MS)

    def drain(self) -> None:
        """Take in and show what the session has heard."""
        self.show_change(self._workspace.drain())

    def _on_tick(self) -> None:
        self.drain()
        self.map.set_clock(self._clock())

    def show_change(self, change: Change) -> None:
        """Bring the window up to date."""
        if change.is_new_desk:
            self.pane.clear()
            self.subscriptions.model.clear(self._workspace.topics)
            self.notifications.model.clear(self._workspace.topics)
            self._latest_received = ""
            self.notice.show_problem("")
        if change.topics is not None:
            self.subscriptions.model.use_topics(change.topics)
            self.notifications.model.use_topics(change.topics)
        self.pane.apply(change.drawn)
        self.subscriptions.apply(change.subscriptions)
        self.notifications.apply(change.notifications)
        if change.notifications.added:
            self._latest_received = moment_text(change.notifications.added[-1].received_at)
        for image in change.images:
            self.pane.show_image(image)
        if change.problems:
            self.notice.show_problem(change.problems[-1])
        if change.link is not None:
            self._show_link()
        for part in self.parts:
            part.show(change)
        count = self.notifications.model.rowCount()
        self._count.setText(f"{count:,} notification{'' if count == 1 else 's'}")
        self._enable_actions()

    def log_in(self, login: Login) -> None:
        """Begin a session for a user."""
        self.show_change(self._workspace.log_in(login))

    def ask_login(self, server: str = "127.0.0.1:1883", user: str = "") -> None:
        """Open the login dialog; the window goes on living behind it."""
        self._login = LoginDialog(server, user, self)
        self._login.asked.connect(self.log_in)
        self._login.finished.connect(self._login_closed)
        self._login.open()
        if self._workspace.link.state is LinkState.REFUSED:
            self._login.show_failure(self._workspace.link)

    def ask_subscription(self) -> SubscribeDialog:
        """Open the subscribe dialog."""
        dialog = SubscribeDialog(self._workspace.topics, self.map.shown_area, self._workspace.problem_with, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.asked.connect(self._subscribe)
        dialog.open()
        return dialog

    def closeEvent(self, event: QCloseEvent) -> None:
        self._tick.stop()
        self.hide()
        for part in self.parts:
            part.close()
        self._workspace.close()
        self.pane.close()
        if self._passing is not None:
            self._passing.cleanup()
        super().closeEvent(event)

    def _subscribe(self, draft: SubscriptionDraft) -> None:
        try:
            self.show_change(self._workspace.subscribe(draft))
        except ProtocolError as error:  # the topics changed while the dialog was open
            self.notice.show_problem(str(error))

    def _ask_unsubscribe(self) -> None:
        """Ask first: who ends a subscription by mistake is not told of fires, and nothing tells them so."""
        record = self.subscriptions.selected()
        if record is None:
            return
        subscription_id = record.subscription.id
        dialog = UnsubscribeDialog(record.subscription.name, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self.show_change(self._workspace.unsubscribe(subscription_id)))
        dialog.open()

    def _look_at_zone(self, subscription_id: str) -> None:
        mark = self._workspace.zone_of(subscription_id)
        if mark is not None:
            self.map.zoom_to(mark)

    def _look_at_event(self, stored: StoredNotification) -> None:
        mark = self._workspace.mark_of(stored)
        if mark is not None:
            self.map.zoom_to(mark)

    def _login_closed(self) -> None:
        self._login = None

    def _show_link(self) -> None:
        link, login = self._workspace.link, self._workspace.login
        self._link.show_link(link)
        self.setWindowTitle("RFERS" if login is None else f"RFERS · {login.user} at {login.host}:{login.port}")
        is_quiet = link.state in (LinkState.ONLINE, LinkState.CONNECTING, LinkState.STOPPED)
        frozen = f" The map is as of {self._latest_received} UTC." if self._latest_received else ""
        self.notice.show_state("" if is_quiet else f"{link.detail[:1].upper()}{link.detail[1:]}.{frozen}")
        self._freeze(link.state)
        if self._login is not None:
            self._login.show_link(link)
        elif link.state is LinkState.REFUSED and login is not None:
            self.ask_login(f"{login.host}:{login.port}", login.user)

    def _freeze(self, state: LinkState) -> None:
        """Say on the map itself that nothing new can come, from the moment the link was lost."""
        if state in (LinkState.ONLINE, LinkState.STOPPED):
            self._was_online, self._frozen_since_s = state is LinkState.ONLINE, None
        elif self._was_online and self._frozen_since_s is None:
            self._frozen_since_s = self._clock()
        self.map.freeze(self._frozen_since_s)
        self.map.set_clock(self._clock())

    def _lay_out(self) -> None:
        middle = QWidget(self)
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notice)
        column.addWidget(self.map, 1)
        self.setCentralWidget(middle)
        right = self._dock("Subscriptions", self.subscriptions, Qt.DockWidgetArea.RightDockWidgetArea)
        below = self._dock("Notifications", self.notifications, Qt.DockWidgetArea.BottomDockWidgetArea)
        beside = [
            self._dock(title, panel, Qt.DockWidgetArea.RightDockWidgetArea)
            for title, panel in (
                ("Layers", self.pane.layers_panel),
                ("Thermal images", _scrolled(self.pane.thermal_panel)),
                ("Identified", self.pane.identified),
            )
        ]
        panels = (panel for part in self.parts for panel in part.panels())
        beside += [dock for panel in panels if (dock := self._add_panel(panel)) is not None]
        for dock in beside:
            self.tabifyDockWidget(right, dock)
        right.raise_()
        self.pane.found.connect(beside[2].raise_)
        self.resizeDocks([right], [_DOCK_SIZES[0]], Qt.Orientation.Horizontal)
        self.resizeDocks([below], [_DOCK_SIZES[1]], Qt.Orientation.Vertical)

    def _add_panel(self, panel: Panel) -> QDockWidget | None:
        """Dock a part's panel; what goes to the right is stacked there with the others."""
        dock = self._dock(panel.title, panel.widget, panel.area)
        dock.setObjectName(panel.id)
        return dock if panel.area == Qt.DockWidgetArea.RightDockWidgetArea else None

    def _dock(self, title: str, panel: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(title)
        dock.setAccessibleName(f"{title} panel")
        dock.setWidget(panel)
        # Not to be closed: a panel that is gone is a panel that somebody in a hurry looks for.
        dock.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetMovable | QDockWidget.DockWidgetFeature.DockWidgetFloatable
        )
        self.addDockWidget(area, dock)
        return dock

    def _add_actions(self) -> None:
        bar = QToolBar("Tools", self)
        bar.setObjectName("Tools")
        bar.setMovable(False)
        bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.addToolBar(bar)
        self.subscribe_action = self._action(bar, "Subscribe…", "Ctrl+N", self.ask_subscription)
        bar.widgetForAction(self.subscribe_action).setObjectName("primary")
        self.unsubscribe_action = self._action(bar, "Unsubscribe…", "Ctrl+Delete", self._ask_unsubscribe)
        bar.addSeparator()
        self.login_action = self._action(bar, "Log in…", "Ctrl+L", self.ask_login)

    def _add_map_actions(self) -> None:
        self.addToolBarBreak()
        self.addToolBar(self.pane.bar)
        self.pane.output.add_to(self.commands.menu("&Map"))
        self.commands.menu("&View").addMenu(self.pane.theme_menu)
        for part in self.parts:
            self.commands.add(part.commands())

    def _action(self, bar: QToolBar, words: str, keys: str, do: Callable[[], object]) -> QAction:
        action = QAction(words, self)
        action.setShortcut(QKeySequence(keys))
        action.setToolTip(f"{words.rstrip('…')} ({keys})")
        action.triggered.connect(lambda _=False: do())
        bar.addAction(action)
        button = bar.widgetForAction(action)
        button.setAccessibleName(words.rstrip("…"))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return action

    def _add_status_bar(self) -> None:
        self._link = LinkSign(self)
        self._count = _status_label("Number of notifications")
        self._scale = _status_label("Map scale")
        self._hint = _status_label("What the next click will do")
        bar = self.statusBar()
        bar.setSizeGripEnabled(False)
        bar.addWidget(self._link)
        bar.addWidget(self._hint, 1)
        for widget in (self._count, self._scale, self.pane.readout):
            bar.addPermanentWidget(widget)
        self.pane.bar.hint_changed.connect(self._hint.setText)
        self._hint.setText(self.pane.bar.hint())
        self.map.view_changed.connect(lambda _: self._show_scale())
        self._show_scale()

    def _show_scale(self) -> None:
        view, projection = self.map.view, self.map.projection
        ground_m = view.units_per_px * projection.ground_metres_per_unit(view.x, view.y)
        self._scale.setText(scale_text(scale_denominator(ground_m)))

    def _enable_actions(self) -> None:
        self.subscribe_action.setEnabled(self._workspace.login is not None)
        self.unsubscribe_action.setEnabled(self.subscriptions.selected() is not None)
        self.commands.refresh()


def _status_label(name: str) -> QLabel:
    label = QLabel()
    label.setAccessibleName(name)
    label.setObjectName("quiet")
    label.setStyleSheet("padding: 0 8px;")
    return label


def _scrolled(panel: QWidget) -> QScrollArea:
    """A panel that may be higher than a small window is."""
    area = QScrollArea()
    area.setWidget(panel)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    return area
