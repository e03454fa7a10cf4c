"""The four forms of thesis figure 4.6: asset location, sensor observation, fire report, thermal image."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.coordinates import read_position
from rfers_desktop.language import later, tr
from scripts.simulation.calls import CAUSES
from scripts.topic_features import (
    Feature,
    LonLat,
    asset_feature,
    image_feature,
    report_feature,
    sensor_feature,
)

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
        row.addWidget(self.path, 1)
        row.addWidget(choose)
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


class Form(QWidget):
    """One topic's attributes to fill in."""

    title = ""

    def __init__(self) -> None:
        super().__init__()
        self.rows = QFormLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.addLayout(self.rows)
        column.addStretch(1)
        self.rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)

    def feature(self) -> Feature:
        """The event as it is filled in, at this moment; raises NotFilledIn."""
        raise NotFilledIn(f"{self.title}: nothing to fill in")

    def add(self, words: str, field: QWidget) -> None:
        """A row with its label, in English."""
        field.setAccessibleName(tr(words))
        self.rows.addRow(tr(words), field)


class AssetForm(Form):
    """Emergency asset location."""

    title = later("Asset location")

    def __init__(self) -> None:
        super().__init__()
        self.asset, self.name = QLineEdit("E1"), QLineEdit()
        self.place = PlaceField("51.0755, -114.1270")
        self.accuracy = _error(100_000.0, " m")
        self.speed = _number(0.0, 2000.0, 60.0, " km/h")
        for words, field in (
            (later("Asset ID"), self.asset),
            (later("Name"), self.name),
            (later("Position"), self.place),
            (later("Position off by"), self.accuracy),
            (later("Speed"), self.speed),
        ):
            self.add(words, field)

    def feature(self) -> Feature:
        asset, name = _text(tr("Asset ID"), self.asset), self.name.text().strip()
        accuracy_m = self.accuracy.value() or None
        return asset_feature(_needed(self.place), asset, self.speed.value(), _now(), name, accuracy_m)


class SensorForm(Form):
    """Wireless sensor observation."""

    title = later("Sensor observation")

    def __init__(self) -> None:
        super().__init__()
        self.sensor, self.name = QLineEdit("S1"), QLineEdit()
        self.place = PlaceField("52.8737, -118.0814")
        self.temperature = _number(-90.0, 1500.0, 28.5, " °C")
        self.humidity = _number(0.0, 100.0, 7.0, " %")
        self.temperature_error, self.humidity_error = _error(100.0, " °C"), _error(100.0, " %")
        for words, field in (
            (later("Sensor ID"), self.sensor),
            (later("Name"), self.name),
            (later("Position"), self.place),
            (later("Temperature"), self.temperature),
            (later("Temperature off by"), self.temperature_error),
            (later("Relative humidity"), self.humidity),
            (later("Humidity off by"), self.humidity_error),
        ):
            self.add(words, field)

    def feature(self) -> Feature:
        sensor, name = _text(tr("Sensor ID"), self.sensor), self.name.text().strip()
        temperature_c, humidity = self.temperature.value(), self.humidity.value() / 100.0
        errors = (self.temperature_error.value(), self.humidity_error.value() / 100.0)
        return sensor_feature(_needed(self.place), sensor, temperature_c, humidity, _now(), name, errors)


class ReportForm(Form):
    """Fire incident report: by address, by position, or both."""

    title = later("Fire report")

    def __init__(self) -> None:
        super().__init__()
        self.report, self.reporter = QLineEdit("R1"), QLineEdit()
        self.address = QLineEdit("2500 University Drive NW, Calgary, AB")
        self.place = PlaceField()
        self.cause = QComboBox()
        self.cause.addItems(["", *CAUSES])
        self.description = QPlainTextEdit()
        self.description.setMaximumHeight(70)
        self.photo = FileField(tr("Photo"), tr("Pictures (*.png *.jpg *.jpeg);;All files (*)"))
        rows = ((later("Report ID"), self.report), (later("Address"), self.address), (later("Position"), self.place))
        more = (
            (later("Reporter"), self.reporter),
            (later("Cause"), self.cause),
            (later("Description"), self.description),
            (later("Photo"), self.photo),
        )
        for words, field in (*rows, *more):
            self.add(words, field)

    def feature(self) -> Feature:
        place, address = self.place.place(), self.address.text().strip()
        if place is None and not address:
            raise NotFilledIn(tr("A report needs an address or a position"))
        return report_feature(
            _text(tr("Report ID"), self.report),
            _now(),
            place,
            address,
            self.reporter.text().strip(),
            self.cause.currentText(),
            self.description.toPlainText().strip(),
            self.photo.content(),
        )


class ImageForm(Form):
    """Wildfire thermal-infrared image."""

    title = later("Thermal image")

    def __init__(self) -> None:
        super().__init__()
        self.image = FileField(tr("GeoTIFF"), tr("GeoTIFF (*.tif *.tiff);;All files (*)"))
        self.description = QPlainTextEdit()
        self.description.setMaximumHeight(70)
        self.add(later("GeoTIFF"), self.image)
        self.add(later("Description"), self.description)

    def feature(self) -> Feature:
        content = self.image.content()
        if content is None:
            raise NotFilledIn(tr("GeoTIFF: choose a file"))
        return image_feature(content, _now(), self.description.toPlainText().strip())


FORMS = (AssetForm, SensorForm, ReportForm, ImageForm)


def _number(least: float, most: float, value: float, unit: str) -> QDoubleSpinBox:
    field = QDoubleSpinBox()
    field.setRange(least, most)
    field.setDecimals(1)
    field.setValue(value)
    field.setSuffix(unit)
    return field


def _error(most: float, unit: str) -> QDoubleSpinBox:
    """How far off a value may be; from the start nothing is said of it."""
    field = _number(0.0, most, 0.0, unit)
    field.setPrefix("± ")
    field.setSpecialValueText(tr("not stated"))
    return field


def _text(words: str, field: QLineEdit) -> str:
    if not field.text().strip():
        raise NotFilledIn(tr("{field}: fill it in", field=words))
    return field.text().strip()


def _needed(field: PlaceField) -> LonLat:
    place = field.place()
    if place is None:
        raise NotFilledIn(tr("{field}: fill it in", field=tr("Position")))
    return place


def _now() -> datetime:
    return datetime.now(UTC)
