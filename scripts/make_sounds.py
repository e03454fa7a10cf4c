"""Makes the sounds of alerts in resources/sounds: plain tones, so that nobody's licence is needed."""

from __future__ import annotations

import argparse
import wave
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

RATE_HZ = 22_050
_LOUDNESS = 0.6
_EDGE_S = 0.008  # a tone that begins or ends at once clicks

Samples = NDArray[np.float64]


def tone(hz: float, seconds: float, *, fades: bool = False, end_hz: float | None = None) -> Samples:
    """A tone with a little of its octave; it may glide, or die away as a bell does."""
    time = np.arange(round(seconds * RATE_HZ)) / RATE_HZ
    glide = np.linspace(hz, hz if end_hz is None else end_hz, len(time))
    phase = 2 * np.pi * np.cumsum(glide) / RATE_HZ
    sound = 0.8 * np.sin(phase) + 0.2 * np.sin(2 * phase)
    edge = np.minimum(1.0, np.minimum(time, time[::-1]) / _EDGE_S)
    return np.asarray(sound * edge * (np.exp(-5 * time / seconds) if fades else 1.0))


def rest(seconds: float) -> Samples:
    """Silence."""
    return np.zeros(round(seconds * RATE_HZ))


def sounds() -> dict[str, Samples]:
    """Every sound by its name, from the gentlest to what cannot be overheard."""
    ping = tone(1_320, 0.35, fades=True)
    knock = np.concatenate([tone(220, 0.09, fades=True), rest(0.07)])
    beep = np.concatenate([tone(988, 0.16), rest(0.08)])
    wail = np.concatenate([tone(620, 0.45, end_hz=1_240), tone(1_240, 0.45, end_hz=620)])
    return {
        "chime": np.concatenate([tone(784, 0.25, fades=True), tone(1_047, 0.5, fades=True)]),
        "ping": ping,
        "knock": np.concatenate([knock, knock, knock]),
        "alarm": np.concatenate([beep, beep, beep, rest(0.2), beep, beep, beep]),
        "siren": np.concatenate([wail, wail]),
    }


def write(folder: Path) -> list[Path]:
    """Write every sound as 16-bit mono WAV; gives the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name, samples in sounds().items():
        file = folder / f"{name}.wav"
        with wave.open(str(file), "wb") as out:
            out.setnchannels(1)
            out.setsampwidth(2)
            out.setframerate(RATE_HZ)
            out.writeframes((samples * _LOUDNESS * 32_767).astype("<i2").tobytes())
        files.append(file)
    return files


def main(argv: Sequence[str] | None = None) -> None:
    """Write the sounds into a folder."""
    parser = argparse.ArgumentParser(allow_abbrev=False, description=__doc__)
    parser.add_argument("--into", metavar="FOLDER", type=Path, default=Path("resources/sounds"), help="%(default)s")
    for file in write(parser.parse_args(argv).into):
        print(file)


if __name__ == "__main__":
    main()
