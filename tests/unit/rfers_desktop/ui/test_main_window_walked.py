"""Tests of everything on screen: it is translatable, it has a name for screen readers, the keyboard reaches it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.terms import terms_of
from rfers_desktop.language import Language, languages, present_language, use_language
from rfers_desktop.ui.dialogs.about import data_rows, library_rows
from tests.unit.rfers_desktop.ui.whole_window import every_window, fill, texts_of
from tests.unit.rfers_desktop.ui.window_desk import NORTH, WindowDesk

pytestmark = pytest.mark.display
ROOT = Path(__file__).resolve().parents[4]

_CONTROLS = (
    *(QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox),
    *(QComboBox, QLineEdit, QPlainTextEdit, QTextEdit),
)
_WORD = re.compile(r"[^\W\d_]{3,}")
# What is said in no language: names, signs of units and formats, keys, what is written in other systems.
_PLAIN = re.compile(
    r"RFERS|https?://\S+|online at station|Web Mercator|AND|OK|Delete|Space|Left|Right|Down|Up|"
    r"Ctrl|Shift|Alt|Del|Home|Return|Esc|Enter|UTM|MGRS|EPSG|WGS|UTC|CRS|PNG|PDF|DPI|CQL|km|station|officer"
    r"|Français|English|Mercator|Pseudo|North sector|Engine|POLYGON|POINT|Feature|A\d+\b|1:[\d,]+"
)


_QTS_OWN = {  # said, and translated, by Qt itself
    *("Float", "Undocks and re-attaches the dock widget", "Close", "Closes the dock widget"),
    *("Scroll Left", "Scroll Right", "Press shortcut", "More", "Cancel", "OK"),
}


class BracketedWords(dict[str, str]):
    """A language in which every sentence stands in brackets."""

    def get(self, key: str, default: object = None) -> str:  # type: ignore[override]
        return f"⟦{key}⟧"


@pytest.fixture
def brackets() -> Iterator[None]:
    before = present_language()
    use_language(Language("xx", "Pseudo", BracketedWords()))
    yield
    use_language(before)


@pytest.fixture
def bracketed(brackets: None, qtbot: QtBot) -> Iterator[WindowDesk]:
    made = WindowDesk()
    qtbot.addWidget(made.window)
    made.window.show()
    fill(made)
    yield made
    made.window.close()


def data_words() -> set[str]:
    """What comes from topics, subscriptions and libraries."""
    words = {NORTH.name, *builtin_topics(), *("name", "region", "population", "farthest", "is_part")}  # of towns
    for topic in builtin_topics().values():
        words |= {topic.title, *(attribute.name for attribute in topic.attributes)}
        terms = [term for attribute in topic.attributes for term in terms_of(topic, attribute.name).values()]
        words |= {said for term in terms for said in (term.name, term.meaning, term.source)}
    return words | {word for row in library_rows() for word in row} | {word for row in data_rows() for word in row}


def untranslated(text: str, data: set[str]) -> str:
    """The words of a text that stand outside of brackets and are no data."""
    if text in _QTS_OWN:
        return ""
    rest = re.sub(r"⟦.*(⟧|…)", "", text, flags=re.DOTALL)
    for word in sorted(data, key=len, reverse=True):
        rest = rest.replace(word, "") if len(word) > 2 else rest
    return rest if _WORD.search(_PLAIN.sub("", rest)) else ""


def test_every_dialog_is_walked(desk: WindowDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(desk)
    walked = {type(window).__name__ for _, window in every_window(desk, monkeypatch)}
    modules = (ROOT / "rfers_desktop").rglob("*.py")
    written = {
        name for file in modules for name in re.findall(r"^class (\w+)\(QDialog\)", file.read_text("utf-8"), re.M)
    }
    assert written - walked == set()


def test_everything_on_screen_can_be_translated(bracketed: WindowDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    data = data_words()
    found: dict[str, str] = {}
    for place, window in every_window(bracketed, monkeypatch):
        for widget in (window, *window.findChildren(QWidget)):
            for text in texts_of(widget):
                if untranslated(text, data):
                    found.setdefault(text, f"{place}: {type(widget).__name__}")
    assert found == {}


@pytest.mark.parametrize("code", sorted(languages()))
def test_no_panel_takes_the_map_its_room_in_any_language(code: str, qtbot: QtBot) -> None:
    before = present_language()
    use_language(languages()[code])
    made = WindowDesk()
    qtbot.addWidget(made.window)
    use_language(before)
    made.window.show()
    fill(made)
    wide = {
        panel: width
        for panel in made.window.docks.ids()
        if (width := made.window.docks.dock(panel).widget().minimumSizeHint().width()) > 460
    }
    made.window.close()
    assert wide == {}


def is_shown_control(widget: QWidget) -> bool:
    """Whether it is a control of ours that can be used now; Qt's own inner ones have names that begin with qt_."""
    inner = widget.objectName().startswith("qt_") or isinstance(widget, QScrollBar)
    part_of = isinstance(widget.parentWidget(), QAbstractSpinBox | QComboBox | QTabBar | QAbstractItemView)
    return isinstance(widget, _CONTROLS) and widget.isVisible() and widget.isEnabled() and not inner and not part_of


def buddies(window: QWidget) -> set[QWidget]:
    return {label.buddy() for label in window.findChildren(QLabel) if label.buddy() is not None and label.text()}


def name_of(widget: QWidget, labelled: set[QWidget]) -> str:
    words = widget.text() if isinstance(widget, QAbstractButton) else ""
    return widget.accessibleName() or words or ("by its label" if widget in labelled else "")


def told(place: str, widget: QWidget) -> str:
    parents = []
    above: QWidget | None = widget
    while above is not None and len(parents) < 4:
        parents.append(f"{type(above).__name__}#{above.objectName()}")
        above = above.parentWidget()
    return f"{place}: {' in '.join(parents)}"


def test_every_control_has_a_name_for_screen_readers(desk: WindowDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(desk)
    nameless = [
        told(place, widget)
        for place, window in every_window(desk, monkeypatch)
        for widget in window.findChildren(QWidget)
        if is_shown_control(widget) and not name_of(widget, buddies(window))
    ]
    assert nameless == []


def test_the_keyboard_reaches_every_control(desk: WindowDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(desk)
    unreached = []
    for place, window in every_window(desk, monkeypatch):
        reached = set(chain_of(window))
        unreached += [
            told(place, widget)
            for widget in window.findChildren(QWidget)
            if is_shown_control(widget) and widget.window() is window and not is_among(widget, reached)
        ]
    assert unreached == []


def is_among(widget: QWidget, reached: set[QWidget]) -> bool:
    """Tab reaches one of several radio buttons, the arrows the others."""
    if isinstance(widget, QRadioButton):
        return any(
            isinstance(other, QRadioButton) and other.parentWidget() is widget.parentWidget() for other in reached
        )
    return widget in reached


def chain_of(window: QWidget) -> Iterator[QWidget]:
    """The widgets that Tab goes through; of buttons that exclude each other the arrows reach the rest."""
    widget = window.nextInFocusChain()
    while widget is not window:
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            yield widget
            proxy = widget.focusProxy()
            if proxy is not None:
                yield proxy
        widget = widget.nextInFocusChain()


def test_the_brackets_find_what_is_not_translated(brackets: None, qtbot: QtBot) -> None:
    label = QLabel("Plain words")
    qtbot.addWidget(label)
    assert untranslated("Plain words", set())
    assert not untranslated("⟦Bracketed words⟧ (Ctrl+N)", set())
    assert not untranslated("Emergency asset locations", {"Emergency asset locations"})
    assert list(texts_of(label)).count("Plain words") == 1
    assert QApplication.instance() is not None
