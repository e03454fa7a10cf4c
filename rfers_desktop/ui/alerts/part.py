"""Alerts in the window: they call by toast, sound, ring and attention, and are answered by one key."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication

from broker_local.protocol.subscription import Priority, Sound
from rfers_desktop.change import Change
from rfers_desktop.language import count_text, tr
from rfers_desktop.ui.kept_json import keep_json, kept_object
from rfers_desktop.ui.part import Command, Desk, Panel
from rfers_desktop.workspace import Alert, AlertState, AuditEntry, ObjectKey, StoredNotification

from .alerts_panel import AlertsPanel
from .counter import AlertCounter
from .log_dialog import AlertLogDialog, deed_words
from .manners import MANNERS, sound_of
from .rings import AlertRings
from .sound_dialog import SoundDialog
from .sounds import SoundPlayer
from .toasts import Toasts

PANEL = "alerts"
_FILE = "alerts.json"
_SOON_MS = 100  # a burst is counted once
_SHARE = 5  # at most a fifth of the time goes into counting
_BETWEEN_SOUNDS_MS = 1_500  # a burst sounds once
_REPEAT_MS = 10_000  # of what is critical, until somebody acknowledges
_TICK_MS = 1_000
_MOST_LOGGED = 200_000  # entries of the audit log that are listed: one flood must not hide what was before it
_SHELVES = ((15, "K"), (60, ""), (480, ""))  # minutes, and the key
_BUTTONS = ("alerts.acknowledge", "alerts.resolve", "alerts.jump", "alerts.silence", "alerts.shelve_15")  # of the panel


class AlertsPart:
    """What is done works on what was selected last, in panel, table or map; else on what matters most."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._workspace = desk.workspace
        self._workspace.keep_alerts_in(desk.settings / "alerts")
        kept = kept_object(desk.settings / _FILE)
        self.is_muted, self.is_steady = kept.get("muted") is True, kept.get("steady") is True
        self.panel = AlertsPanel(self._workspace.alerts, _now, desk.window)
        self.counter = AlertCounter(desk.window)
        self.rings = AlertRings(desk.pane.canvas)
        self.toasts = Toasts(desk.window.centralWidget() or desk.pane.canvas)  # whatever page is seen
        self.sounds = SoundPlayer(desk.window)
        self._sound_dialog: SoundDialog | None = None
        self._calling: list[Alert] = []  # the most important first
        self._chosen: dict[ObjectKey, None] = {}  # what was selected last, in panel, table or map, or jumped to
        self._quiet = _single_shot(desk, _BETWEEN_SOUNDS_MS)
        self._sounded = Priority.LOW  # how important what was heard last is
        self._soon = _single_shot(desk, _SOON_MS)
        self._soon.timeout.connect(self.refresh)
        self._repeat = QTimer(desk.window)
        self._repeat.setInterval(_REPEAT_MS)
        self._repeat.timeout.connect(self._sound_again)
        self._tick = QTimer(desk.window)
        self._tick.timeout.connect(self._look_at_shelves)
        self._tick.start(_TICK_MS)
        self.counter.clicked.connect(lambda: desk.reveal(PANEL))
        self.panel.looked_at.connect(self.look_at)
        self.panel.selection_changed.connect(self._panel_selected)
        self.panel.selection_shown.connect(self._panel_shows)
        desk.selection.told.append(self._thing_selected)
        self.toasts.acknowledged.connect(lambda keys: desk.apply(self._workspace.acknowledge(keys)))
        self.toasts.looked_at.connect(self.look_at)
        self.sounds.failed.connect(self._not_heard)
        self.rings.keep_steady(self.is_steady)
        self.counter.show_muted(self.is_muted)
        desk.window.statusBar().addPermanentWidget(self.counter)

    def commands(self) -> Sequence[Command]:
        """In the order of the menu."""
        menu, some = tr("&Alerts"), self._is_any
        shelve = [
            Command(f"alerts.shelve_{m}", _shelf_words(m), menu, partial(self.shelve, m), key, some)
            for m, key in _SHELVES
        ]
        return (
            Command("alerts.acknowledge", tr("&Acknowledge, then resolve"), menu, self.advance, "A", some),
            Command("alerts.resolve", tr("&Resolve"), menu, self.resolve, "Shift+A", some),
            Command("alerts.jump", tr("&Jump to it"), menu, self.jump, "J", some),
            Command("alerts.silence", tr("&Silence"), menu, self.silence, "N", some, self._is_silenced),
            *shelve,
            Command("alerts.unshelve", tr("&Take from the shelf"), menu, self.unshelve, "", some),
            Command("alerts.show", tr("Sho&w the alerts"), menu, lambda: self._desk.reveal(PANEL), "Ctrl+Shift+I"),
            Command("alerts.mute", tr("&Mute sounds"), menu, self.mute, "Ctrl+Shift+M", is_on=lambda: self.is_muted),
            Command("alerts.sounds", tr("S&ounds…"), menu, self.ask_sounds),
            Command("alerts.log", tr("Audit &log…"), menu, self.show_log),
        )

    def panels(self) -> Sequence[Panel]:
        """The list of alerts."""
        return (Panel(PANEL, tr("Alerts"), self.panel, help="alerts"),)

    def show(self, change: Change) -> None:
        """Call for attention to what was raised, and for no more of what is dealt with."""
        self._offer_buttons()
        if change.is_new_desk:
            self.toasts.clear()
            self._chosen = {}
        if not (change.is_new_desk or change.alerts.changed or change.alerts.forgotten):
            return
        if change.is_new_desk or change.alerts.log:
            self.refresh()  # what the user does is seen at once
        elif not self._soon.isActive():
            self._soon.start()
        self.panel.changed()
        self._say_what_was_done(change.alerts.log)
        self._call(self._calling if change.is_new_desk else change.alerts.ringing)

    def refresh(self) -> None:
        """Count what calls now, and show where it is."""
        began = time.monotonic()
        calling = self._calling = self._workspace.calling()
        keys = {alert.key for alert in calling}
        self.counter.show_calling(calling)
        self.rings.show_alerts(calling)
        self.toasts.keep_only(lambda alert: alert.key in keys)
        self._start_or_stop_repeating(calling)
        self._soon.setInterval(max(_SOON_MS, round((time.monotonic() - began) * 1_000 * _SHARE)))
        self._desk.refresh()

    def close(self) -> None:
        """Be silent, and let go of timers."""
        for timer in (self._tick, self._repeat, self._quiet, self._soon):
            timer.stop()
        self.sounds.stop()

    def advance(self) -> None:
        """One step on: what is new is acknowledged, what is acknowledged is resolved."""
        alerts = self._meant()
        if any(alert.state is AlertState.NEW for alert in alerts):
            self._desk.apply(self._workspace.acknowledge([alert.key for alert in alerts]))
        else:
            self.resolve()

    def resolve(self) -> None:
        """It is over."""
        self._desk.apply(self._workspace.resolve([alert.key for alert in self._meant()]))

    def silence(self) -> None:
        """No more sound, toast or flash of it; or again."""
        is_silenced = self._is_silenced()
        self._desk.apply(self._workspace.silence([alert.key for alert in self._meant()], not is_silenced))

    def shelve(self, minutes: int) -> None:
        """Put it aside for so long."""
        until = _now() + timedelta(minutes=minutes)
        self._desk.apply(self._workspace.shelve([alert.key for alert in self._meant()], until))

    def unshelve(self) -> None:
        """Take it from the shelf before its time."""
        self._desk.apply(self._workspace.unshelve([alert.key for alert in self._meant()]))

    def jump(self) -> None:
        """Show it on the map."""
        for alert in self._meant()[:1]:
            self.look_at(alert)

    def look_at(self, alert: Alert) -> None:
        """Show an alert's place on the map, and set its thing apart."""
        if alert.place is None:
            self._desk.notice.show_problem(tr("“{title}” has no place on the map", title=alert.title))
            return
        if alert.key not in self._chosen:  # the keys mean it now, whatever else rings meanwhile
            self.panel.tree.clearSelection()
            self._chosen = {alert.key: None}
        canvas = self._desk.pane.canvas
        x, y = canvas.projection.point_to_map(*alert.place)
        self._desk.reveal("map")
        canvas.set_view(replace(canvas.view, x=x, y=y))
        canvas.select([("event", *alert.key)])

    def mute(self) -> None:
        """Let no alert be heard, or again."""
        self._set_muted(not self.is_muted)

    def ask_sounds(self) -> SoundDialog:
        """Open the dialog of sounds."""
        dialog = self._sound_dialog = SoundDialog(self.is_muted, self.is_steady, self.sounds.how(), self._desk.window)
        dialog.tested.connect(self.sounds.play)
        dialog.muted.connect(self._set_muted)
        dialog.steadied.connect(self._set_steady)
        dialog.finished.connect(self._sounds_closed)
        dialog.open()
        return dialog

    def show_log(self) -> AlertLogDialog:
        """Open the audit log."""
        dialog = AlertLogDialog(self._workspace.alert_log(_MOST_LOGGED), self._desk.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        return dialog

    def _call(self, ringing: Sequence[Alert]) -> None:
        self.toasts.raise_alerts(ringing)
        calling = sorted((a for a in ringing if not a.is_silenced), key=lambda alert: -alert.priority.rank)
        if not calling:
            return
        attention_ms = MANNERS[calling[0].priority].attention_ms
        if attention_ms != 0:
            QApplication.alert(self._desk.window, attention_ms or 0)
        self._sound(calling)

    def _sound(self, alerts: Iterable[Alert]) -> None:
        """Sound the first that has a sound; what was heard just now is cut short by what matters more alone."""
        first = next((alert for alert in alerts if sound_of(alert) is not Sound.SILENT), None)
        if first is None or self.is_muted:
            return
        if self._quiet.isActive() and first.priority.rank <= self._sounded.rank:
            return
        self._sounded = first.priority
        self._quiet.start()
        self.sounds.play(sound_of(first))

    def _sound_again(self) -> None:
        self._sound(alert for alert in self._calling if MANNERS[alert.priority].repeats)

    def _offer_buttons(self) -> None:
        """The most usual commands stand above the list too, once there are commands."""
        short = (tr("Acknowledge"), tr("Resolve"), tr("Jump to it"), tr("Silence"), tr("Shelve"))
        actions = [self._desk.window.findChild(QAction, name) for name in _BUTTONS]
        for action, words in zip(actions, short):
            if isinstance(action, QAction):
                action.setIconText(words)
        self.panel.offer(actions)

    def _say_what_was_done(self, log: Sequence[AuditEntry]) -> None:
        """Which alert a key meant must be seen: it may be another than the user thinks."""
        if log:
            several = "" if len(log) == 1 else tr("{count} alerts", count=count_text(len(log)))
            self.counter.say(tr("{alert}: {deed}", alert=several or log[-1].title, deed=deed_words(log[-1].action)))

    def _start_or_stop_repeating(self, calling: Sequence[Alert]) -> None:
        wanted = any(MANNERS[alert.priority].repeats for alert in calling)
        if wanted and not self._repeat.isActive():
            self._repeat.start()
        elif not wanted:
            self._repeat.stop()

    def _look_at_shelves(self) -> None:
        change = self._workspace.look_at_shelves()
        if change.alerts.changed:
            self._desk.apply(change)

    def _meant(self) -> list[Alert]:
        """What is selected, if there is anything left to do about it; else what matters most of what calls."""
        found = (self._workspace.alert_about(key) for key in self._chosen)
        chosen = [alert for alert in found if alert is not None and alert.state is not AlertState.RESOLVED]
        return chosen or self._calling[:1]

    def _thing_selected(self, stored: StoredNotification | None) -> None:
        """The table or the map have the user's eye now."""
        if stored is None:
            self._panel_selected()
            return
        self.panel.tree.clearSelection()
        self._chosen = {stored.key: None}
        self._desk.refresh()

    def _panel_selected(self) -> None:
        """The panel has it."""
        self._chosen = {alert.key: None for alert in self.panel.selected()}
        self._desk.refresh()

    def _panel_shows(self) -> None:
        """A group that is selected has more in it now; what has left the rows that are selected is still meant."""
        self._chosen |= {alert.key: None for alert in self.panel.selected()}

    def _is_any(self) -> bool:
        return bool(self._meant())

    def _is_silenced(self) -> bool:
        alerts = self._meant()
        return bool(alerts) and all(alert.is_silenced for alert in alerts)

    def _set_muted(self, is_muted: bool) -> None:
        self.is_muted = is_muted
        self.counter.show_muted(is_muted)
        if is_muted:
            self.sounds.stop()
        self._remember()

    def _set_steady(self, is_steady: bool) -> None:
        self.is_steady = is_steady
        self.rings.keep_steady(is_steady)
        self._remember()

    def _remember(self) -> None:
        try:
            keep_json(self._desk.settings / _FILE, {"muted": self.is_muted, "steady": self.is_steady})
        except OSError as error:
            self._desk.notice.show_problem(tr("The settings of alerts could not be kept: {reason}", reason=error))
        self._desk.refresh()

    def _not_heard(self, words: str) -> None:
        if self._sound_dialog is not None:
            self._sound_dialog.show_failure(words)
        self.counter.show_unheard(words)

    def _sounds_closed(self) -> None:
        if self._sound_dialog is not None:
            self._sound_dialog.deleteLater()
            self._sound_dialog = None


def _now() -> datetime:
    return datetime.now(UTC)


def _single_shot(desk: Desk, interval_ms: int) -> QTimer:
    timer = QTimer(desk.window)
    timer.setSingleShot(True)
    timer.setInterval(interval_ms)
    return timer


def _shelf_words(minutes: int) -> str:
    if minutes < 60:
        return tr("S&helve for {minutes} minutes", minutes=minutes)
    return tr("Shelve for an hour") if minutes == 60 else tr("Shelve for {hours} hours", hours=minutes // 60)
