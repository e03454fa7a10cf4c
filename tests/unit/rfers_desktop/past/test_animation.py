"""Tests of pictures as a film."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.past import animation
from rfers_desktop.past.animation import frame_file, write_film


@pytest.fixture
def frames(tmp_path: Path) -> list[Path]:
    """Four pictures of different reds."""
    files = [frame_file(tmp_path, number) for number in range(4)]
    for number, file in enumerate(files):
        Image.new("RGB", (40, 30), (60 * number, 0, 0)).save(file)
    return files


def test_a_gif_has_every_picture(frames: list[Path], tmp_path: Path) -> None:
    to = tmp_path / "film.gif"
    assert write_film(frames, to)
    with Image.open(to) as film:
        assert (film.n_frames, film.size) == (4, (40, 30))


def test_a_cancelled_film_leaves_nothing(frames: list[Path], tmp_path: Path) -> None:
    to = tmp_path / "film.gif"
    assert not write_film(frames, to, lambda: True)
    assert list(tmp_path.glob("film*")) == []


@pytest.mark.parametrize("name", ["film.avi", "film", "no/such/folder/film.gif"])
def test_a_film_that_cannot_be_written_is_refused(frames: list[Path], tmp_path: Path, name: str) -> None:
    with pytest.raises(ProtocolError, match="film: expected") as refused:
        write_film(frames, tmp_path / name)
    assert "Errno" not in str(refused.value)


def test_no_pictures_are_no_film(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match="at least one picture"):
        write_film([], tmp_path / "film.gif")


def test_without_ffmpeg_an_mp4_is_refused_with_what_to_do(
    frames: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(animation.shutil, "which", lambda _: None)
    with pytest.raises(ProtocolError, match="install it, or write a GIF"):
        write_film(frames, tmp_path / "film.mp4")
