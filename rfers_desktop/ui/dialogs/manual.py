"""The manual in a window of its own: pages to choose and to search, with pictures that fit."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QTimer, QUrl
from PySide6.QtGui import QImage, QResizeEvent, QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from rfers_desktop.language import tr
from rfers_desktop.ui.help_pages import FIRST, HelpPage, help_folder
from rfers_desktop.ui.look import GAP

_SIZE_PX = (980, 680)
_CONTENTS_PX = 230
_MARGIN_PX = 18


class PageView(QTextBrowser):
    """A page; its pictures are never wider than it is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Page of the manual"))
        self.setSearchPaths([str(help_folder())])
        self.setOpenLinks(False)
        self.document().setDocumentMargin(_MARGIN_PX)
        # A bar that came and went with the text would change the room while Qt lays the text out in it.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._page: HelpPage | None = None
        self._again = QTimer(self)  # never from within a layout: a document that is cleared there takes Qt down
        self._again.setSingleShot(True)
        self._again.timeout.connect(self._write)

    def show_page(self, page: HelpPage) -> None:
        """Show a page from its beginning."""
        self._page = page
        self._write()
        self.verticalScrollBar().setValue(0)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        if kind == QTextDocument.ResourceType.ImageResource.value:
            picture = QImage(str(help_folder() / QUrl(name).toString()))
            return picture.scaled(self._room(picture), mode=Qt.TransformationMode.SmoothTransformation)
        return super().loadResource(kind, name)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._again.start()

    def _write(self) -> None:
        if self._page is not None:
            self.document().clear()  # forgets the pictures of another width
            self.setMarkdown(self._page.text)

    def _room(self, picture: QImage) -> QSize:
        width = min(picture.width(), max(self.viewport().width() - 3 * _MARGIN_PX, 100))
        return QSize(width, max(round(picture.height() * width / max(picture.width(), 1)), 1))


class ManualDialog(QDialog):
    """Not in the way: the window can be used beside it."""

    def __init__(self, pages: Sequence[HelpPage], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("The officer's manual"))
        self.setModal(False)
        self.resize(*_SIZE_PX)
        self._pages = {page.name: page for page in pages}
        self.query = QLineEdit(self)
        self.query.setAccessibleName(tr("Search the manual"))
        self.query.setPlaceholderText(tr("Search the manual"))
        self.query.setClearButtonEnabled(True)
        self.contents = QListWidget(self)
        self.contents.setAccessibleName(tr("Contents"))
        self.none = QLabel(tr("No page has these words."), self)
        self.none.setObjectName("quiet")
        self.page = PageView(self)
        left = QVBoxLayout()
        left.addWidget(self.query)
        left.addWidget(self.contents, 1)
        left.addWidget(self.none)
        row = QHBoxLayout(self)
        row.setContentsMargins(GAP, GAP, GAP, GAP)
        row.addLayout(left)
        row.addWidget(self.page, 1)
        self.query.setFixedWidth(_CONTENTS_PX)
        self.contents.setFixedWidth(_CONTENTS_PX)
        self.query.textChanged.connect(self._search)
        self.query.returnPressed.connect(self._find_in_page)
        self.contents.currentItemChanged.connect(lambda *_: self._show_chosen())
        self.page.anchorClicked.connect(lambda link: self.open_page(link.toString().removesuffix(".md")))
        self._search("")

    def open_page(self, name: str) -> None:
        """Show a page; the first one if there is none of this name."""
        wanted = name if name in self._pages else FIRST
        self.query.clear()
        for row in range(self.contents.count()):
            if self.contents.item(row).data(Qt.ItemDataRole.UserRole) == wanted:
                self.contents.setCurrentRow(row)

    def titles(self) -> list[str]:
        """The pages in the list of contents."""
        return [self.contents.item(row).text() for row in range(self.contents.count())]

    def _search(self, query: str) -> None:
        self.contents.clear()
        for page in self._pages.values():
            if page.answers(query):
                item = QListWidgetItem(page.title, self.contents)
                item.setData(Qt.ItemDataRole.UserRole, page.name)
        self.none.setVisible(self.contents.count() == 0)
        if self.contents.count():
            self.contents.setCurrentRow(0)
            self._find_in_page()

    def _show_chosen(self) -> None:
        item = self.contents.currentItem()
        if item is not None:
            self.page.show_page(self._pages[item.data(Qt.ItemDataRole.UserRole)])

    def _find_in_page(self) -> None:
        words = self.query.text().split()
        if words and not self.page.find(words[0]):
            self.page.moveCursor(self.page.textCursor().MoveOperation.Start)
            self.page.find(words[0])
