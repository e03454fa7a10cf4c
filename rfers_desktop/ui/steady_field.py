"""Fields that the wheel does not change while one scrolls past them: what they had nobody would have seen."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget

_Field = TypeVar("_Field", bound=QWidget)


def steady(field: _Field) -> _Field:
    """The field, which hears the wheel only if it has the focus, by a click or Tab; else what it lies in does."""
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the usual one is got by the wheel too
    field.installEventFilter(_Steady(field))
    return field


class _Steady(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Wheel or not isinstance(watched, QWidget) or watched.hasFocus():
            return False
        event.ignore()  # it goes on to the parent
        return True
