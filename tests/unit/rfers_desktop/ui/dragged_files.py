"""Files that are dragged over a widget and dropped there, as Qt tells of it."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget


def drag_and_drop(widget: QWidget, *urls: QUrl) -> list[bool]:
    """Whether the widget takes what is dragged over it, and what is dropped."""
    data = QMimeData()
    data.setUrls(list(urls))
    rest = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    taken = []
    for event in (QDragEnterEvent(QPoint(5, 5), *rest), QDropEvent(QPointF(5, 5), *rest)):
        event.ignore()
        QApplication.sendEvent(widget, event)
        taken.append(event.isAccepted())
    return taken
