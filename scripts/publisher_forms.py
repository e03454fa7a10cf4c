"""The four forms of thesis figure 4.6: asset location, sensor observation, fire report, thermal image."""

from __future__ import annotations

from contextlib import suppress

from PySide6.QtWidgets import QComboBox, QFormLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from broker_local.protocol.errors import ProtocolError
from broker_local.service.images import read_image
from rfers_desktop.language import later, tr
from scripts.publisher_fields import FileField, MomentField, NotFilledIn, PlaceField, error_field, number
from scripts.simulation.calls import CAUSES
from scripts.simulation.ground import moved
from scripts.topic_features import (
    Feature,
    LonLat,
    asset_feature,
    image_feature,
    report_feature,
    sensor_feature,
)


class Form(QWidget):
    """One topic's attributes to fill in."""

    title = ""

    def __init__(self) -> None:
        super().__init__()
        self.when = MomentField()
        self.rows = QFormLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.addLayout(self.rows)
        column.addStretch(1)
        self.rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)

    def feature(self) -> Feature:
        """The event as it is filled in, at this moment; raises NotFilledIn."""
        raise NotFilledIn(f"{self.title}: nothing to fill in")

    def go_on(self, seconds: float) -> None:
        """Bring what changes by itself up to so many seconds later."""

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
        self.accuracy = error_field(100_000.0, " m")
        self.speed = number(0.0, 2000.0, 60.0, " km/h")
        self.heading = number(-1.0, 359.0, -1.0, "°")
        self.heading.setSpecialValueText(tr("stays where it is"))
        self.heading.setToolTip(tr("Each time it is sent again, it has driven on this way at its speed"))
        for words, field in (
            (later("Asset ID"), self.asset),
            (later("Name"), self.name),
            (later("Position"), self.place),
            (later("Position off by"), self.accuracy),
            (later("Speed"), self.speed),
            (later("Heading"), self.heading),
            (later("When (UTC)"), self.when),
        ):
            self.add(words, field)

    def feature(self) -> Feature:
        asset, name = _text(tr("Asset ID"), self.asset), self.name.text().strip()
        accuracy_m = self.accuracy.value() or None
        return asset_feature(_needed(self.place), asset, self.speed.value(), self.when.moment(), name, accuracy_m)

    def go_on(self, seconds: float) -> None:
        heading_deg = self.heading.value()
        if heading_deg >= 0.0:
            driven_m = self.speed.value() / 3.6 * seconds
            self.place.show_place(moved(_needed(self.place), heading_deg, driven_m))


class SensorForm(Form):
    """Wireless sensor observation."""

    title = later("Sensor observation")

    def __init__(self) -> None:
        super().__init__()
        self.sensor, self.name = QLineEdit("S1"), QLineEdit()
        self.place = PlaceField("52.8737, -118.0814")
        self.temperature = number(-90.0, 1500.0, 28.5, " °C")
        self.humidity = number(0.0, 100.0, 7.0, " %")
        self.temperature_error, self.humidity_error = error_field(100.0, " °C"), error_field(100.0, " %")
        for words, field in (
            (later("Sensor ID"), self.sensor),
            (later("Name"), self.name),
            (later("Position"), self.place),
            (later("Temperature"), self.temperature),
            (later("Temperature off by"), self.temperature_error),
            (later("Relative humidity"), self.humidity),
            (later("Humidity off by"), self.humidity_error),
            (later("When (UTC)"), self.when),
        ):
            self.add(words, field)

    def feature(self) -> Feature:
        sensor, name = _text(tr("Sensor ID"), self.sensor), self.name.text().strip()
        temperature_c, humidity = self.temperature.value(), self.humidity.value() / 100.0
        errors = (self.temperature_error.value(), self.humidity_error.value() / 100.0)
        return sensor_feature(_needed(self.place), sensor, temperature_c, humidity, self.when.moment(), name, errors)


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
            (later("When (UTC)"), self.when),
        )
        for words, field in (*rows, *more):
            self.add(words, field)

    def feature(self) -> Feature:
        place, address = self.place.place(), self.address.text().strip()
        if place is None and not address:
            raise NotFilledIn(tr("A report needs an address or a position"))
        return report_feature(
            _text(tr("Report ID"), self.report),
            self.when.moment(),
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
        self.add(later("When (UTC)"), self.when)
        self.image.path.textChanged.connect(self._see_when)

    def feature(self) -> Feature:
        content = self.image.content()
        if content is None:
            raise NotFilledIn(tr("GeoTIFF: choose a file"))
        return image_feature(content, self.when.moment(), self.description.toPlainText().strip())

    def _see_when(self) -> None:
        """An image that says when it was taken is of then."""
        self.when.is_now.setChecked(True)
        with suppress(NotFilledIn, ProtocolError):
            content = self.image.content()
            taken_at = None if content is None else read_image(content, "image").taken_at
            if taken_at is not None:
                self.when.choose(taken_at)


FORMS = (AssetForm, SensorForm, ReportForm, ImageForm)


def _text(words: str, field: QLineEdit) -> str:
    if not field.text().strip():
        raise NotFilledIn(tr("{field}: fill it in", field=words))
    return field.text().strip()


def _needed(field: PlaceField) -> LonLat:
    place = field.place()
    if place is None:
        raise NotFilledIn(tr("{field}: fill it in", field=tr("Position")))
    return place
