"""The subscription in the making, shared by the pencil on the map and the card beside it."""

from __future__ import annotations

import math
from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from broker_local.protocol.certainty import Certainty
from broker_local.protocol.limits import MAX_BUFFER_M
from broker_local.protocol.operators import GeometryKind, Operator
from broker_local.protocol.subscription import SubscriptionOptions
from broker_local.protocol.subscription_codec import why_not_soft
from broker_local.protocol.term_codec import Meanings
from broker_local.protocol.topic import Topic
from rfers_desktop.contract_words import spoken
from rfers_desktop.drafting.drawing import Drawing
from rfers_desktop.drafting.parked_draft import ParkedDraft
from rfers_desktop.drafting.sketch import Shape, Sketch
from rfers_desktop.drafting.spatial_choices import SpatialChoice, spatial_choices
from rfers_desktop.geo.scale import round_length
from rfers_desktop.language import tr
from rfers_desktop.subscription_draft import SpatialTest, SubscriptionDraft, uses_words
from rfers_desktop.ui.map.tool import Pointer
from rfers_desktop.workspace import UserTerms

_FIRST_BUFFER_M = 100.0
_NOTCH_SHARE = 0.2  # of the buffer


class DraftModel(QObject):
    """Whoever changes it calls a verb; whoever shows it listens to `changed`."""

    changed = Signal()
    send_asked = Signal()
    park_asked = Signal()
    numbers_asked = Signal(str)  # the first character
    pick_asked = Signal(object, bool)  # Pointer, whether it is added to what is picked

    def __init__(self, topics: Mapping[str, Topic], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.topics = topics
        self.drawing = Drawing()
        self.topic_name = next(iter(topics))
        self.test: SpatialTest = Operator.CONTAIN
        self.filter_text = ""
        self.name = ""  # as typed; empty takes the suggested one
        self.suggested = ""
        self.options = SubscriptionOptions()
        self.replaces = ""  # the id of the subscription that is changed; empty: it is a new one
        self.sends_when_drawn = True
        self.certainty: Certainty | None = None
        self.terms = UserTerms()  # what words mean to the user
        self._buffer_m = 0.0
        self._radius_m = 0.0  # of a circle in whose place something else is drawn
        self._soft_m = 0.0

    @property
    def soft_m(self) -> float:
        """Over how many metres the edge fades; nothing where it cannot be soft, though it is remembered."""
        return self._soft_m if self.why_not_soft() is None else 0.0

    @property
    def buffer_m(self) -> float:
        """The buffer, in metres."""
        return self._buffer_m

    @property
    def sketch(self) -> Sketch:
        """What is drawn now."""
        return self.drawing.sketch

    @property
    def topic(self) -> Topic:
        """The topic chosen; another if that is no more."""
        return self.topics.get(self.topic_name) or next(iter(self.topics.values()))

    @property
    def meanings(self) -> Meanings:
        """What words mean for the attributes of the topic."""
        return self.terms.meanings(self.topic)

    def draft(self) -> SubscriptionDraft:
        """What would be sent."""
        is_placed = self.sketch.shape is not Shape.EVERYWHERE
        return SubscriptionDraft(
            self.name.strip() or self.suggested,
            self.topic_name,
            self.sketch.zone(),
            self.test,
            self._buffer_m if is_placed else 0.0,
            self.filter_text,
            self.options,
            self.soft_m,
            self.certainty,
        )

    def parked(self) -> ParkedDraft:
        """All of it, to be kept in a file."""
        drawn = self.sketch, self.topic_name, self.test, self._buffer_m
        return ParkedDraft(
            *drawn, self.filter_text, self.name, self.options, self.replaces, self._soft_m, self.certainty
        )

    def load(self, parked: ParkedDraft) -> None:
        """Go on with what was kept; of a subscription that is changed only what is changed now can be taken back."""
        (self.drawing.begin if parked.replaces else self.drawing.go_on_with)(parked.sketch)
        self.topic_name, self.test, self._buffer_m = parked.topic, parked.test, parked.buffer_m
        self.filter_text, self.name, self.options = parked.filter_text, parked.name, parked.options
        self.replaces, self._radius_m = parked.replaces, 0.0
        self._soft_m, self.certainty = parked.soft_m, parked.certainty
        self.changed.emit()

    def begin(self, shape: Shape) -> None:
        """Draw another shape; what was drawn can be brought back by taking the step back."""
        if Shape.CIRCLE in (shape, self.sketch.shape):  # a radius comes from its drawing and widens no other
            self._radius_m, self._buffer_m = (0.0 if shape is Shape.CIRCLE else self._buffer_m), 0.0
        if self.sketch.is_empty:
            self.drawing.begin(Sketch(shape))
        else:
            self.drawing.step(Sketch(shape))
        self.changed.emit()

    def choices(self) -> list[SpatialChoice]:
        """The ways to compare that there are for what is drawn; for nothing yet, for what the tool draws."""
        return spatial_choices(self.topic, self.sketch, self._buffer_m)

    def why_not_soft(self) -> str | None:
        """Why the edge of the zone cannot be soft; None if it can."""
        if self.sketch.shape is Shape.EVERYWHERE:
            return tr("everywhere has no edge")
        reason = why_not_soft(self.test, self.topic)
        return None if reason is None else spoken(reason)

    def is_graded(self) -> bool:
        """Whether matches have degrees, whatever is wished: words in the filter or a soft edge make them."""
        return self.soft_m > 0.0 or uses_words(self.filter_text, self.topic, self.meanings)

    def why_never_unsure(self) -> str:
        """Why nothing of the topic's events is ever uncertain; empty if something may be."""
        has_numbers = any(attribute.type.is_numeric for attribute in self.topic.attributes)
        if has_numbers or GeometryKind.POINT in self.topic.geometries:
            return ""
        return tr("Events of this topic have neither numbers nor points: nothing of them is uncertain")

    def use_possible_test(self) -> None:
        """Take the first comparison that is possible in place of one that is not."""
        choices = self.choices()
        possible = [choice.test for choice in choices if choice.impossible is None]
        if possible and self.test not in possible:
            self.test = possible[0]

    def set_topic(self, name: str) -> None:
        """Be told of other events."""
        self.topic_name = name
        self._changed()

    def set_test(self, test: SpatialTest) -> None:
        """Compare otherwise."""
        self.test = test
        self.changed.emit()

    def set_buffer(self, buffer_m: float) -> None:
        """Widen or shrink the zone."""
        self._buffer_m = min(max(buffer_m, -MAX_BUFFER_M), MAX_BUFFER_M)
        self._changed()

    def set_soft(self, soft_m: float) -> None:
        """Let the edge of the zone fade over so many metres."""
        self._soft_m = min(max(soft_m, 0.0), MAX_BUFFER_M)
        self.changed.emit()

    def set_certainty(self, certainty: Certainty | None) -> None:
        """Be told of what is at least so sure."""
        self.certainty = certainty
        self.changed.emit()

    def turn_buffer(self, notches: float) -> None:
        """A turn of the wheel: a fifth more or less, in round figures; only areas shrink below nothing."""
        size = abs(self._buffer_m)
        step = round_length(size * _NOTCH_SHARE) if size >= _FIRST_BUFFER_M else _FIRST_BUFFER_M / 10
        wanted = (math.floor if notches < 0 else math.ceil)(round(self._buffer_m / step + notches, 6)) * step
        if self._buffer_m == 0.0 and notches > 0:
            wanted = _FIRST_BUFFER_M
        smallest = 0.0 if not self.sketch.shape.is_area else -MAX_BUFFER_M
        self.set_buffer(max(wanted, smallest))

    def set_filter(self, text: str) -> None:
        """Ask for other attributes."""
        if text != self.filter_text:
            self.filter_text = text
            self.changed.emit()

    def set_name(self, name: str) -> None:
        """Call it something of one's own."""
        self.name = name
        self.changed.emit()

    def set_options(self, options: SubscriptionOptions) -> None:
        """Be told otherwise."""
        self.options = options
        self.changed.emit()

    def drawn(self) -> None:
        """The drawing changed; a circle that is brought back has its size again."""
        if self.sketch.shape is Shape.CIRCLE and self.sketch.vertices and not self._buffer_m:
            self._buffer_m = self._radius_m
        self._changed()

    def finish(self, is_looked_at_first: bool = False) -> None:
        """End the drawing, and send what is right; what was finished before is sent."""
        sketch = self.sketch
        if not sketch.is_complete:
            return
        if sketch.is_finished:
            if not is_looked_at_first:
                self.send_asked.emit()
            return
        self.drawing.step(sketch.finished())
        self._changed()
        if self.sends_when_drawn and not is_looked_at_first:
            self.send_asked.emit()

    def park(self) -> None:
        """Put it aside."""
        self.park_asked.emit()

    def type_numbers(self, first: str) -> None:
        """Open the entry for numbers."""
        self.numbers_asked.emit(first)

    def pick(self, pointer: Pointer, is_added: bool) -> None:
        """Take over what is under the pointer."""
        self.pick_asked.emit(pointer, is_added)

    def _changed(self) -> None:
        self.use_possible_test()
        self.changed.emit()
