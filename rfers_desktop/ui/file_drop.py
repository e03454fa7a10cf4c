"""Files dropped onto a widget: taken by whoever wants them, whatever the widget itself does with the mouse."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

_ON_THE_WAY = (QEvent.Type.DragEnter, QEvent.Type.DragMove)


class FileDrop(QObject):
    """Watches a widget; what is no file on this machine passes by."""

    def __init__(self, widget: QWidget, take: Callable[[list[Path]], None]) -> None:
        super().__init__(widget)
        self._take = take
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Accept files that are dragged over the widget, and hand on those that are dropped."""
        if event.type() not in (*_ON_THE_WAY, QEvent.Type.Drop) or not isinstance(event, QDropEvent):
            return False
        files = dropped_files(event.mimeData())
        if not files:
            return False
        event.acceptProposedAction()
        if event.type() == QEvent.Type.Drop:
            self._take(files)
        return True


def dropped_files(data: QMimeData) -> list[Path]:
    """The files on this machine that are dragged."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
