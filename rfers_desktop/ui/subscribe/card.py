"""The card beside the map: all of a subscription but its place, which is drawn."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.limits import MAX_BUFFER_M, MAX_NAME
from broker_local.protocol.operators import GeometryKind
from rfers_desktop.attribute_text import topic_text
from rfers_desktop.contract_words import spoken
from rfers_desktop.drafting.filter_completion import Seen
from rfers_desktop.drafting.parked_draft import ParkedDraft
from rfers_desktop.drafting.sketch import Shape
from rfers_desktop.drafting.spatial_choices import zone_kind
from rfers_desktop.language import tr
from rfers_desktop.subscription_draft import SubscriptionDraft
from rfers_desktop.ui.help_focus import HELP
from rfers_desktop.ui.look import GAP, WIDE_GAP
from rfers_desktop.ui.steady_field import steady

from .draft_model import DraftModel
from .filter_editor import FilterEditor
from .operator_pictures import OperatorPictures
from .option_fields import OptionFields
from .shape_buttons import ShapeButtons
from .sure_fields import SureFields

_LENGTH_PX = 112
ProblemWith = Callable[[SubscriptionDraft], ProtocolError | None]


class SubscribeCard(QWidget):
    """Shows the draft, and tells it what is chosen. `advice_place` is for what is known of it before it is sent."""

    draft_changed = Signal(object)  # SubscriptionDraft, with every change that keeps it valid or makes it so
    shape_chosen = Signal(object)  # Shape
    resume_asked = Signal()
    forget_asked = Signal()
    discard_asked = Signal()
    words_asked = Signal()

    def __init__(
        self,
        model: DraftModel,
        problem_with: ProblemWith,
        seen: Seen,
        clock: Callable[[], float],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._problem_with = problem_with
        self.is_drawing = False  # the pencil is in the hand
        self.parked_words = QLabel(self)
        self.resume = _button(tr("Resume"), self)
        self.forget = _button(tr("Throw away"), self)
        self.shapes = ShapeButtons(self)
        self.where = _quiet(tr("What is drawn"), self)
        self.topic = steady(QComboBox(self))
        self.topic.setAccessibleName(tr("Topic"))
        self.topic.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.buffer = steady(QDoubleSpinBox(self))
        self.buffer.setAccessibleName(tr("Buffer in metres"))
        self.buffer.setRange(-MAX_BUFFER_M, MAX_BUFFER_M)
        self.buffer.setDecimals(0)
        self.buffer.setSingleStep(100)
        self.buffer.setSuffix(" m")
        self.buffer.setGroupSeparatorShown(True)
        self.buffer.setKeyboardTracking(True)
        self.buffer.setToolTip(tr("Widens the zone on all sides; a negative buffer shrinks an area"))
        self.soft = steady(QDoubleSpinBox(self))
        self.soft.setAccessibleName(tr("Soft edge in metres"))
        self.soft.setRange(0.0, MAX_BUFFER_M)
        self.soft.setDecimals(0)
        self.soft.setSingleStep(50)
        self.soft.setSuffix(" m")
        self.soft.setGroupSeparatorShown(True)
        for length in (self.buffer, self.soft):  # room for the longest there can be would make the card too wide
            length.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            length.setMinimumWidth(_LENGTH_PX)
        self.sure = SureFields(self)
        self.sure.setProperty(HELP, "how-sure")
        self.operators = OperatorPictures(self)
        self.when = _label(tr("Tell me &when"), self.operators)
        self.filter = FilterEditor(seen, self)
        self.edit_words = _button(tr("Words…"), self)
        self.edit_words.setToolTip(tr("What words such as hot mean, and words of your own"))
        self.advice_place = QWidget(self)
        QVBoxLayout(self.advice_place).setContentsMargins(0, 0, 0, 0)
        self.name = QLineEdit(self)
        self.name.setAccessibleName(tr("Name"))
        self.name.setMaxLength(MAX_NAME)
        self.options = OptionFields(clock, self)
        self.at_once = QCheckBox(tr("Subscribe as soon as it is drawn"), self)
        self.at_once.setToolTip(tr("With Shift held at the end of a drawing it is looked at first"))
        self.message = _quiet(tr("What is missing"), self)
        self.subscribe = _button(tr("Subscribe"), self)
        self.subscribe.setObjectName("primary")
        self.park = _button(tr("Park"), self)
        self.park.setToolTip(tr("Put the drawing aside, to go on with it later (Esc)"))
        self.discard = _button(tr("Discard"), self)
        self._scroll = QScrollArea(self)
        self._lay_out()
        self._connect()
        self.use_topics()
        self.show_parked(())
        self.show_draft()

    def use_topics(self) -> None:
        """The topics changed."""
        with QSignalBlocker(self.topic):
            self.topic.clear()
            for topic in self._model.topics.values():
                self.topic.addItem(topic_text(topic, topic.name), topic.name)
        self.show_draft()

    def show_draft(self) -> None:
        """Bring the card up to date with the draft."""
        model, sketch = self._model, self._model.sketch
        blockers = [QSignalBlocker(part) for part in (self.topic, self.buffer, self.soft, self.at_once)]
        self.topic.setCurrentIndex(self.topic.findData(model.topic_name))
        if not self.buffer.hasFocus() or self.buffer.value() != round(model.buffer_m):
            self.buffer.setValue(model.buffer_m)
        self.at_once.setChecked(model.sends_when_drawn)
        self._show_soft()
        del blockers
        self.shapes.show_shape(sketch.shape if self.is_drawing else None)
        is_placed = sketch.shape is not Shape.EVERYWHERE
        self.buffer.setEnabled(is_placed)
        for part in (self.when, self.operators):
            part.setVisible(is_placed)
        event = min(model.topic.geometries, default=GeometryKind.POINT)
        self.operators.offer(model.choices(), model.test, zone_kind(sketch), event)
        self.filter.use_topic(model.topic, model.meanings)
        if self.filter.text() != model.filter_text:
            self.filter.set_text(model.filter_text)
        self.subscribe.setText(tr("Change") if model.replaces else tr("Subscribe"))
        self.name.setPlaceholderText(model.suggested)
        if self.name.text() != model.name:
            self.name.setText(model.name)
        self.options.show_options(model.options)
        self._check()

    def _show_soft(self) -> None:
        """The soft edge, or why there can be none; and how sure a match must be."""
        model = self._model
        why_not = model.why_not_soft()
        self.soft.setEnabled(why_not is None)
        usual = tr("What lies so far beyond the edge still matches, the less the farther it is")
        self.soft.setToolTip(usual if why_not is None else tr("Not here: {reason}", reason=why_not))
        if not self.soft.hasFocus() or self.soft.value() != round(model.soft_m):
            self.soft.setValue(model.soft_m)
        self.sure.show_certainty(model.certainty, is_graded=model.is_graded(), why_not=model.why_never_unsure())

    def problem(self) -> str:
        """What is still missing or wrong; empty if it can be sent."""
        sketch = self._model.sketch
        words = sketch.problem()
        if not words and sketch.shape is Shape.CIRCLE and self._model.buffer_m <= 0.0:
            words = tr("Drag a circle on the map.")
        if words:
            return words
        if self.filter.problem is not None:
            return tr("The filter is not right yet.")
        wrong = self._problem_with(self._model.draft())
        return "" if wrong is None else spoken(str(wrong).removeprefix("subscription."))

    def show_parked(self, parked: tuple[ParkedDraft, ...]) -> None:
        """Say that a drawing was put aside, if one was."""
        self.parked_row.setVisible(bool(parked))
        count = len(parked)
        more = tr(" ({count} in all)", count=count) if count > 1 else ""
        self.parked_words.setText(tr("A drawing is parked.") + more)

    def show_advice(self, view: QWidget) -> None:
        """Have a place for what is known of the draft before it is sent."""
        layout = self.advice_place.layout()
        assert layout is not None
        layout.addWidget(view)

    def show_top(self) -> None:
        """Begin where the tools are."""
        self._scroll.verticalScrollBar().setValue(0)

    def set_drawing(self, is_drawing: bool) -> None:
        """Whether the pencil is in the hand."""
        self.is_drawing = is_drawing
        self.show_draft()

    def _check(self) -> None:
        words = self.problem()
        is_empty = self._model.sketch.is_empty and self._model.sketch.shape is not Shape.EVERYWHERE
        self.message.setText(words)
        self.message.setVisible(bool(words) and (self.is_drawing or not is_empty))  # else the words above say enough
        self.subscribe.setEnabled(not words)
        self.park.setEnabled(self._model.parked().is_worth_keeping)
        self.discard.setEnabled(self._model.parked().is_worth_keeping)
        self.where.setVisible(is_empty and not self.is_drawing)
        if not words:
            self.draft_changed.emit(self._model.draft())

    def _connect(self) -> None:
        model = self._model
        model.changed.connect(self.show_draft)
        self.shapes.chosen.connect(self.shape_chosen)
        self.topic.activated.connect(lambda _: model.set_topic(str(self.topic.currentData())))
        self.buffer.valueChanged.connect(model.set_buffer)
        self.soft.valueChanged.connect(model.set_soft)
        self.sure.changed.connect(model.set_certainty)
        self.operators.chosen.connect(model.set_test)
        self.filter.changed.connect(model.set_filter)
        self.name.textEdited.connect(model.set_name)
        self.options.changed.connect(model.set_options)
        self.at_once.toggled.connect(lambda is_on: setattr(model, "sends_when_drawn", is_on))
        self.subscribe.clicked.connect(model.send_asked)
        self.name.returnPressed.connect(self.subscribe.click)
        self.park.clicked.connect(model.park)
        self.discard.clicked.connect(self.discard_asked)
        self.resume.clicked.connect(self.resume_asked)
        self.edit_words.clicked.connect(self.words_asked)
        self.forget.clicked.connect(self.forget_asked)

    def _lay_out(self) -> None:
        self.where.setText(tr("Choose a tool and draw on the map, or take over what is there."))
        self.parked_row = QFrame(self)
        self.parked_row.setObjectName("notice")
        parked = QHBoxLayout(self.parked_row)
        parked.setContentsMargins(GAP, 4, GAP, 4)
        parked.addWidget(self.parked_words, 1)
        parked.addWidget(self.resume)
        parked.addWidget(self.forget)
        inside = QWidget(self)
        fields = QVBoxLayout(inside)
        fields.setContentsMargins(12, GAP, 12, GAP)
        fields.setSpacing(4)
        buffer = QHBoxLayout()
        buffer.addWidget(_label(tr("&Buffer"), self.buffer))
        buffer.addWidget(self.buffer)
        buffer.addSpacing(WIDE_GAP)
        buffer.addWidget(_label(tr("Soft &edge"), self.soft))
        buffer.addWidget(self.soft)
        topic = QHBoxLayout()
        topic.addWidget(_label(tr("&Topic"), self.topic))
        topic.addWidget(self.topic, 1)
        name = QHBoxLayout()
        name.addWidget(_label(tr("&Name"), self.name))
        name.addWidget(self.name, 1)
        fields.addWidget(self.shapes)
        fields.addWidget(self.where)
        for row in (topic, buffer):
            fields.addLayout(row)
        fields.addSpacing(4)
        fields.addWidget(self.when)
        fields.addWidget(self.operators)
        fields.addSpacing(4)
        heading = QHBoxLayout()
        heading.addWidget(_label(tr("and the &filter is true"), self.filter.typed.editor), 1)
        heading.addWidget(self.edit_words)
        fields.addLayout(heading)
        fields.addWidget(self.filter)
        fields.addWidget(self.sure)
        fields.addSpacing(4)
        fields.addLayout(name)
        fields.addWidget(self.options)
        fields.addStretch(1)
        scroll = self._scroll
        scroll.setWidget(inside)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setMinimumWidth(inside.minimumSizeHint().width() + scroll.verticalScrollBar().sizeHint().width())
        line = QFrame(self)
        line.setObjectName("line")
        line.setFixedHeight(1)
        foot = QVBoxLayout()
        foot.setContentsMargins(12, GAP, 12, GAP)
        foot.setSpacing(GAP)
        buttons = QHBoxLayout()
        buttons.setSpacing(WIDE_GAP // 2)
        for button in (self.discard, self.park):
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(self.subscribe)
        for part in (self.advice_place, self.message, self.at_once):  # what decides about sending is always seen
            foot.addWidget(part)
        foot.addLayout(buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.parked_row)
        layout.addWidget(scroll, 1)
        layout.addWidget(line)
        layout.addLayout(foot)


def _label(words: str, part: QWidget) -> QLabel:
    label = QLabel(words)
    label.setObjectName("field")
    label.setBuddy(part)
    return label


def _quiet(name: str, parent: QWidget) -> QLabel:
    label = QLabel(parent)
    label.setObjectName("quiet")
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setAccessibleName(name)
    return label


def _button(words: str, parent: QWidget) -> QPushButton:
    button = QPushButton(words, parent)
    button.setAccessibleName(words)
    button.setAutoDefault(False)
    return button
