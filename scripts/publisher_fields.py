"""What the forms of the publisher's window are made of: fields for positions, moments, files and numbers."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QDateTime, Qt, QTimeZone
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QDateTimeEdit,
    QDoubleSpinBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.coordinates import read_position
from rfers_desktop.language import later, tr
from scripts.topic_features import LonLat

_PREVIEW_PX = 160
_PLACE_HINT = later("51.0755, -114.1270, or 51° 04' 32\" N 114° 07' 37\" W, or UTM, or MGRS")


class NotFilledIn(ValueError):
    """What is missing or wrong in a form, in words for who fills it in."""


class PlaceField(QLineEdit):
    """A position in any of the ways people write one."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setPlaceholderText(tr(_PLACE_HINT))

    def place(self) -> LonLat | None:
        """Lon and lat; None if nothing is written."""
        if not self.text().strip():
            return None
        try:
            read = read_position(self.text())
        except ProtocolError as error:
            raise NotFilledIn(tr("Position: {reason}", reason=error)) from None
        return read.lon, read.lat

    def show_place(self, place: LonLat) -> None:
        """Write a position."""
        self.setText(f"{place[1]:.6f}, {place[0]:.6f}")


class FileField(QWidget):
    """The path of a file, typed, chosen or dropped; a picture is shown small."""

    def __init__(self, title: str, kinds: str) -> None:
        super().__init__()
        self._title, self._kinds = title, kinds
        self.path = QLineEdit()
        self.path.setPlaceholderText(tr("No file"))
        self.path.textChanged.connect(self._preview)
        choose = QPushButton(tr("Choose…"))
        choose.clicked.connect(self._choose)
        self.preview = QLabel()
        self.preview.setVisible(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)  # no taller than what is in it
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.path, 1, Qt.AlignmentFlag.AlignTop)  # beside its label, also when the picture is taller
        row.addWidget(choose, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.preview)

    def content(self) -> bytes | None:
        """What is in the file; None if none is named."""
        if not self.path.text().strip():
            return None
        try:
            return Path(self.path.text().strip()).read_bytes()
        except OSError as error:
            raise NotFilledIn(f"{self._title}: {self.path.text()}: {error.strerror}") from None

    def _choose(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(self, self._title, "", self._kinds)
        if chosen:
            self.path.setText(chosen)

    def _preview(self) -> None:
        picture = QPixmap(self.path.text()) if Path(self.path.text()).is_file() else QPixmap()
        self.preview.setVisible(not picture.isNull())
        if not picture.isNull():
            self.preview.setPixmap(picture.scaled(_PREVIEW_PX, _PREVIEW_PX, Qt.AspectRatioMode.KeepAspectRatio))


class MomentField(QWidget):
    """When something happened: now, or at another moment that is written, UTC."""

    def __init__(self) -> None:
        super().__init__()
        self.is_now = QCheckBox(tr("now"))
        self.is_now.setChecked(True)
        self.written = QDateTimeEdit()
        self.written.setAccessibleName(tr("When (UTC)"))
        self.written.setTimeZone(QTimeZone.utc())
        self.written.setDisplayFormat("yyyy-MM-dd HH:mm:ss")
        self.written.setEnabled(False)
        self.is_now.toggled.connect(self._toggle)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.is_now)
        row.addWidget(self.written, 1)
        self._write(datetime.now(UTC))

    def moment(self) -> datetime:
        """Now, or what is written."""
        if self.is_now.isChecked():
            return datetime.now(UTC)
        return datetime.fromtimestamp(self.written.dateTime().toSecsSinceEpoch(), UTC)

    def choose(self, moment: datetime) -> None:
        """Write a moment in place of now."""
        self.is_now.setChecked(False)
        self._write(moment)

    def _toggle(self, is_now: bool) -> None:
        self.written.setEnabled(not is_now)
        if not is_now:
            self._write(datetime.now(UTC))

    def _write(self, moment: datetime) -> None:
        self.written.setDateTime(QDateTime.fromSecsSinceEpoch(int(moment.timestamp()), QTimeZone.utc()))


def number(least: float, most: float, value: float, unit: str) -> QDoubleSpinBox:
    """A field for a number with its unit."""
    field = QDoubleSpinBox()
    field.setRange(least, most)
    field.setDecimals(1)
    field.setValue(value)
    field.setSuffix(unit)
    return field


def error_field(most: float, unit: str) -> QDoubleSpinBox:
    """How far off a value may be; from the start nothing is said of it."""
    field = number(0.0, most, 0.0, unit)
    field.setPrefix("± ")
    field.setSpecialValueText(tr("not stated"))
    return field
