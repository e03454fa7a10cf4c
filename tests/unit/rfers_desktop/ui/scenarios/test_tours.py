"""Guides are read from their files, every one has words, and each moment belongs to a step."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.ui.scenarios.tours import Tour, TourStep, read_tours

STEP = {"at_s": 0, "title": "T", "see": "S", "try": "Y", "look_at": [-115, 50, -113, 52]}


def written(folder: Path, name: str, **members: object) -> None:
    (folder / name).mkdir()
    given = {"order": 1, "title": "Title", "about": "About", "steps": [STEP]} | members
    (folder / name / "tour.json").write_text(json.dumps(given))


def test_the_guides_come_in_their_order(tmp_path: Path) -> None:
    written(tmp_path, "b", order=1)
    written(tmp_path, "a", order=2)
    assert [tour.name for tour in read_tours(tmp_path)] == ["b", "a"]
    assert read_tours(tmp_path)[0].steps == (TourStep(0.0, "T", "S", "Y", (-115.0, 50.0, -113.0, 52.0)),)


@pytest.mark.parametrize(
    "wrong",
    [{"steps": None}, {"title": 3}, {"order": "first"}, {"steps": [{"at_s": 1}]}, {"steps": [STEP | {"classes": 3}]}],
)
def test_a_guide_that_is_none_is_named(tmp_path: Path, wrong: dict[str, object]) -> None:
    written(tmp_path, "a", **wrong)
    with pytest.raises(ProtocolError, match=r"a/tour\.json"):
        read_tours(tmp_path)


def test_a_step_may_name_temperature_classes(tmp_path: Path) -> None:
    written(tmp_path, "a", steps=[STEP | {"classes": [50, 150]}])
    assert read_tours(tmp_path)[0].steps[0].classes == (50.0, 150.0)


def test_a_moment_belongs_to_the_step_that_has_begun() -> None:
    tour = Tour("a", "A", "", tuple(TourStep(at_s, "", "", "") for at_s in (0.0, 10.0, 20.0)))
    assert [tour.step_at(now_s) for now_s in (-1.0, 0.0, 9.9, 10.0, 99.0)] == [0, 0, 0, 1, 2]


def test_those_that_come_with_rfers_begin_at_once_and_tell_something_to_try() -> None:
    tours = read_tours()
    assert [tour.name for tour in tours] == [
        "assets_near_incident",
        "hot_and_dry",
        "wildfire_from_the_air",
        "a_bad_day",
        "how_sure",
    ]
    for tour in tours:
        moments = [step.at_s for step in tour.steps]
        assert moments[0] == 0
        assert moments == sorted(moments)
        assert all(step.see and step.to_try and step.look_at for step in tour.steps)
