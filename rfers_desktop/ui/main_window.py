"""The window of a desk: the map in the middle, subscriptions and notifications beside it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence
from PySide6.QtWidgets import QDockWidget, QLabel, QMainWindow, QToolBar, QVBoxLayout, QWidget

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.attribute_text import moment_text
from rfers_desktop.geo.coordinates import position_text
from rfers_desktop.geo.scale import scale_denominator, scale_text
from rfers_desktop.subscription_draft import SubscriptionDraft
from rfers_desktop.workspace import Change, LinkState, Login, StoredNotification, Workspace

from .dialogs.login import LoginDialog
from .dialogs.subscribe import SubscribeDialog
from .dialogs.unsubscribe import UnsubscribeDialog
from .link_sign import LinkSign
from .map.canvas import MapCanvas
from .notice import Notice
from .panels.notifications import NotificationsPanel
from .panels.subscriptions import SubscriptionsPanel
from .thread_border import WakeUp

_FIRST_SIZE = QSize(1280, 800)
_TICK_MS = 500  # how often deadlines are looked at when nothing comes
_PAN_STEP = 0.2
_DOCK_SIZES = (430, 250)


class MainWindow(QMainWindow):
    """Calls the workspace, and draws the changes it is given."""

    def __init__(self, workspace: Workspace, wake_up: WakeUp) -> None:
        super().__init__()
        self._workspace = workspace
        self._latest_received = ""
        self._login: LoginDialog | None = None
        self.setWindowTitle("RFERS")
        self.resize(_FIRST_SIZE)
        self.map = MapCanvas(self)
        self.notice = Notice(self)
        self.subscriptions = SubscriptionsPanel(workspace.topics, self)
        self.notifications = NotificationsPanel(workspace.topics, self)
        self._lay_out()
        self._add_actions()
        self._add_status_bar()
        self.subscriptions.look_at.connect(self._look_at_zone)
        self.subscriptions.selection_changed.connect(self._enable_actions)
        self.notifications.look_at.connect(self._look_at_event)
        self.show_change(Change(link=workspace.link))
        wake_up.then(self.drain)
        self._tick = QTimer(self)
        self._tick.timeout.connect(self.drain)
        self._tick.start(_TICK_MS)

    def drain(self) -> None:
        """Take in and show what the session has heard."""
        self.show_change(self._workspace.drain())

    def show_change(self, change: Change) -> None:
        """Bring the window up to date."""
        if change.is_new_desk:
            self.map.clear()
            self.subscriptions.model.clear(self._workspace.topics)
            self.notifications.model.clear(self._workspace.topics)
            self._latest_received = ""
            self.notice.show_problem("")
        if change.topics is not None:
            self.subscriptions.model.use_topics(change.topics)
            self.notifications.model.use_topics(change.topics)
        self.map.apply(change.drawn)
        self.subscriptions.apply(change.subscriptions)
        self.notifications.apply(change.notifications)
        if change.notifications.added:
            self._latest_received = moment_text(change.notifications.added[-1].received_at)
        if change.problems:
            self.notice.show_problem(change.problems[-1])
        if change.link is not None:
            self._show_link()
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
        self._workspace.close()
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
        if self._login is not None:
            self._login.show_link(link)
        elif link.state is LinkState.REFUSED and login is not None:
            self.ask_login(f"{login.host}:{login.port}", login.user)

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
        self.resizeDocks([right], [_DOCK_SIZES[0]], Qt.Orientation.Horizontal)
        self.resizeDocks([below], [_DOCK_SIZES[1]], Qt.Orientation.Vertical)

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
        self._action(bar, "Zoom in", "Ctrl++", lambda: self.map.zoom(True))
        self._action(bar, "Zoom out", "Ctrl+-", lambda: self.map.zoom(False))
        self._action(bar, "Show all", "Ctrl+0", self.map.zoom_to_all)
        bar.addSeparator()
        self.login_action = self._action(bar, "Log in…", "Ctrl+L", self.ask_login)
        for key, across, up in (("Left", -1, 0), ("Right", 1, 0), ("Up", 0, 1), ("Down", 0, -1)):
            pan = QAction(f"Pan {key.lower()}", self.map)
            pan.setShortcut(QKeySequence(key))
            pan.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            pan.triggered.connect(lambda _=False, a=across, u=up: self.map.pan(a * _PAN_STEP, u * _PAN_STEP))
            self.map.addAction(pan)

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
        self._position = _status_label("Position under the cursor")
        self._position.setMinimumWidth(230)
        bar = self.statusBar()
        bar.setSizeGripEnabled(False)
        bar.addWidget(self._link)
        for label in (self._count, self._scale, self._position):
            bar.addPermanentWidget(label)
        self.map.pointed.connect(lambda lon, lat: self._position.setText(position_text(lon, lat)))
        self.map.view_changed.connect(lambda m: self._scale.setText(scale_text(scale_denominator(m))))

    def _enable_actions(self) -> None:
        self.subscribe_action.setEnabled(self._workspace.login is not None)
        self.unsubscribe_action.setEnabled(self.subscriptions.selected() is not None)


def _status_label(name: str) -> QLabel:
    label = QLabel()
    label.setAccessibleName(name)
    label.setObjectName("quiet")
    label.setStyleSheet("padding: 0 8px;")
    return label
