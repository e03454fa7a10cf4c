"""What is named on the command line: files by their suffix, folders with all that is in them."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import ProtocolError
from broker_local.replay.imports.sources import sources_of


def read(content: bytes, field: str) -> tuple[BaseGeometry, datetime | None]:
    return shapely.box(0, 0, 1, 1), None


def test_a_folder_gives_its_images_together_and_each_other_file(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    for name in ("b_20260701.tif", "sub/a_20260702.TIFF", "calls.csv", "notes.md", "fixes.json.gz", "x.gpkg.gz"):
        (tmp_path / name).write_text(name)
    found = sources_of([tmp_path], read)
    assert [source.name for source in found] == [tmp_path.name, "calls.csv", "fixes.json.gz"]
    assert len(found[0].paths) == 2
    assert all(uri.startswith("file://") for uri in found[0].paths.values())
    assert len(list(found[0].rows())) == 2


def test_a_file_is_told_from_another_by_its_content(tmp_path: Path) -> None:
    for name, text in (("a.csv", "x\n1"), ("b.csv", "x\n1"), ("c.csv", "x\n2")):
        (tmp_path / name).write_text(text)
    one, same, other = sources_of([tmp_path / "a.csv", tmp_path / "b.csv", tmp_path / "c.csv"], read)
    assert one.digest == same.digest != other.digest
    assert len(list(one.rows())) == len(list(one.rows())) == 1


@pytest.mark.parametrize("name", ["notes.md", "none.csv", "empty"])
def test_what_cannot_be_imported_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.md").write_text("words")
    with pytest.raises(ProtocolError, match=r"expected a (file|folder)"):
        sources_of([tmp_path / name], read)
