"""A photo, large: fitted to its window, zoomed by the wheel or keys, moved by dragging, saved as it came."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QPixmap, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGraphicsScene,
    QGraphicsView,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from rfers_desktop.language import tr
from rfers_desktop.ui.look import GAP

_STEP = 1.25
_MOST = 16.0
_ENDINGS = {b"\x89PNG": ".png", b"GIF8": ".gif", b"RIFF": ".webp", b"BM": ".bmp", b"II": ".tif", b"MM": ".tif"}


class PhotoView(QGraphicsView):
    """Shows all of the photo until somebody comes nearer; 0 shows all again."""

    def __init__(self, image: QImage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        scene = QGraphicsScene(self)
        self._item = scene.addPixmap(QPixmap.fromImage(image))
        self._item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        self.setScene(scene)
        self.setAccessibleName(tr("Photo"))
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self._is_fitted = True

    @property
    def scale_now(self) -> float:
        """How many pixels of the screen one of the photo takes."""
        return self.transform().m11()

    def fit(self) -> None:
        """Show all of it."""
        self._is_fitted = True
        self.fitInView(self._item, Qt.AspectRatioMode.KeepAspectRatio)

    def zoom(self, factor: float) -> None:
        """Come nearer, or go back as far as all of it is seen."""
        before = self.scale_now
        self.fit()
        least = self.scale_now
        wanted = min(max(before * factor, least), _MOST)
        self._is_fitted = wanted == least
        self.scale(wanted / least, wanted / least)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._is_fitted:
            self.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.zoom(_STEP if event.angleDelta().y() > 0 else 1 / _STEP)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(_STEP)
        elif event.key() == Qt.Key.Key_Minus:
            self.zoom(1 / _STEP)
        elif event.key() == Qt.Key.Key_0:
            self.fit()
        else:
            super().keyPressEvent(event)


class PhotoViewer(QDialog):
    """The photo and what belongs to it; `content` is what is saved."""

    def __init__(self, image: QImage, content: bytes, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content = content
        self.setWindowTitle(title)
        self.resize(900, 680)
        self.view = PhotoView(image, self)
        hint = QLabel(tr("Wheel or + and − to zoom, 0 to see all, drag to move"), self)
        hint.setObjectName("quiet")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.save = self.buttons.addButton(tr("Save as…"), QDialogButtonBox.ButtonRole.ActionRole)
        self.save.clicked.connect(self._ask_file)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(GAP)
        column.addWidget(self.view, 1)
        column.addWidget(hint)
        column.addWidget(self.buttons)

    def save_to(self, file: Path) -> None:
        """Write the photo as it came; what goes wrong is written into the title."""
        try:
            file.write_bytes(self._content)
        except OSError as error:
            self.setWindowTitle(tr("Not saved: {reason}", reason=str(error)))

    def _ask_file(self) -> None:
        chosen, _ = QFileDialog.getSaveFileName(self, tr("Save the photo"), f"photo{ending_of(self._content)}")
        if chosen:
            self.save_to(Path(chosen))


def ending_of(content: bytes) -> str:
    """The ending of a file with this content."""
    return next((ending for begins, ending in _ENDINGS.items() if content.startswith(begins)), ".jpg")
