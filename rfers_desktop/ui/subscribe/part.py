"""Subscribing by drawing as a part of the window: tools and keys, the card, the pencil, and what is remembered."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.change import Change
from rfers_desktop.drafting.from_subscription import draft_of
from rfers_desktop.drafting.habits import Habits, load_habits, save_habits
from rfers_desktop.drafting.parked_draft import ParkedDraft
from rfers_desktop.drafting.seen_values import SeenValues
from rfers_desktop.drafting.sketch import Shape, Sketch
from rfers_desktop.geo.geodesic_buffer import buffered
from rfers_desktop.geo.pasted import read_geometry
from rfers_desktop.language import later, tr
from rfers_desktop.subscription_draft import SubscriptionDraft
from rfers_desktop.ui.dry_run.dry_run_control import DryRunControl
from rfers_desktop.ui.dry_run.dry_run_view import DryRunView
from rfers_desktop.ui.map.tool import Tool
from rfers_desktop.ui.map.tools.draw import DrawTool
from rfers_desktop.ui.panels.subscriptions import SubscriptionsPanel
from rfers_desktop.ui.part import Command, Desk, Panel
from rfers_desktop.workspace import SubscriptionRecord

from .card import SubscribeCard
from .draft_keeper import DraftKeeper
from .draft_model import DraftModel
from .naming import Naming
from .number_typing import NumberTyping
from .picking import FeaturePicking
from .shape_buttons import SHAPES

_PANEL = "subscribe"
_SMALLEST_SHARE = 1 / 900  # of the map that a zone takes, to be worked on
_WAS_INTERRUPTED = later(
    "A drawing was not finished when the desk was closed. Resume, in the card Subscribe, goes on with it."
)


class SubscribePart:
    """Holds the draft at hand, and sends it when it is drawn."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._habits_file = desk.settings / "subscribing.json"
        self._habits = load_habits(self._habits_file)
        self._seen = SeenValues()
        self.model = DraftModel(desk.workspace.topics, desk.window)
        self._naming = Naming(self.model, desk)  # first of all listeners, so that the card knows the name
        self.keeper = DraftKeeper(self.model, desk.settings / "drafts.json", desk.clock)
        canvas = desk.pane.canvas
        self.tool = DrawTool(canvas, self.model, desk.pane.bar.snapper.find)
        self.card = SubscribeCard(self.model, desk.workspace.problem_with, self._seen.of, desk.clock)
        self.typing = NumberTyping(self.model, self.tool, canvas)
        self._picking = FeaturePicking(self.model, canvas, desk.pane.picked_at, desk.notice.show_problem)
        self.dry_run = DryRunControl(desk.workspace, canvas, DryRunView(self.card.advice_place))
        self.card.show_advice(self.dry_run.view)
        self._looked_at: ParkedDraft | None = None  # a subscription as it was when it was taken up to be changed
        self._tells_of_parked = self.keeper.was_interrupted
        self._begin_afresh()
        self.card.show_parked(self.keeper.parked)
        if self.keeper.problem:
            desk.notice.show_problem(self.keeper.problem)
        canvas.tool_changed.connect(self._tool_changed)
        self.model.changed.connect(self.tool.refresh)
        self.model.send_asked.connect(self.send)
        self.model.park_asked.connect(self.park)
        self.card.shape_chosen.connect(self.begin)
        self.card.resume_asked.connect(self.resume)
        self.card.forget_asked.connect(self._forget_parked)
        self.card.discard_asked.connect(self.discard)
        self.card.words_asked.connect(self._ask_words)
        self.card.draft_changed.connect(self._try_out)
        self.model.changed.connect(self._forget_dry_run)

    def commands(self) -> Sequence[Command]:
        """The tools, and what goes on with a draft."""
        menu = tr("&Subscription")
        is_in = self._is_logged_in
        shapes = [
            Command(f"zone.{shape.value}", tr(words), menu, partial(self.begin, shape), keys, is_in)
            for shape, (_, words, keys) in SHAPES.items()
        ]
        return (
            Command("subscription.new", tr("&Subscribe"), menu, self.begin, "Ctrl+N", is_in),
            *shapes,
            Command("subscription.edit", tr("Ed&it…"), menu, self.edit, "F4", self._is_one_selected),
            Command("zone.shown", tr("The &area now shown"), menu, self.take_shown_area, "", is_in),
            Command("zone.paste", tr("&Paste GeoJSON or WKT"), menu, self.paste, "Ctrl+Shift+V", is_in),
            Command(
                "zone.resume", tr("Res&ume the parked drawing"), menu, self.resume, "Ctrl+Shift+D", self._can_resume
            ),
        )

    def panels(self) -> Sequence[Panel]:
        """The card."""
        return (Panel(_PANEL, tr("Subscribe"), self.card, help="subscribe"),)

    def show(self, change: Change) -> None:
        """New topics, and values that attributes have had."""
        if change.has_new_terms or change.topics is not None or change.is_new_desk:
            self.model.terms = self._desk.workspace.terms
            self.model.topics = self._desk.workspace.topics
            self.card.use_topics()
        if change.is_new_desk and self._is_logged_in() and self._tells_of_parked:
            self._tells_of_parked = False
            self._desk.notice.show_problem(tr(_WAS_INTERRUPTED))
        self._seen.add(stored.notification.event for stored in change.notifications.added)
        self.dry_run.take_in(change.dry_runs)

    def close(self) -> None:
        """What is drawn is kept for the next time; nobody is asked about it any more."""
        self.keeper.keep_now()
        self.dry_run.clear()

    def begin(self, shape: Shape | None = None) -> None:
        """Take up the pencil for a shape, the one used last unless one is named; a drawing of that shape goes on."""
        if (
            shape is None and self.model.replaces
        ):  # a new one was asked for, not another drawing of the one that is changed
            self.park()
        wanted = shape if shape is not None else self._habits.shape
        if wanted is not self.model.sketch.shape:
            self.model.begin(wanted)
        self._take_up()

    def send(self) -> None:
        """Ask for what is drawn, if it is right; the pencil is put down."""
        if self.card.problem() or not self._is_logged_in():
            self._show_card()
            self.card.show_draft()
            return
        shape = self.model.sketch.shape
        try:
            change = self._asked(self.model.draft())
        except ProtocolError as error:  # the topics changed meanwhile
            self._desk.notice.show_problem(str(error))
            return
        kept_shape = shape if shape not in (Shape.FEATURES, Shape.EVERYWHERE) else self._habits.shape
        self._habits = Habits(self.model.topic_name, kept_shape, self.model.sends_when_drawn)
        save_habits(self._habits_file, self._habits)
        self.keeper.forget()
        self._put_down()
        self._desk.apply(change)

    def _asked(self, draft: SubscriptionDraft) -> Change:
        """Begin a subscription, or change the one that is edited; one that has ended meanwhile begins anew."""
        workspace, replaces = self._desk.workspace, self.model.replaces
        if any(record.subscription.id == replaces for record in workspace.subscriptions()):
            return workspace.change_subscription(replaces, draft)
        return workspace.subscribe(draft)

    def edit(self) -> None:
        """Take up the subscription that is selected in the table, to change it where it is."""
        record = self._selected()
        if record is not None:
            self.keeper.park()
            self._looked_at = draft_of(record.subscription)
            self.model.load(self._looked_at)
            self.card.show_parked(self.keeper.parked)
            self._look_at_drawing()
            self._take_up()

    def park(self) -> None:
        """Put the drawing aside; it can be resumed, also tomorrow. What was only looked at is not worth it."""
        if self.model.parked() == self._looked_at:
            self.keeper.forget()
        else:
            self.keeper.park()
        self._put_down()

    def resume(self) -> None:
        """Go on with the drawing that was put aside last."""
        self._desk.notice.withdraw(tr(_WAS_INTERRUPTED))
        if self.keeper.resume():
            self.card.show_parked(self.keeper.parked)
            self._look_at_drawing()
            self._take_up()

    def discard(self) -> None:
        """Throw the draft at hand away."""
        self.keeper.forget()
        self._put_down()

    def take_shown_area(self) -> None:
        """What the map shows becomes the zone."""
        area = self._desk.pane.canvas.shown_area()
        self._take_over(Sketch(Shape.FEATURES, picked=area, picked_name=tr("the area shown")))

    def paste(self) -> None:
        """A geometry on the clipboard becomes the zone."""
        try:
            zone = read_geometry(QGuiApplication.clipboard().text())
        except ProtocolError as error:
            self._desk.notice.show_problem(str(error))
            return
        self.take_zone(zone)

    def take_zone(self, zone: BaseGeometry) -> None:
        """A geometry from elsewhere, such as a file that was dropped, becomes the zone."""
        self._take_over(Sketch(Shape.FEATURES, picked=zone))
        self._look_at_drawing()

    def _take_over(self, sketch: Sketch) -> None:
        self.model.begin(Shape.FEATURES)
        self.model.drawing.step(sketch)
        self.model.drawn()
        self._take_up()

    def _take_up(self) -> None:
        canvas = self._desk.pane.canvas
        if canvas.tool is not self.tool:
            canvas.set_tool(self.tool)
        self._show_card()
        canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    def _put_down(self) -> None:
        self._begin_afresh()
        self.card.show_parked(self.keeper.parked)
        if self._desk.pane.canvas.tool is self.tool:
            self._desk.pane.bar.pan.trigger()

    def _begin_afresh(self) -> None:
        self.model.sends_when_drawn = self._habits.sends_when_drawn
        topic = self._habits.topic if self._habits.topic in self.model.topics else next(iter(self.model.topics))
        self.model.load(ParkedDraft(Sketch(self._habits.shape), topic))
        self.card.show_top()

    def _ask_words(self) -> None:
        """Open the editor of words at the topic that is asked about."""
        action = self._desk.window.findChild(QAction, "words.edit")
        if isinstance(action, QAction):
            action.trigger()

    def _forget_parked(self) -> None:
        self._desk.notice.withdraw(tr(_WAS_INTERRUPTED))
        self.keeper.forget_parked()
        self.card.show_parked(self.keeper.parked)

    def _look_at_drawing(self) -> None:
        drawn = self.model.sketch.zone()
        zone = None if drawn is None else buffered(drawn, max(self.model.buffer_m, 0.0))
        canvas = self._desk.pane.canvas
        shown = canvas.shown_area()
        is_speck = zone is not None and 0.0 < zone.envelope.area < _SMALLEST_SHARE * shown.area
        if zone is None or is_speck or not shown.contains(zone):
            corners = self.model.sketch.corners
            bounds = zone.bounds if zone is not None else (*corners[0], *corners[0]) if corners else None
            if bounds is not None:
                canvas.fit(canvas.projection.bounds_to_map(bounds))

    def _show_card(self) -> None:
        self._desk.reveal("map")
        self._desk.reveal(_PANEL)

    def _tool_changed(self, tool: Tool) -> None:
        self.card.set_drawing(tool is self.tool)

    def _try_out(self, draft: SubscriptionDraft) -> None:
        """Have it found out what the draft would have matched."""
        self.dry_run.replacing = self.model.replaces or None
        self.dry_run.draft_changed(draft)

    def _forget_dry_run(self) -> None:
        """A drawing that is begun anew, or is not right, has nothing to say of the one before."""
        if self.card.problem():
            self.dry_run.clear()

    def _selected(self) -> SubscriptionRecord | None:
        panel = self._desk.window.findChild(SubscriptionsPanel)
        return panel.selected() if isinstance(panel, SubscriptionsPanel) else None

    def _is_one_selected(self) -> bool:
        return self._selected() is not None

    def _is_logged_in(self) -> bool:
        return self._desk.workspace.login is not None

    def _can_resume(self) -> bool:
        return bool(self.keeper.parked)
