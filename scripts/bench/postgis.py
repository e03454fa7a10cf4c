"""The same points and polygons in PostGIS, where one is given: what a database would do in our place."""

from __future__ import annotations

import subprocess
import time

import shapely

from scripts.bench.frame import PAPER, Record, faster, median_s
from scripts.bench.points import TOPIC, as_shapely, columns, loaded, polygons
from scripts.bench.points import points as places_of

_dsn: list[str] = []


def use(dsn: str) -> str:
    """Measure the database of this connection string, by its own client psql."""
    _dsn[:] = [dsn]
    return dsn


def points(scale: str) -> list[Record]:
    """Points against indexed polygons, `ST_Contains`; nothing where no database was given."""
    if not _dsn:
        print("  left out: no database was given (--postgis DSN)")
        return []
    size, events = (1_000_000, 10_000) if scale == PAPER else (20_000, 2_000)
    coords, starts = polygons(size)
    places = places_of(events)
    matcher = loaded(coords, starts).topic_matcher(TOPIC)
    ours = median_s(lambda: matcher.match_columns(columns(events), places), 3) / events
    expected = sum(len(part.event_rows) for part in matcher.match_columns(columns(events), places))
    _psql("DROP TABLE IF EXISTS rfers_zones, rfers_places; CREATE TABLE rfers_zones (id int, g geometry)")
    _psql("CREATE TABLE rfers_places (id int, g geometry)")
    _copy("rfers_zones", as_shapely(coords))
    _copy("rfers_places", places)
    _psql("CREATE INDEX ON rfers_zones USING gist (g); ANALYZE rfers_zones; ANALYZE rfers_places")
    query = "SELECT count(*) FROM rfers_zones z JOIN rfers_places p ON ST_Contains(z.g, p.g)"
    _psql(query)
    begun = time.perf_counter()
    found = int(_psql(query))
    peer = (time.perf_counter() - begun) / events
    _psql("DROP TABLE rfers_zones, rfers_places")
    return [faster(f"{size:,} polygons, PostGIS", scale, ours, peer, abs(found - expected), "an event of a batch")]


def _copy(table: str, geometries: object) -> None:
    lines = "\n".join(f"{row}\t{shapely.to_wkb(g, hex=True)}" for row, g in enumerate(geometries))  # type: ignore[arg-type, var-annotated]
    _psql(f"\\copy {table} FROM STDIN", lines + "\n")


def _psql(command: str, text: str | None = None) -> str:
    done = subprocess.run(
        ["psql", _dsn[0], "-qtA", "-v", "ON_ERROR_STOP=1", "-c", command], input=text, text=True, capture_output=True
    )
    if done.returncode:
        raise SystemExit(f"PostGIS: {done.stderr.strip()}")
    return done.stdout.strip()
