"""The panel of alerts: what calls for somebody at the top, with buttons for what can be done about it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QStyleOptionViewItem,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from rfers_desktop.language import tr
from rfers_desktop.ui.command_actions import plain_words
from rfers_desktop.ui.look import GAP
from rfers_desktop.ui.panels.two_lines import TwoLines
from rfers_desktop.workspace import Alert, AlertState

from .alerts_model import COUNT, STATE, TITLE, AlertsModel

_SOON_MS = 150  # a burst is shown once
_SHARE = 5  # at most a fifth of the time goes into showing
_ROW_PX = 48
_PAD_PX = 5  # beside the words of a button: all of them have room, in any language
_WIDTHS = (0, 124, 74)  # 100,000 events have room


class AlertsPanel(QWidget):
    """Shows what `alerts` gives, soon after it is told that something changed."""

    looked_at = Signal(object)  # the Alert
    selection_changed = Signal()  # by the user
    selection_shown = Signal()  # again, after rows changed: groups may have grown

    def __init__(
        self, alerts: Callable[[], Sequence[Alert]], clock: Callable[[], datetime], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._alerts = alerts
        self._clock = clock
        self.model = AlertsModel(self)
        self.tree = QTreeView(self)
        self.tree.setAccessibleName(tr("Alerts"))
        self.tree.setModel(self.model)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.tree.setUniformRowHeights(True)
        self.tree.setMinimumHeight(_ROW_PX)  # one row; other panels may want to be seen too
        self.tree.setItemDelegateForColumn(TITLE, _TallLines(self.tree))
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(TITLE, header.ResizeMode.Stretch)
        for column in (STATE, COUNT):
            self.tree.setColumnWidth(column, max(_WIDTHS[column], header.sectionSizeHint(column)))  # in any language
        self.tree.activated.connect(self._activated)
        self._is_refreshing = False
        self.tree.selectionModel().selectionChanged.connect(lambda *_: self._selected_by_user())
        self._buttons = QHBoxLayout()
        self._buttons.setContentsMargins(GAP // 2, GAP // 2, GAP // 2, GAP // 2)
        self._buttons.setSpacing(0)
        self.nothing = QLabel(tr("No alerts. What your subscriptions match is told here."), self)
        self.nothing.setObjectName("quiet")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.nothing.setWordWrap(True)
        self.nothing.setMargin(2 * GAP)
        self.shows_resolved = QCheckBox(tr("Show resolved"), self)
        self.shows_resolved.toggled.connect(lambda _: self.refresh())
        below = QHBoxLayout()
        below.setContentsMargins(GAP, GAP // 2, GAP, GAP // 2)
        below.addWidget(self.shows_resolved)
        below.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._buttons)
        layout.addWidget(self.nothing)
        layout.addWidget(self.tree, 1)
        layout.addLayout(below)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_SOON_MS)
        self._soon.timeout.connect(self.refresh)
        self.refresh()

    def offer(self, actions: Iterable[object]) -> None:
        """Have these on buttons above the alerts, and in the menu of a row; once."""
        if self._buttons.count():
            return
        for action in actions:
            if not isinstance(action, QAction):
                continue
            button = QToolButton(self)
            button.setDefaultAction(action)
            button.setStyleSheet(f"padding: 5px {_PAD_PX}px;")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setAccessibleName(plain_words(action.text()))
            self._buttons.addWidget(button)
            self.tree.addAction(action)
        self._buttons.addStretch(1)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def changed(self) -> None:
        """Something is different: show it soon."""
        if not self._soon.isActive():
            self._soon.start()

    def refresh(self) -> None:
        """Show everything as it is now; what was selected and opened stays so."""
        began = time.monotonic()
        selected = {self.model.name_of(index) for index in self.tree.selectionModel().selectedRows()}
        opened = {self.model.name_of(index) for index in self._groups() if self.tree.isExpanded(index)}
        wanted = self.shows_resolved.isChecked()
        alerts = [alert for alert in self._alerts() if wanted or alert.state is not AlertState.RESOLVED]
        self.model.show_alerts(alerts, self._clock())
        for index in self._groups():
            if self.model.name_of(index) in opened:
                self.tree.expand(index)
        self._is_refreshing = True
        self._select(selected)
        self._is_refreshing = False
        self.selection_shown.emit()
        self.nothing.setVisible(not alerts)
        self._soon.setInterval(max(_SOON_MS, round((time.monotonic() - began) * 1_000 * _SHARE)))

    def selected(self) -> list[Alert]:
        """The alerts that are selected; of a group all of them."""
        found = {a.key: a for index in self.tree.selectionModel().selectedRows() for a in self.model.alerts_at(index)}
        return list(found.values())

    def _groups(self) -> list[QModelIndex]:
        return [self.model.index(row, 0) for row in range(self.model.rowCount())]

    def _select(self, names: set[tuple[str, ...]]) -> None:
        if not names:
            return
        mode = self.tree.selectionModel().SelectionFlag.Select | self.tree.selectionModel().SelectionFlag.Rows
        for group in self._groups():
            inside = [self.model.index(row, 0, group) for row in range(self.model.rowCount(group))]
            for index in (group, *(inside if self.tree.isExpanded(group) else ())):
                if self.model.name_of(index) in names:
                    self.tree.selectionModel().select(index, mode)

    def _selected_by_user(self) -> None:
        if not self._is_refreshing:
            self.selection_changed.emit()

    def _activated(self, index: QModelIndex) -> None:
        alerts = self.model.alerts_at(index)
        if alerts:
            self.looked_at.emit(alerts[0])


class _TallLines(TwoLines):
    """Two lines in a tree, whose rows are as high as their cells ask for."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        size = super().sizeHint(option, index)
        size.setHeight(_ROW_PX)
        return size
