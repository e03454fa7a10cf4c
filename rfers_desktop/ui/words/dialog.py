"""The editor of words: what "hot" means, drawn as a curve above what was read in the last hour."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.terms import terms_of
from broker_local.protocol.topic import Attribute, AttributeValue, Topic
from rfers_desktop.attribute_text import topic_text
from rfers_desktop.drafting.term_curve import Fit, TermCurve, fits, window_for
from rfers_desktop.language import tr, tr_count
from rfers_desktop.ui.dialogs.dialog_layout import words_label
from rfers_desktop.ui.help_focus import HELP
from rfers_desktop.ui.look import GAP
from rfers_desktop.workspace import Origin, UserTerms, Word, corners_of

from .curve_plot import CurvePlot
from .term_fields import TermFields, new_term

Readings = Callable[[str, str], Sequence[AttributeValue]]  # topic, attribute: what was read in the last hour
UsedBy = Callable[[str, str, str], Sequence[str]]  # topic, attribute, word: the names of live subscriptions
_SIZE = (900, 640)
_LIST_PX = 190


class WordsDialog(QDialog):
    """All changes are the dialog's own until `kept` tells them; Cancel forgets them."""

    kept = Signal(object)  # UserTerms

    def __init__(
        self,
        topics: Mapping[str, Topic],
        terms: UserTerms,
        readings: Readings,
        used_by: UsedBy,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Words"))
        self.setModal(True)
        self.setProperty(HELP, "how-sure")
        self.terms = terms
        self._topics = {name: topic for name, topic in topics.items() if _numeric(topic)}
        self._readings_of, self._used_by = readings, used_by
        self._readings: Sequence[AttributeValue] = ()
        self._window = (0.0, 1.0)
        self.topic = _combo(tr("Topic"), self)
        self.attribute = _combo(tr("Attribute"), self)
        self.words = QListWidget(self)
        self.words.setAccessibleName(tr("Words"))
        self.words.setFixedWidth(_LIST_PX)
        self.new = _button(tr("New word"), self)
        self.delete = _button(tr("Delete"), self)
        self.plot = CurvePlot(self)
        self.counted = words_label("", "field", self)
        self.counted.setAccessibleName(tr("How many readings the word fits"))
        self.fields = TermFields(self)
        self.used = words_label("", "quiet", self)
        self.used.setAccessibleName(tr("Where the word is used"))
        self.problem = words_label("", "wrong", self)
        self.problem.setAccessibleName(tr("What is wrong with the word"))
        self.cancel = _button(tr("Cancel"), self)
        self.keep = _button(tr("Keep"), self)
        self.keep.setObjectName("primary")
        self._lay_out()
        for name, topic in self._topics.items():
            self.topic.addItem(topic_text(topic, name), name)
        self._connect()
        self.show_topic(next(iter(self._topics), ""))

    def show_topic(self, topic: str, attribute: str = "", word: str = "") -> None:
        """Show the words of an attribute, beginning with one of them."""
        if topic not in self._topics:
            return
        with QSignalBlocker(self.topic), QSignalBlocker(self.attribute):
            self.topic.setCurrentIndex(self.topic.findData(topic))
            self.attribute.clear()
            for each in _numeric(self._topics[topic]):
                self.attribute.addItem(each.name, each.name)
            self.attribute.setCurrentIndex(max(self.attribute.findData(attribute), 0))
        self._show_attribute(word)

    @property
    def word(self) -> Word | None:
        """The word that is chosen."""
        item = self.words.currentItem()
        return None if item is None else self.terms.find(self._topic, self._attribute.name, item.data(_NAME))

    def accept(self) -> None:
        if self.keep.isEnabled():
            self.kept.emit(self.terms)
            super().accept()

    @property
    def _topic(self) -> Topic:
        return self._topics[str(self.topic.currentData())]

    @property
    def _attribute(self) -> Attribute:
        return self._topic.by_name[str(self.attribute.currentData())]

    def _connect(self) -> None:
        self.topic.currentIndexChanged.connect(lambda _: self.show_topic(str(self.topic.currentData())))
        self.attribute.currentIndexChanged.connect(lambda _: self._show_attribute())
        self.words.currentItemChanged.connect(lambda *_: self._show_word())
        self.new.clicked.connect(self._add)
        self.delete.clicked.connect(self._remove)
        self.plot.corner_moved.connect(self._corner_moved)
        self.fields.curve_changed.connect(self._shape)
        self.fields.renamed.connect(self._rename)
        self.fields.explained.connect(self._explain)
        self.cancel.clicked.connect(self.reject)
        self.keep.clicked.connect(self.accept)
        QShortcut(QKeySequence("F2"), self, self.fields.name.setFocus)

    def _show_attribute(self, word: str = "") -> None:
        attribute = self._attribute
        self._readings = self._readings_of(self._topic.name, attribute.name)
        curves = [_curve(each) for each in self.terms.words(self._topic, attribute.name)]
        self._window = window_for(attribute, curves, self._readings)
        self._list(word)

    def _list(self, chosen: str = "") -> None:
        """List the words anew, with one of them chosen."""
        words = self.terms.words(self._topic, self._attribute.name)
        with QSignalBlocker(self.words):
            self.words.clear()
            for word in words:
                mark = "" if word.origin is Origin.BUILTIN else f"  ({tr(word.origin)})"
                item = QListWidgetItem(word.term.name + mark)
                item.setData(_NAME, word.term.name)
                item.setToolTip(word.term.meaning)
                self.words.addItem(item)
            names = [word.term.name.lower() for word in words]
            if words:
                self.words.setCurrentRow(names.index(chosen.lower()) if chosen.lower() in names else 0)
        self._show_word()

    def _show_word(self) -> None:
        word, attribute = self.word, self._attribute
        span = self._window[1] - self._window[0]
        curve = None if word is None else _curve(word)
        self.plot.show_term(curve, self._window, self._readings, _axis(attribute))
        self.fields.show_word(word, attribute.unit or "", self.plot.step, span)
        self.delete.setText(tr("Delete") if word is None or word.origin is Origin.OWN else tr("Restore built-in"))
        self.delete.setAccessibleName(self.delete.text())
        self.delete.setEnabled(word is not None and word.origin is not Origin.BUILTIN)
        self._say("")
        self._count()

    def _count(self) -> None:
        """Say in words what the picture shows, and who uses the word."""
        word, attribute = self.word, self._attribute
        if word is None:
            self.counted.setText(tr("There is no word for {attribute} yet.", attribute=attribute.name))
            self.used.setText("")
            return
        counts = fits(word.term.number, self._readings)
        total = sum(counts.values())
        words = tr("No reading of {attribute} came in the last hour.", attribute=attribute.name)
        if total:
            words = tr(
                "{fully} of {total} readings of the last hour are {word} ■, {partly} partly ▨, {none} not □.",
                fully=counts[Fit.FULLY],
                total=total,
                word=word.term.name,
                partly=counts[Fit.PARTLY],
                none=counts[Fit.NOT],
            )
        self.counted.setText(words)
        using = self._used_by(self._topic.name, attribute.name, word.term.name)
        said = tr_count("Used by {count} live subscription", "Used by {count} live subscriptions", len(using))
        meaning = tr("the meaning they were sent with holds for them until they are sent again.")
        self.used.setText(f"{said} ({', '.join(using)}): {meaning}" if using else "")

    def _corner_moved(self, index: int, value: float) -> None:
        word = self.word
        if word is not None:
            curve = _curve(word).with_corner(index, value)
            self.fields.show_curve(curve)
            self._shape(curve)

    def _shape(self, curve: TermCurve) -> None:
        word = self.word
        if word is not None and self._have(word, number=curve.number):
            self.plot.show_term(curve, self._window, self._readings, _axis(self._attribute))
            self._follow()

    def _rename(self, name: str) -> None:
        word = self.word
        if word is not None and self._have(word, name=name.strip()):
            item = self.words.currentItem()
            item.setData(_NAME, name.strip())
            self._follow()

    def _explain(self, meaning: str) -> None:
        word = self.word
        if word is not None and self._have(word, meaning=meaning.strip()):
            self._follow()

    def _have(self, word: Word, **wanted: object) -> bool:
        """Have a word otherwise; False if it cannot be so, which is said."""
        builtin = terms_of(self._topic, self._attribute.name).get(word.term.name)
        term = replace(word.term, **wanted)  # type: ignore[arg-type]
        if builtin is not None and (builtin.number, builtin.meaning) == (term.number, term.meaning):
            term = builtin
        elif word.origin is Origin.BUILTIN:
            term = replace(term, source=tr("The user's own"))
        try:
            self.terms = self.terms.with_term(self._topic, self._attribute.name, term, instead_of=word.term.name)
        except ProtocolError as error:
            self._say(str(error))
            return False
        self._say("")
        return True

    def _follow(self) -> None:
        """What is said of the word follows its change; the fields under the hand stay as they are."""
        word, item = self.word, self.words.currentItem()
        if word is None or item is None:
            return
        item.setText(word.term.name + ("" if word.origin is Origin.BUILTIN else f"  ({tr(word.origin)})"))
        self.delete.setText(tr("Delete") if word.origin is Origin.OWN else tr("Restore built-in"))
        self.delete.setAccessibleName(self.delete.text())
        self.delete.setEnabled(word.origin is not Origin.BUILTIN)
        self.fields.show_source(word)
        self._count()

    def _add(self) -> None:
        """A word of the user's own, in the middle of what is shown."""
        low, high = self._window
        quarter = (high - low) / 4
        step = self.plot.step
        corners = tuple(round((low + quarter * (1 + 2 * share)) / step) * step for share in (0.0, 0.35, 0.65, 1.0))
        taken = [word.term.name for word in self.terms.words(self._topic, self._attribute.name)]
        name = next(n for n in _fresh_names() if n not in taken)
        term = new_term(name, TermCurve(tuple(float(f"{corner:.10g}") for corner in corners)))  # type: ignore[arg-type]
        self.terms = self.terms.with_term(self._topic, self._attribute.name, term)
        self._list(name)
        self.fields.name.setFocus()
        self.fields.name.selectAll()

    def _remove(self) -> None:
        word = self.word
        if word is not None:
            self.terms = self.terms.without(self._topic.name, self._attribute.name, word.term.name)
            self._list(word.term.name)

    def _say(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.keep.setEnabled(not problem)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        for words, field in ((tr("&Topic"), self.topic), (tr("Attri&bute"), self.attribute)):
            label = QLabel(words, self)
            label.setBuddy(field)
            head.addWidget(label)
            head.addWidget(field, 1)
        left = QVBoxLayout()
        left.setSpacing(GAP)
        left.addWidget(self.words, 1)
        left.addWidget(self.new)
        left.addWidget(self.delete)
        right = QVBoxLayout()
        right.setSpacing(GAP)
        right.addWidget(self.plot, 1)
        for widget in (self.counted, self.fields, self.used, self.problem):
            right.addWidget(widget)
        middle = QHBoxLayout()
        middle.setSpacing(2 * GAP)
        middle.addLayout(left)
        middle.addLayout(right, 1)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.keep)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(GAP)
        for row in (head, middle, foot):
            column.addLayout(row, 1 if row is middle else 0)
        self.resize(*_SIZE)


_NAME = Qt.ItemDataRole.UserRole


def _numeric(topic: Topic) -> list[Attribute]:
    return [attribute for attribute in topic.attributes if attribute.type.is_numeric]


def _curve(word: Word) -> TermCurve:
    return TermCurve.of(word.term.number, corners_of(word.term.number))


def _axis(attribute: Attribute) -> str:
    return f"{attribute.name} ({attribute.unit})" if attribute.unit else attribute.name


def _fresh_names() -> Iterable[str]:
    yield "my_word"
    number = 2
    while True:
        yield f"my_word_{number}"
        number += 1


def _combo(name: str, parent: QWidget) -> QComboBox:
    field = QComboBox(parent)
    field.setAccessibleName(name)
    return field


def _button(words: str, parent: QWidget) -> QPushButton:
    button = QPushButton(words, parent)
    button.setAccessibleName(words)
    button.setAutoDefault(False)
    return button
