"""Features in a small file: whole steps from vertex to vertex, in compressed numpy arrays, read without pickle."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from broker_local.protocol.errors import ProtocolError

from .features import Features, Kind

_STEP_DEGREES = 1e-4  # about 11 m: finer than the sources
_COLUMN = "column."


def write_features(file: Path, features: Features) -> None:
    """Save features; positions are rounded to the step."""
    steps = np.round(features.lonlat / _STEP_DEGREES).astype(np.int64)
    deltas = np.diff(steps, axis=0, prepend=0)
    arrays: dict[str, NDArray[np.generic]] = {
        "kind": np.array(features.kind.value),
        "dx": _narrowest(deltas[:, 0]),
        "dy": _narrowest(deltas[:, 1]),
        "runs": _narrowest(np.diff(features.run_starts)),
        "features": _narrowest(np.diff(features.feature_starts)),
        **{_COLUMN + name: column for name, column in features.columns.items()},
    }
    np.savez_compressed(file, allow_pickle=False, **arrays)


def read_features(file: Path) -> Features:
    """What was saved; a file that is not whole is named."""
    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as packed:
            arrays = dict(packed)
        steps = np.column_stack([np.cumsum(arrays[name], dtype=np.int64) for name in ("dx", "dy")])
        return Features(
            Kind(str(arrays["kind"])),
            np.round(steps.astype(np.float64) * _STEP_DEGREES, 4),
            _starts(arrays["runs"]),
            _starts(arrays["features"]),
            _columns(arrays),
        )
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise ProtocolError(f"base map {file.name}", expected="a whole file of features", got=str(error)) from error


def _columns(arrays: Mapping[str, NDArray[np.generic]]) -> dict[str, NDArray[np.generic]]:
    return {name.removeprefix(_COLUMN): array for name, array in arrays.items() if name.startswith(_COLUMN)}


def _starts(counts: NDArray[np.generic]) -> NDArray[np.int64]:
    return np.concatenate(([0], np.cumsum(counts, dtype=np.int64)))


def _narrowest(numbers: NDArray[np.int64]) -> NDArray[np.generic]:
    low, high = (int(numbers.min()), int(numbers.max())) if len(numbers) else (0, 0)
    for kind in (np.int8, np.int16, np.int32):
        if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max:
            return numbers.astype(kind)
    return numbers
