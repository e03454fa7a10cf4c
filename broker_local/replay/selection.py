"""Which files and row groups of an archive a replay must look at: by topic, day, time and place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow.parquet as pq
import shapely

from broker_local.protocol.choices import choice_error

from .geoparquet import Bounds
from .journal_source import micros
from .manifest import EVENTS, FileEntry, Manifest
from .question import Question
from .superseded import open_file


@dataclass(frozen=True, slots=True)
class WorkItem:
    """A row group that a task reads."""

    path: str
    row_group: int
    rows: int
    era: int


def chosen_files(manifest: Manifest, question: Question) -> list[FileEntry]:
    """The files that may have events of the question, in the order of topics and time."""
    known = {era.topic.name for era in manifest.eras}
    for name in question.topics:
        if name not in known:
            raise choice_error(name, known, "--topics")
    begin, end = micros(question.begin), micros(question.end)
    bounds = None if question.area is None else question.area.bounds
    chosen = [
        entry
        for entry in manifest.of(EVENTS)
        if entry.era is not None
        and entry.first_at is not None
        and entry.last_at is not None
        and entry.first_at < end
        and entry.last_at >= begin
        and (not question.topics or manifest.eras[entry.era].topic.name in question.topics)
        and (bounds is None or _meets(entry.bounds, bounds))
    ]
    return sorted(chosen, key=lambda entry: (entry.era, entry.first_at, entry.path))


def work_items(archive: Path, files: Sequence[FileEntry], question: Question) -> list[WorkItem]:
    """The row groups that may have events of the question, by the statistics in the files' ends."""
    begin, end = question.begin, question.end
    bounds = None if question.area is None else question.area.bounds
    items = []
    for entry in files:
        assert entry.era is not None
        footer = open_file(archive / entry.path).metadata
        leaves = {footer.row_group(0).column(i).path_in_schema: i for i in range(footer.num_columns)}
        for number in range(footer.num_row_groups):
            group = footer.row_group(number)
            when = group.column(leaves["happened_at"]).statistics
            if when is not None and when.has_min_max and (when.min >= end or when.max < begin):
                continue
            if bounds is not None and not _meets(_group_bounds(group, leaves), bounds):
                continue
            items.append(WorkItem(str((archive / entry.path).absolute()), number, group.num_rows, entry.era))
    return items


def _group_bounds(group: pq.RowGroupMetaData, leaves: dict[str, int]) -> Bounds | None:
    """The bounds of a row group; without statistics, or without geometries, none."""
    found = []
    for side, which in (("xmin", "min"), ("ymin", "min"), ("xmax", "max"), ("ymax", "max")):
        statistics = group.column(leaves[f"bbox.{side}"]).statistics
        if statistics is None or not statistics.has_min_max:
            return None
        found.append(float(getattr(statistics, which)))
    return found[0], found[1], found[2], found[3]


def _meets(bounds: Bounds | None, area: Bounds) -> bool:
    return bounds is not None and bool(shapely.box(*bounds).intersects(shapely.box(*area)))
