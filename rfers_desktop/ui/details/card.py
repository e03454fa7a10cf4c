"""The details card: all that one notification says, with its photo or thermal image, and why it matched."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QImage, QKeyEvent, QKeySequence, QMouseEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from broker_local.protocol.topic import Topic
from rfers_desktop.attribute_text import topic_text
from rfers_desktop.language import tr
from rfers_desktop.layers.looks import name_of
from rfers_desktop.ui.look import GAP
from rfers_desktop.workspace import StoredNotification

from .facts import facts_about
from .picture_reading import Picture
from .why_box import WhyBox

_TALLEST_PICTURE_PX = 200


class DetailsCard(QScrollArea):
    """Empty until a notification is selected in the table or on the map."""

    enlarge = Signal()  # the photo is to be seen large

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Details"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside = QWidget(self)
        self.title = QLabel(inside)
        self.title.setObjectName("title")
        self.topic = QLabel(inside)
        self.topic.setObjectName("quiet")
        for label in (self.title, self.topic):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.picture = _PictureLabel(inside)
        self.picture.clicked.connect(self.enlarge)
        self.caption = QLabel(inside)
        self.caption.setObjectName("quiet")
        self.caption.setTextFormat(Qt.TextFormat.PlainText)
        self.caption.setWordWrap(True)
        self.facts = _FactsTable(inside)
        self.why = WhyBox(inside)
        column = QVBoxLayout(inside)
        column.setContentsMargins(GAP, GAP, GAP, GAP)
        column.setSpacing(GAP)
        for widget in (self.title, self.topic, self.picture, self.caption, self.why, self.facts):
            column.addWidget(widget)
        column.addStretch(1)
        self.setWidget(inside)
        self.show_nothing()

    def show_nothing(self) -> None:
        """Nothing, or more than one thing, is selected."""
        self.title.setText("")
        self.topic.setText(tr("Select a notification in the table, or click it on the map."))
        self.topic.show()
        self.show_picture(None)
        self.why.show_matched(())
        self.facts.hide()

    def show_notification(self, stored: StoredNotification, topics: Mapping[str, Topic]) -> None:
        """Show all of one notification; its picture and its reasons come later."""
        event = stored.notification.event
        topic = topics.get(event.topic)
        title = topic_text(topic, event.topic)
        name = name_of(event, topic)
        self.title.setText(name or title)
        self.topic.setText(title if name else "")
        self.topic.setVisible(bool(name))
        self.facts.show_facts(facts_about(stored, topic))
        self.show_picture(None)
        self.why.show_matched(stored.notification.matched)

    def wait_for_picture(self) -> None:
        """A picture is on its way."""
        self.caption.setText(tr("The picture is being fetched…"))
        self.caption.show()

    def show_picture(self, picture: Picture | None) -> None:
        """Show a photo or a thermal image, or what is wrong with it."""
        self.picture.show_image(None if picture is None else picture.image)
        words = "" if picture is None else picture.problem or picture.caption
        self.caption.setObjectName("wrong" if picture is not None and picture.problem else "quiet")
        self.caption.style().unpolish(self.caption)
        self.caption.style().polish(self.caption)
        self.caption.setText(words)
        self.caption.setVisible(bool(words))


class _FactsTable(QTableWidget):
    """Names and values; as high as its rows, so that only the card scrolls. Ctrl+C copies the selected rows."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(0, 2, parent)
        self.setAccessibleName(tr("All attributes"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(True)
        self.setObjectName("facts")
        self.horizontalHeader().hide()
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(1)  # as high as its words
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_facts(self, facts: list[tuple[str, str]]) -> None:
        """Show other rows."""
        self.setRowCount(len(facts))
        for row, (name, value) in enumerate(facts):
            for column, words in enumerate((name, value)):
                item = QTableWidgetItem(words)
                item.setToolTip(words)
                item.setTextAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
                self.setItem(row, column, item)
        self.show()
        self._fit()

    def rows(self) -> list[tuple[str, str]]:
        """What is shown."""
        cells = [[self.item(row, column) for column in (0, 1)] for row in range(self.rowCount())]
        return [(name.text(), value.text()) for name, value in cells if name is not None and value is not None]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            rows = sorted({index.row() for index in self.selectedIndexes()})
            said = self.rows()
            QGuiApplication.clipboard().setText("\n".join("\t".join(said[row]) for row in rows))
        else:
            super().keyPressEvent(event)

    def _fit(self) -> None:
        self.resizeRowsToContents()
        self.setFixedHeight(sum(self.rowHeight(row) for row in range(self.rowCount())) + 2 * self.frameWidth())


class _PictureLabel(QLabel):
    """A picture as wide as the card at most; a click or Return enlarges it."""

    clicked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._image: QImage | None = None
        self.setAccessibleName(tr("Picture; Return shows it large"))
        self.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()

    def show_image(self, image: QImage | None) -> None:
        """Show another picture, or none."""
        self._image = image
        self.setVisible(image is not None)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.clicked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.clicked.emit()
        else:
            super().keyPressEvent(event)

    def _fit(self) -> None:
        if self._image is None:
            return
        ratio = self.devicePixelRatioF()
        width, height = max(1, round(self.width() * ratio)), round(_TALLEST_PICTURE_PX * ratio)
        shown = QPixmap.fromImage(
            self._image.scaled(
                width, height, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
        )
        shown.setDevicePixelRatio(ratio)
        self.setPixmap(shown)
        self.setFixedHeight(round(shown.height() / ratio))
