"""The map as a page: what is on it, how it looks, and where it goes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QPageLayout, QPageSize, QPainter, QPixmap
from PySide6.QtPrintSupport import QPrinter, QPrintPreviewDialog
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from rfers_desktop.geo.page_grid import GridKind
from rfers_desktop.language import count_text, tr
from rfers_desktop.ui.look import GAP, WIDE_GAP, present_theme
from rfers_desktop.ui.map_output import (
    PAPER_IDS,
    MapSource,
    PageWish,
    PageWriter,
    Paper,
    copy_page,
    make_page,
    page_image,
    print_page,
)
from rfers_desktop.ui.map_page import PAGE_DPI, MapPage
from rfers_desktop.ui.themes import DAY, THEMES

_SCALES = (5_000, 10_000, 20_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_000_000, 5_000_000)
_RESOLUTIONS = (96, 150, 200, 300)
_FIELDS_PX = 300
_PREVIEW = QSize(560, 460)
_QUIET_MS = 200  # the preview waits until the typing stops


def ask_file(parent: QWidget, suggested: str, kinds: str) -> str:
    """Where to save; empty if the user thinks better of it."""
    path, _ = QFileDialog.getSaveFileName(parent, tr("Save the map"), suggested, kinds)
    return path


def preview_print(printer: QPrinter, paint: Callable[[QPrinter], None], parent: QWidget) -> None:
    """Show what will be printed, and print it from there."""
    dialog = QPrintPreviewDialog(printer, parent)
    dialog.paintRequested.connect(paint)
    dialog.exec()


class OutputDialog(QDialog):
    """Fields on the left, the page as it will be on the right."""

    def __init__(
        self,
        source: MapSource,
        credit: str,
        parent: QWidget | None = None,
        *,
        ask_file: Callable[[QWidget, str, str], str] = ask_file,
        preview_print: Callable[[QPrinter, Callable[[QPrinter], None], QWidget], None] = preview_print,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Print or save the map"))
        self._source = source
        self._ask_file = ask_file
        self._preview_print = preview_print
        self._now = now
        self.title = QLineEdit("", self)
        self.title.setPlaceholderText(tr("What the map shows"))
        self.credit = QLineEdit(credit, self)
        self.paper = _choice(self, [(tr(paper.value), paper) for paper in Paper], Paper.LETTER)
        self.direction = _choice(self, [(tr("Landscape"), True), (tr("Portrait"), False)], True)
        scales: list[tuple[str, object]] = [
            (tr("What the window shows"), None),
            *((f"1:{count_text(n)}", float(n)) for n in _SCALES),
        ]
        self.scale = _choice(self, scales, None)
        self.resolution = _choice(self, [(tr("{dpi} dots an inch", dpi=dpi), dpi) for dpi in _RESOLUTIONS], 200)
        self.theme = _choice(self, [(tr(name), theme) for name, theme in THEMES.items()], DAY)
        self.grid = _choice(self, [(tr(kind.value), kind) for kind in GridKind], GridKind.DEGREES)
        self.legend = _tick(self, tr("&Legend"))
        self.preview = QLabel(self)
        self.message = QLabel(self)
        self.progress = QProgressBar(self)
        self.png, self.pdf, self.copy, self.print, self.close_button = (
            QPushButton(words, self)
            for words in (tr("Save P&NG…"), tr("Save P&DF…"), tr("&Copy"), tr("&Print…"), tr("Close"))
        )
        self._writer = PageWriter(self)
        self._writer.written.connect(self._written)
        self._writer.failed.connect(self._failed)
        self._soon = QTimer(self, singleShot=True, interval=_QUIET_MS)
        self._soon.timeout.connect(self.refresh)
        self._lay_out()
        self._connect()
        self.refresh()

    def wish(self) -> PageWish:
        """What the fields say."""
        return PageWish(
            title=self.title.text().strip(),
            source=self.credit.text().strip(),
            paper=self.paper.currentData(),
            is_landscape=self.direction.currentData(),
            denominator=self.scale.currentData(),
            dpi=self.resolution.currentData(),
            grid=self.grid.currentData(),
            has_legend=self.legend.isChecked(),
            theme=self.theme.currentData(),
        )

    def refresh(self) -> None:
        """Paint the preview anew."""
        self._soon.stop()
        self.direction.setEnabled(self.paper.currentData() is not Paper.SCREEN)
        page = self._page(round(PAGE_DPI))
        if page is None:
            return
        ratio = self.devicePixelRatio()
        picture = page_image(page, PAGE_DPI).scaled(
            _PREVIEW * ratio, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
        _dim(picture)
        picture.setDevicePixelRatio(ratio)
        self.preview.setPixmap(QPixmap.fromImage(picture))
        self.preview.setAccessibleDescription(
            tr(
                "{untitled}, scale 1:{denominator}",
                untitled=page.title or "Untitled",
                denominator=count_text(round(page.denominator)),
            )
        )

    def done(self, result: int) -> None:
        """Close, after the file that was asked for is finished."""
        self._soon.stop()
        self._writer.wait()
        super().done(result)

    def _save(self, ending: str, kinds: str) -> None:
        name = "".join(letter if letter.isalnum() or letter in " -_" else " " for letter in self.title.text()).strip()
        chosen = self._ask_file(self, f"{name or 'map'}{ending}", kinds)
        if not chosen:
            return
        path = Path(chosen if chosen.lower().endswith(ending) else chosen + ending)
        page = self._page(self.wish().dpi)
        if page is not None:
            self._set_busy(True)
            self._say(tr("Writing {name}…", name=path.name))
            self._writer.start(page, path, self.wish().dpi)

    def _copy(self) -> None:
        page = self._page(self.wish().dpi)
        if page is not None:
            copy_page(page, self.wish().dpi)
            self._say(tr("The page is on the clipboard."))

    def _print(self) -> None:
        wish = self.wish()
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(wish.title or tr("Map"))
        if wish.paper in PAPER_IDS:
            printer.setPageSize(QPageSize(PAPER_IDS[wish.paper]))
        upright, across = QPageLayout.Orientation.Portrait, QPageLayout.Orientation.Landscape
        printer.setPageOrientation(across if wish.is_landscape else upright)
        self._preview_print(printer, self._paint_print, self)

    def _paint_print(self, printer: QPrinter) -> None:
        try:
            print_page(self._source, self.wish(), self._now(), printer)
        except (OSError, ValueError, MemoryError) as error:
            self._failed(str(error))

    def _page(self, dpi: int) -> MapPage | None:
        """The page, painted with an hourglass for a cursor; None and a message if there can be none."""
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            page = make_page(self._source, self.wish(), self._now(), dpi=dpi)
        except (ValueError, MemoryError) as error:
            self._failed(str(error))
            return None
        finally:
            QApplication.restoreOverrideCursor()
        self._say("")
        return page

    def _written(self, path: str) -> None:
        self._set_busy(False)
        self._say(tr("Saved {path}", path=path))

    def _failed(self, words: str) -> None:
        self._set_busy(False)
        self._say(words, is_wrong=True)

    def _set_busy(self, is_busy: bool) -> None:
        self.progress.setVisible(is_busy)
        for button in (self.png, self.pdf, self.copy, self.print):
            button.setEnabled(not is_busy)

    def _say(self, words: str, *, is_wrong: bool = False) -> None:
        self.message.setObjectName("wrong" if is_wrong else "quiet")
        self.message.style().polish(self.message)
        self.message.setText(words)

    def _connect(self) -> None:
        for field in (self.title, self.credit):
            field.textChanged.connect(lambda _: self._soon.start())
        for choice in (self.paper, self.direction, self.scale, self.resolution, self.theme, self.grid):
            choice.currentIndexChanged.connect(lambda _: self._soon.start())
        self.legend.toggled.connect(lambda _: self._soon.start())
        self.png.clicked.connect(lambda: self._save(".png", tr("Pictures (*.png)")))
        self.pdf.clicked.connect(lambda: self._save(".pdf", tr("PDF (*.pdf)")))
        self.copy.clicked.connect(self._copy)
        self.print.clicked.connect(self._print)
        self.close_button.clicked.connect(self.reject)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setVerticalSpacing(GAP)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        fields: tuple[tuple[str, QWidget], ...] = (
            (tr("&Title"), self.title),
            (tr("&Source"), self.credit),
            (tr("Pap&er"), self.paper),
            (tr("&Orientation"), self.direction),
            (tr("Sc&ale"), self.scale),
            (tr("&Resolution"), self.resolution),
            (tr("Colo&urs"), self.theme),
            (tr("&Grid"), self.grid),
        )
        for words, field in fields:
            field.setAccessibleName(words.replace("&", ""))
            form.addRow(words, field)
        form.addRow("", self.legend)
        self.preview.setAccessibleName(tr("Preview of the page"))
        self.preview.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.preview.setFixedSize(_PREVIEW)
        self.message.setAccessibleName(tr("What became of it"))
        self.message.setWordWrap(True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.progress.setAccessibleName(tr("The page is being written"))
        self.progress.setRange(0, 0)
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(6)
        self.progress.hide()
        left = QVBoxLayout()
        left.addLayout(form)
        left.addStretch(1)
        left.addWidget(self.message)
        left.addWidget(self.progress)
        upper = QHBoxLayout()
        upper.setSpacing(WIDE_GAP)
        upper.addLayout(left)
        upper.addWidget(self.preview, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(GAP)
        for button in (self.png, self.pdf, self.copy, self.print):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(self.close_button)
        self.close_button.setAutoDefault(False)
        self.title.setFixedWidth(_FIELDS_PX)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 20)
        layout.setSpacing(WIDE_GAP)
        layout.addLayout(upper)
        layout.addLayout(buttons)


def _dim(picture: QImage) -> None:
    """White paper would blind who works in the dark: there the preview is seen as by the light of the theme."""
    theme = present_theme()
    if theme.is_dark:
        painter = QPainter(picture)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        painter.fillRect(picture.rect(), QColor(theme.unavailable_text))
        painter.end()


def _choice(parent: QWidget, rows: list[tuple[str, object]], first: object) -> QComboBox:
    box = QComboBox(parent)
    for words, value in rows:
        box.addItem(words, value)
    box.setCurrentIndex([value for _, value in rows].index(first))
    return box


def _tick(parent: QWidget, words: str) -> QCheckBox:
    box = QCheckBox(words, parent)
    box.setChecked(True)
    return box
