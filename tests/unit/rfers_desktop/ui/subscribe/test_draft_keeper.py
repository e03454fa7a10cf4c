"""Tests of the draft that is kept while it is made."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.subscription import SubscriptionOptions
from rfers_desktop.drafting.draft_memory import DraftMemory
from rfers_desktop.drafting.parked_draft import ParkedDraft
from rfers_desktop.drafting.sketch import Shape, Sketch
from rfers_desktop.ui.subscribe.draft_keeper import DraftKeeper
from rfers_desktop.ui.subscribe.draft_model import DraftModel

pytestmark = pytest.mark.display

NOW = datetime(2026, 8, 5, 14, 15, tzinfo=UTC)


class Kept:
    def __init__(self, folder: Path) -> None:
        self.file = folder / "drafts.json"
        self.model = DraftModel(builtin_topics())
        self.keeper = DraftKeeper(self.model, self.file, NOW.timestamp)
        self.model.load(ParkedDraft(Sketch(Shape.LINE), "EALocation"))

    def on_disk(self) -> tuple[ParkedDraft, ...]:
        """What one would find after a crash now."""
        return DraftMemory(self.file).parked


@pytest.fixture
def kept(qtbot: QtBot, tmp_path: Path) -> Kept:
    return Kept(tmp_path)


def add_corner(kept: Kept, lon: float) -> None:
    kept.model.drawing.step(kept.model.sketch.with_corner((lon, 51.0)))
    kept.model.drawn()


def test_every_corner_is_on_disk_at_once(kept: Kept) -> None:
    for count, lon in enumerate((-114.0, -113.9, -113.8), start=1):
        add_corner(kept, lon)
        (draft,) = kept.on_disk()
        assert len(draft.sketch.vertices) == count


def test_what_a_hand_turns_is_on_disk_when_it_rests(kept: Kept, qtbot: QtBot) -> None:
    add_corner(kept, -114.0)
    for metres in range(100, 2000, 100):
        kept.model.set_buffer(float(metres))
    qtbot.waitUntil(lambda: kept.on_disk()[0].buffer_m == 1900.0)


def test_a_pull_is_written_when_it_is_let_go(kept: Kept) -> None:
    add_corner(kept, -114.0)
    kept.model.drawing.pull(kept.model.sketch.with_moved(0, (-110.0, 51.0)))
    kept.model.drawn()
    assert kept.on_disk()[0].sketch.vertices == ((-114.0, 51.0),)
    kept.model.drawing.let_go()
    kept.model.drawn()
    assert kept.on_disk()[0].sketch.vertices == ((-110.0, 51.0),)


def test_a_parked_draft_is_resumed_and_a_sent_one_is_gone(kept: Kept) -> None:
    add_corner(kept, -114.0)
    kept.keeper.park()
    kept.model.load(ParkedDraft(Sketch(Shape.CIRCLE), "EALocation"))
    assert len(kept.keeper.parked) == 1
    assert kept.keeper.resume()
    assert kept.model.sketch.vertices == ((-114.0, 51.0),)
    kept.keeper.forget()
    assert kept.on_disk() == ()
    assert not kept.keeper.resume()


def test_an_end_that_is_past_is_not_resumed(kept: Kept) -> None:
    add_corner(kept, -114.0)
    kept.model.set_options(SubscriptionOptions(ends_at=datetime(2026, 8, 5, 14, 0, tzinfo=UTC)))
    kept.keeper.park()
    kept.keeper.resume()
    assert kept.model.options.ends_at is None


def test_a_parked_draft_can_be_thrown_away(kept: Kept) -> None:
    add_corner(kept, -114.0)
    kept.keeper.park()
    kept.keeper.forget_parked()
    assert kept.keeper.parked == ()


def test_a_file_that_cannot_be_read_is_said(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "drafts.json").write_text("{")
    assert "parked drawings" in Kept(tmp_path).keeper.problem
