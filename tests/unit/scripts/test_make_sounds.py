"""The sounds in resources are those that the script makes, one for each that a subscription may ask for."""

import wave
from pathlib import Path

import numpy as np

from broker_local.protocol.resources import resources_dir
from broker_local.protocol.subscription import Sound
from scripts.make_sounds import RATE_HZ, main, sounds


def test_there_is_a_sound_for_every_name_but_silence() -> None:
    assert set(sounds()) == {sound.value for sound in Sound} - {Sound.SILENT.value}


def test_the_files_are_what_the_script_makes(tmp_path: Path) -> None:
    main(["--into", str(tmp_path)])
    for name in sounds():
        with (
            wave.open(str(tmp_path / f"{name}.wav")) as made,
            wave.open(str(resources_dir() / "sounds" / f"{name}.wav")) as kept,
        ):
            assert made.getparams() == kept.getparams()
            one, two = (np.frombuffer(file.readframes(file.getnframes()), "<i2") for file in (made, kept))
            assert np.abs(one.astype(int) - two.astype(int)).max() <= 1  # another machine's sine may round otherwise


def test_no_sound_is_clipped_clicks_or_goes_on_for_long() -> None:
    for name, samples in sounds().items():
        assert np.abs(samples).max() <= 1.0, name
        assert abs(samples[0]) < 0.05, name
        assert abs(samples[-1]) < 0.05, name
        assert 0.2 < len(samples) / RATE_HZ < 2.5, name
