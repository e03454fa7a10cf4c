"""Pictures as a film: an animated GIF, or an MP4 where ffmpeg is installed."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from PIL import Image

from broker_local.protocol.errors import Given, ProtocolError

FRAMES_PER_S = 10
_NAME = "frame-%05d.png"
_COLOURS = 128
_SAMPLES = 6  # pictures that the palette of a GIF is chosen from


def frame_file(folder: Path, number: int) -> Path:
    """Where the `number`-th picture belongs, from 0."""
    return folder / (_NAME % number)


def can_write_mp4() -> bool:
    """Whether ffmpeg is there."""
    return shutil.which("ffmpeg") is not None


def write_film(frames: Sequence[Path], to: Path, is_cancelled: Callable[[], bool] = lambda: False) -> bool:
    """Write the film by the ending of its name; False if it was cancelled. Nothing is left of one that failed."""
    if not frames:
        raise ProtocolError("film", expected="at least one picture", got=Given("none"))
    unfinished = to.with_name(f"{to.stem}.part{to.suffix}")
    try:
        writers = {".gif": _write_gif, ".mp4": _write_mp4}
        write = writers.get(to.suffix.lower())
        if write is None:
            raise ProtocolError("film", expected="a name that ends in .gif or .mp4", got=to.name)
        if not write(frames, unfinished, is_cancelled):
            return False
        unfinished.replace(to)
        return True
    except OSError as error:
        raise ProtocolError(
            "film", expected="a file that can be written", got=Given(error.strerror or str(error))
        ) from None
    finally:
        unfinished.unlink(missing_ok=True)


def _write_gif(frames: Sequence[Path], to: Path, is_cancelled: Callable[[], bool]) -> bool:
    """One palette for all, so that the ground does not flicker."""
    palette = _palette(frames)
    pictures = []
    for frame in frames:
        if is_cancelled():
            return False
        with Image.open(frame) as picture:
            pictures.append(picture.convert("RGB").quantize(palette=palette, dither=Image.Dither.NONE))
    first, *rest = pictures
    first.save(to, save_all=True, append_images=rest, duration=1000 // FRAMES_PER_S, loop=0)
    return True


def _palette(frames: Sequence[Path]) -> Image.Image:
    """The colours of some pictures from beginning to end, seen side by side."""
    seen = frames[:: max(1, len(frames) // _SAMPLES)]
    with Image.open(frames[0]) as first:
        wide, high = first.size
    together = Image.new("RGB", (wide * len(seen), high))
    for place, frame in enumerate(seen):
        with Image.open(frame) as picture:
            together.paste(picture.convert("RGB"), (place * wide, 0))
    return together.quantize(_COLOURS)


def _write_mp4(frames: Sequence[Path], to: Path, is_cancelled: Callable[[], bool]) -> bool:
    program = shutil.which("ffmpeg")
    if program is None:
        raise ProtocolError("film", expected="ffmpeg, for MP4", got=Given("none"), hint="install it, or write a GIF")
    done = subprocess.run(
        [
            *(program, "-loglevel", "error", "-y", "-framerate", str(FRAMES_PER_S)),
            *("-i", str(frames[0].parent / _NAME), "-frames:v", str(len(frames))),
            *("-pix_fmt", "yuv420p", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-f", "mp4", str(to)),
        ],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    if done.returncode:
        raise ProtocolError("film", expected="ffmpeg to write it", got=Given(done.stderr.strip()[-300:]))
    return not is_cancelled()
