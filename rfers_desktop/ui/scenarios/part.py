"""The scenarios of the window: a menu to play them, the guide, and the desk's own share in the play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QTimer

from broker_local.protocol.blob import BlobRef
from broker_local.protocol.errors import ProtocolError
from rfers_desktop.change import Change
from rfers_desktop.language import tr
from rfers_desktop.subscription_draft import SubscriptionDraft
from rfers_desktop.ui.part import Command, Desk, Panel
from rfers_desktop.workspace import SubscriptionState

from .play_process import AskedStep, PlayProcess, player_folder
from .tour_panel import TourPanel
from .tours import TourStep, read_tours

BETWEEN_S = 20.0  # in which the last page of a scenario is read before the next one follows, at the usual speed
OFFICER = "officer"  # whose part in a scenario the user of this desk has


class ScenariosPart:
    """Who sits here plays the officer: subscriptions come and go on this desk as the scenario says."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._tours = read_tours()
        self._folder = player_folder()
        self.panel = TourPanel(self._tours, desk.window)
        self._process = PlayProcess(desk.window)
        self._waiting: list[str] = []  # names of the scenarios that come next
        self._ours: dict[str, str] = {}  # subscriptions of the desk by their id in the scenario
        self._between = QTimer(desk.window)
        self._between.setSingleShot(True)
        self._between.timeout.connect(self._play_next)
        self._awaited: tuple[str, bool] | None = None  # a subscription, and whether it is to be live or gone
        self.panel.chosen.connect(lambda name: self.play([name], self.panel.chosen_speed))
        self.panel.stopped.connect(self.stop)
        self.panel.paused.connect(self._pause)
        self.panel.turned.connect(self._look_at)
        self.panel.hastened.connect(self._play_now)
        self._process.asked.connect(self._do)
        self._process.moved.connect(self.panel.move_to)
        self._process.ended.connect(self._ended)

    @property
    def is_playing(self) -> bool:
        """Whether a scenario is played, or one is to follow."""
        return self._process.is_running or bool(self._waiting)

    def commands(self) -> Sequence[Command]:
        menu = tr("S&cenarios")
        plays = [
            Command(
                f"scenario.{tour.name}", tr(tour.title), menu, partial(self._play_one, tour.name), "", self._can_play
            )
            for tour in self._tours
        ]
        everything = partial(self.play, [tour.name for tour in self._tours[:3]])
        return (
            *plays,
            Command("scenario.tour", tr("Guided &tour of the first three"), menu, everything, "", self._can_play),
            Command("scenario.stop", tr("&Stop"), menu, self.stop, "", lambda: self.is_playing),
        )

    def panels(self) -> Sequence[Panel]:
        return (Panel("guide", tr("Guide"), self.panel, is_open=False, help="scenarios", is_beside=True),)

    def show(self, change: Change) -> None:
        if change.is_new_desk:
            self.stop()
            self._ours.clear()
        self.panel.set_possible(self._why_not())
        self._see_awaited()

    def close(self) -> None:
        self.stop()

    def play(self, names: Sequence[str], speed: float | None = None) -> None:
        """Play some scenarios one after the other; what an earlier play subscribed to is ended first."""
        reason = self._why_not()
        if reason:
            self._desk.notice.show_problem(reason)
            return
        if speed is not None:
            self.panel.choose_speed(speed)
        self.stop()
        self._waiting = list(names)
        self._desk.reveal("guide")
        self._play_next()

    def stop(self) -> None:
        """End the play; its subscriptions stay, to look at."""
        self._waiting = []
        self._between.stop()
        self._awaited = None
        self._process.stop()
        self._show_over()

    def _play_one(self, name: str) -> None:
        self.play([name])

    def _play_next(self) -> None:
        login, folder = self._desk.workspace.login, self._folder
        if not self._waiting or login is None or folder is None:
            return
        for subscription_id in self._ours.values():
            self._take_images_of(subscription_id)
            self._desk.apply(self._desk.workspace.unsubscribe(subscription_id))
        self._ours.clear()
        name = self._waiting.pop(0)
        self.panel.show_tour(name)
        self.panel.announce("")
        self.panel.set_playing(True)
        self.panel.begin()
        self._process.start(name, self.panel.chosen_speed, login, folder)
        self._desk.refresh()

    def _play_now(self) -> None:
        """Begin the next one without waiting any longer."""
        if not self._waiting or self._process.is_running:
            return
        self._between.stop()
        if self.panel.pause.isChecked():
            self.panel.pause.setChecked(False)  # which lets it begin
        else:
            self._play_next()

    def _do(self, step: AskedStep) -> None:
        workspace = self._desk.workspace
        if step.user == OFFICER and step.draft is not None:
            subscription_id = self._subscribed(step.draft)
            if subscription_id:
                self._ours[step.id] = subscription_id
                self._awaited = (subscription_id, True)
        elif step.user == OFFICER and step.doing == "unsubscribe" and step.id in self._ours:
            self._awaited = (self._ours.pop(step.id), False)
            self._take_images_of(self._awaited[0])
            self._desk.apply(workspace.unsubscribe(self._awaited[0]))
        if self._awaited is None:
            self._process.done()
        else:
            self._see_awaited()

    def _subscribed(self, draft: SubscriptionDraft) -> str:
        """The subscription that is asked for: one that is left of a play before the desk was started again, or new."""
        workspace = self._desk.workspace
        before = {record.subscription.id for record in workspace.subscriptions()}
        try:
            if (left := workspace.live_alike(draft)) is not None:
                return left
            self._desk.apply(workspace.subscribe(draft))
        except ProtocolError as error:
            self._desk.notice.show_problem(str(error))
        return next((r.subscription.id for r in workspace.subscriptions() if r.subscription.id not in before), "")

    def _take_images_of(self, subscription_id: str) -> None:
        """Thermal images that came for nothing else are taken from the map: they would lie below those to come."""
        for stored in self._desk.workspace.received():
            notification = stored.notification
            if all(matched.id == subscription_id for matched in notification.matched):
                for value in notification.event.attributes.values():
                    if isinstance(value, BlobRef):
                        self._desk.pane.thermal.take(value.sha256)

    def _see_awaited(self) -> None:
        """Let the play go on once the service has confirmed what was asked."""
        if self._awaited is None:
            return
        subscription_id, is_to_live = self._awaited
        states = {record.subscription.id: record.state for record in self._desk.workspace.subscriptions()}
        state = states.get(subscription_id)
        if (state is SubscriptionState.LIVE) if is_to_live else (state is None):
            self._awaited = None
            self._process.done()
        elif state in (SubscriptionState.REFUSED, SubscriptionState.UNANSWERED):
            self.stop()

    def _ended(self, reason: str) -> None:
        if reason:
            self._waiting = []
            self._desk.notice.show_problem(tr("The scenario ended: {reason}", reason=reason))
        if self._waiting:  # what was said last is read first
            self.panel.announce(self._waiting[0])
            if not self.panel.pause.isChecked():
                self._between.start(round(BETWEEN_S / self.panel.chosen_speed * 1000))
        else:
            self._show_over()

    def _show_over(self) -> None:
        if self.panel.is_playing:
            self.panel.announce("")
            self.panel.set_playing(False)
            self._desk.refresh()

    def _pause(self, is_paused: bool) -> None:
        """Hold the play, or the wait for the next one."""
        if self._process.is_running:
            self._process.pause(is_paused)
        elif is_paused:
            self._between.stop()
        elif self._waiting:
            self._play_next()

    def _look_at(self, step: TourStep) -> None:
        """See what the guide speaks of, in the colours in which it speaks of it."""
        pane = self._desk.pane
        if step.look_at is not None:
            pane.canvas.fit(pane.canvas.projection.bounds_to_map(step.look_at))
        if step.classes:
            pane.thermal_panel.classes_set.emit(step.classes)

    def _can_play(self) -> bool:
        return not self._why_not()

    def _why_not(self) -> str:
        if self._folder is None:
            return tr("Scenarios are played from a checkout of RFERS: the player is not installed here.")
        return "" if self._desk.workspace.login is not None else tr("Log in first.")
