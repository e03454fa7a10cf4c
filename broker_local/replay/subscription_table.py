"""Subscriptions in the archive: who had which from when to when, in one file that every change rewrites."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import shapely

from broker_local.protocol.times import parse_timestamp

from .event_files import new_name
from .event_schema import bbox_column
from .geoparquet import write_file
from .journal_source import SubscriptionRow
from .manifest import SUBSCRIPTIONS, FileEntry, Manifest
from .superseded import open_file
from .table_schemas import SUBSCRIPTIONS as COLUMNS
from .table_schemas import with_schema


def subscription_file(archive: Path, manifest: Manifest, rows: Iterable[SubscriptionRow]) -> Manifest:
    """The manifest with all subscriptions anew; those that the journal has forgotten stay as they were."""
    table = table_of_subscriptions(rows)
    known = read_subscriptions(archive, manifest)
    here = set(table["handle"].to_pylist())
    forgotten = known.filter(pa.array([handle not in here for handle in known["handle"].to_pylist()], pa.bool_()))
    table = pa.concat_tables([forgotten, table]).sort_by("handle").combine_chunks()
    path = f"{SUBSCRIPTIONS}/{new_name()}"
    written = write_file(archive / path, table)
    entry = FileEntry(path, SUBSCRIPTIONS, written.rows, written.bytes, written.sha256, bounds=written.bounds)
    return manifest.with_files([entry], less=[old.path for old in manifest.of(SUBSCRIPTIONS)])


def read_subscriptions(archive: Path, manifest: Manifest) -> pa.Table:
    """All subscriptions of an archive, by handle."""
    tables = [with_schema(open_file(archive / f.path).read(), COLUMNS) for f in manifest.of(SUBSCRIPTIONS)]
    return pa.concat_tables(tables) if tables else COLUMNS.empty_table()


def table_of_subscriptions(rows: Iterable[SubscriptionRow]) -> pa.Table:
    """The journal's subscriptions as a table."""
    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS.names if name != "bbox"}
    zones: list[Any] = []
    for row in rows:
        given: dict[str, Any] = json.loads(row.body)
        spatial: dict[str, Any] = given.get("spatial") or {}
        zone = shapely.from_geojson(json.dumps(spatial["geometry"])) if spatial else None
        zones.append(zone)
        options: dict[str, Any] = given.get("options", {})
        ends_at = options.get("ends_at")
        certainty: dict[str, Any] = given.get("certainty") or {}
        for name, value in {
            "handle": row.handle,
            "owner": row.owner,
            "subscription_id": row.id,
            "name": given.get("name", row.id),
            "topic": given["topic"],
            "begun_at": row.begun_at,
            "ended_at": row.ended_at,
            "ends_at": ends_at and parse_timestamp(ends_at, "ends_at"),
            "is_paused": given.get("paused", False),
            "test": spatial.get("operator") or spatial.get("relation"),
            "buffer_m": float(spatial["buffer_m"]) if "buffer_m" in spatial else None,
            "filter": given.get("filter"),
            "expire_after_s": options.get("expire_after_s"),
            "body": row.body,
            "soft_m": float(spatial["soft_m"]) if "soft_m" in spatial else None,
            "least_possibility": certainty.get("possibility"),
            "least_necessity": certainty.get("necessity"),
            "aggregation": certainty.get("aggregation"),
            "terms": json.dumps(given["terms"]) if given.get("terms") else None,
            "geometry": None if zone is None else shapely.to_wkb(zone, byte_order=1),
        }.items():
            columns[name].append(value)
    arrays = {name: pa.array(values, COLUMNS.field(name).type) for name, values in columns.items()}
    return pa.table(arrays | {"bbox": bbox_column(np.array(zones, np.object_))}, schema=COLUMNS)
