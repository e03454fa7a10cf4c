"""The settings: a row each, below headings; what is changed holds at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QLabel,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from rfers_desktop.language import tr
from rfers_desktop.ui.look import GAP, WIDE_GAP
from rfers_desktop.ui.setting import Amount, Choice, Setting, Switch

_SIZE_PX = (620, 520)


class SettingsDialog(QDialog):
    """`fields` has the control of each setting by its words."""

    def __init__(self, settings: Iterable[Setting], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Settings"))
        self.resize(*_SIZE_PX)
        self.fields: dict[str, QWidget] = {}
        self.message = QLabel(self)
        self.message.setObjectName("wrong")
        self.message.setWordWrap(True)
        self.message.setAccessibleName(tr("Settings message"))
        page = QWidget(self)
        rows = QVBoxLayout(page)
        rows.setContentsMargins(WIDE_GAP, WIDE_GAP, WIDE_GAP, WIDE_GAP)
        rows.setSpacing(GAP)
        given = list(settings)
        order = {setting.section: place for place, setting in reversed(list(enumerate(given)))}
        for section, group in groupby(sorted(given, key=lambda row: order[row.section]), key=lambda row: row.section):
            heading = QLabel(section, page)
            heading.setObjectName("field")
            rows.addWidget(heading)
            rows.addLayout(self._form(list(group), page))
            rows.addSpacing(WIDE_GAP)
        rows.addStretch(1)
        area = QScrollArea(self)
        area.setWidget(page)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        end = QDialogButtonBox(self)
        self.done_button = end.addButton(tr("&Close"), QDialogButtonBox.ButtonRole.AcceptRole)
        end.accepted.connect(self.accept)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, WIDE_GAP, WIDE_GAP)
        column.addWidget(area, 1)
        column.addWidget(self.message)
        column.addWidget(end)

    def _form(self, settings: Iterable[Setting], page: QWidget) -> QFormLayout:
        form = QFormLayout()
        form.setContentsMargins(WIDE_GAP, 0, 0, 0)
        form.setHorizontalSpacing(WIDE_GAP)
        for setting in settings:
            control = self._control(setting, page)
            control.setAccessibleName(setting.words)
            control.setAccessibleDescription(setting.hint)
            self.fields[setting.words] = control
            if isinstance(setting, Switch):
                form.addRow(control)
            else:
                label = QLabel(setting.words, page)
                label.setBuddy(control)
                form.addRow(label, control)
            if setting.hint:
                hint = QLabel(setting.hint, page)
                hint.setObjectName("quiet")
                hint.setWordWrap(True)
                form.addRow("", hint) if not isinstance(setting, Switch) else form.addRow(hint)
        return form

    def _control(self, setting: Setting, page: QWidget) -> QWidget:
        match setting:
            case Choice():
                box = QComboBox(page)
                for value, name in setting.options:
                    box.addItem(name, value)
                box.setCurrentIndex(max(box.findData(setting.read()), 0))
                box.currentIndexChanged.connect(lambda _: self._set(lambda: setting.write(box.currentData())))
                return box
            case Switch():
                tick = QCheckBox(setting.words, page)
                tick.setChecked(setting.read())
                tick.toggled.connect(lambda is_on: self._set(lambda: setting.write(is_on)))
                return tick
            case Amount():
                spin = QSpinBox(page)
                spin.setRange(setting.least, setting.most)
                spin.setSuffix(f" {setting.unit}" if setting.unit else "")
                spin.setGroupSeparatorShown(True)
                spin.setValue(setting.read())
                spin.editingFinished.connect(lambda: self._set(lambda: setting.write(spin.value())))
                return spin

    def _set(self, write: Callable[[], None]) -> None:
        try:
            write()
        except OSError as error:
            self.message.setText(tr("This could not be kept: {error}", error=error))
        else:
            self.message.clear()
