"""Tests of features in small files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import shapely

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.features import Kind, of_geometries
from rfers_desktop.geo.packed_features import read_features, write_features


def test_what_was_saved_comes_back_to_the_step(tmp_path: Path) -> None:
    lines = np.array(
        [shapely.LineString([(-114.07123, 51.05321), (-113.9, 51.1)]), shapely.LineString([(0, 0), (9, 9)])]
    )
    saved = of_geometries(Kind.LINE, lines, {"name": np.array(["Bow", "Élan"]), "rank": np.array([1.0, 2.5])})
    write_features(tmp_path / "rivers.npz", saved)
    read = read_features(tmp_path / "rivers.npz")
    assert read.kind is Kind.LINE
    assert np.abs(read.lonlat - saved.lonlat).max() <= 0.5e-4 + 1e-12
    assert read.run_starts.tolist() == saved.run_starts.tolist()
    assert read.feature_starts.tolist() == saved.feature_starts.tolist()
    assert read.attributes(1) == {"name": "Élan", "rank": 2.5}


@pytest.mark.parametrize("content", [b"", b"not a file of arrays", b"PK\x03\x04 broken"])
def test_a_file_that_is_not_whole_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "land.npz").write_bytes(content)
    with pytest.raises(ProtocolError, match=r"land\.npz"):
        read_features(tmp_path / "land.npz")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match=r"lakes\.npz"):
        read_features(tmp_path / "lakes.npz")
