"""The forms make valid events of what is filled in, and say what is missing."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event import Event
from broker_local.protocol.event_codec import decode_event
from broker_local.protocol.fuzzy_number import about
from scripts.publisher_fields import NotFilledIn
from scripts.publisher_forms import FORMS, AssetForm, Form, ImageForm, ReportForm, SensorForm
from scripts.simulation.photos import scene_photo
from tests.geotiffs import a_geotiff

pytestmark = pytest.mark.display


def event_of(form: Form) -> Event:
    return decode_event(json.dumps(form.feature()).encode(), builtin_topics(), datetime.now(UTC))


def test_every_form_is_there_and_all_but_the_image_are_filled_in_from_the_start(qtbot: QtBot) -> None:
    for make, topic in zip(FORMS, ("EALocation", "WSObservation", "FireIncReports"), strict=False):
        form = make()
        qtbot.addWidget(form)
        assert event_of(form).topic == topic
    assert len(FORMS) == 4


def test_positions_are_read_as_people_write_them(qtbot: QtBot) -> None:
    form = AssetForm()
    qtbot.addWidget(form)
    for text in ("51.05, -114.07", "51° 03' N 114° 04.2' W"):
        form.place.setText(text)
        event = event_of(form)
        assert event.geometry is not None
        assert (event.geometry.x, event.geometry.y) == pytest.approx((-114.07, 51.05), abs=1e-4)


def test_an_asset_that_drives_on_is_where_its_speed_brings_it(qtbot: QtBot) -> None:
    form = AssetForm()
    qtbot.addWidget(form)
    form.speed.setValue(72.0)
    form.go_on(10.0)
    assert form.place.text() == "51.0755, -114.1270", "it stays unless it is told to drive"
    form.heading.setValue(0.0)
    form.go_on(10.0)
    event = event_of(form)
    assert event.geometry is not None
    assert (event.geometry.x, event.geometry.y) == pytest.approx((-114.127, 51.0755 + 200 / 111_320), abs=1e-5)


def test_every_form_may_be_of_another_moment(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "a.tif").write_bytes(a_geotiff())
    for make in FORMS:
        form = make()
        qtbot.addWidget(form)
        if isinstance(form, ImageForm):
            form.image.path.setText(str(tmp_path / "a.tif"))
        form.when.choose(datetime(2026, 7, 1, 14, 15, 21, tzinfo=UTC))
        assert event_of(form).time == datetime(2026, 7, 1, 14, 15, 21, tzinfo=UTC)


def test_an_image_that_says_when_it_was_taken_is_of_then(qtbot: QtBot, tmp_path: Path) -> None:
    form = ImageForm()
    qtbot.addWidget(form)
    (tmp_path / "a.tif").write_bytes(a_geotiff(taken="2007:11:24 18:30:00"))
    (tmp_path / "b.tif").write_bytes(a_geotiff())
    form.image.path.setText(str(tmp_path / "a.tif"))
    assert event_of(form).time == datetime(2007, 11, 24, 18, 30, tzinfo=UTC)
    form.image.path.setText(str(tmp_path / "b.tif"))
    assert form.when.is_now.isChecked()


def test_humidity_is_filled_in_by_the_hundred_and_sent_by_the_one(qtbot: QtBot) -> None:
    form = SensorForm()
    qtbot.addWidget(form)
    form.humidity.setValue(7.5)
    assert event_of(form).attributes["Humidity"] == 0.075


def test_how_far_off_something_may_be_is_sent_where_it_is_filled_in(qtbot: QtBot) -> None:
    asset, sensor = AssetForm(), SensorForm()
    for form in (asset, sensor):
        qtbot.addWidget(form)
    assert event_of(asset).accuracy_m is None
    assert event_of(sensor).attributes["Temperature"] == 28.5
    asset.accuracy.setValue(40.0)
    sensor.temperature_error.setValue(1.5)
    sensor.humidity_error.setValue(3.0)
    assert event_of(asset).accuracy_m == 40.0
    attributes = event_of(sensor).attributes
    assert (attributes["Temperature"], attributes["Humidity"]) == (about(28.5, 1.5), about(0.07, 0.03))


def test_a_report_carries_its_photo_and_shows_it(qtbot: QtBot, tmp_path: Path) -> None:
    form = ReportForm()
    qtbot.addWidget(form)
    (tmp_path / "a.png").write_bytes(scene_photo(1))
    form.photo.path.setText(str(tmp_path / "a.png"))
    assert not form.photo.preview.pixmap().isNull()
    assert event_of(form).attributes["IncPhoto"] == scene_photo(1)


def test_the_rows_stay_together_in_a_tall_window(qtbot: QtBot) -> None:
    form = ImageForm()
    qtbot.addWidget(form)
    form.resize(600, 900)
    form.show()
    assert form.image.height() <= form.image.sizeHint().height()
    assert form.image.mapTo(form, form.image.rect().topLeft()).y() < 60


def test_an_image_is_sent_with_its_words(qtbot: QtBot, tmp_path: Path) -> None:
    form = ImageForm()
    qtbot.addWidget(form)
    (tmp_path / "a.tif").write_bytes(a_geotiff())
    form.image.path.setText(str(tmp_path / "a.tif"))
    form.description.setPlainText("West wind")
    assert event_of(form).attributes["RasterDesc"] == "West wind"


@pytest.mark.parametrize(
    ("make", "spoil", "reason"),
    [
        (AssetForm, lambda form: form.asset.clear(), "Asset ID: fill it in"),
        (AssetForm, lambda form: form.place.clear(), "Position: fill it in"),
        (AssetForm, lambda form: form.place.setText("over there"), "Position: "),
        (SensorForm, lambda form: form.sensor.clear(), "Sensor ID"),
        (ReportForm, lambda form: form.address.clear(), "an address or a position"),
        (ReportForm, lambda form: form.photo.path.setText("/nowhere.png"), "Photo: /nowhere.png: No such file"),
        (ImageForm, lambda form: None, "choose a file"),
        (Form, lambda form: None, "nothing to fill in"),
    ],
)
def test_what_is_missing_is_said(qtbot: QtBot, make: type, spoil: object, reason: str) -> None:
    form = make()
    qtbot.addWidget(form)
    spoil(form)  # type: ignore[operator]
    with pytest.raises(NotFilledIn, match=reason):
        form.feature()
