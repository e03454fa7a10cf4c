"""The service's state as who runs it wants to read it, and the file beside the journal in which it is kept."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.status import ServiceStatus
from broker_local.protocol.status_codec import decode_status, encode_status

STATUS_FILE = "status.json"
STALE_AFTER = timedelta(seconds=15)  # a service that lives writes every few seconds
_LINES = (  # what is shown, and the counters it is made of
    ("events", ("events_per_s", "accepted", "duplicates")),
    ("matches", ("matches_per_s", "matched", "delivered")),
    ("latency", ("latency_p50_us", "latency_p99_us")),
    ("queues", ("waiting", "unsent", "dropped_by_broker")),
    ("refused", ("rejected",)),
    ("subscriptions", ("subscriptions",)),
    ("connected", ("connected",)),
)
_WORDS = {
    "events_per_s": "{} a second",
    "accepted": "{} since the start",
    "duplicates": "{} sent twice",
    "matches_per_s": "{} a second",
    "matched": "{} since the start",
    "delivered": "{} notifications",
    "waiting": "{} messages wait to be read",
    "unsent": "{} found no room to be sent",
    "dropped_by_broker": "{} dropped by the broker",
    "rejected": "{} messages (see rfers-broker rejected)",
    "connected": "{} clients",
}


def write_status_file(data: Path, status: ServiceStatus, name: str = STATUS_FILE) -> None:
    """Keep the state where `rfers-broker status` finds it; whole or not at all."""
    path = data / name
    unfinished = path.with_suffix(".new")
    unfinished.write_bytes(encode_status(status))
    unfinished.replace(path)


def read_status_file(data: Path, name: str = STATUS_FILE) -> ServiceStatus:
    """The state that was last kept."""
    try:
        return decode_status((data / name).read_bytes())
    except FileNotFoundError:
        hint = "start it with rfers-broker serve, or give the folder it was started with"
        raise ProtocolError("--data", expected="a folder that was served from", got=str(data), hint=hint) from None


def report(status: ServiceStatus, now: datetime) -> str:
    """Lines to read: whether it serves, and how."""
    if not is_live(status, now):
        age = now - status.at
        return f"not serving; last heard of {_span(age)} ago" if status.online else f"stopped {_span(age)} ago"
    since = "" if status.started_at is None else f" for {_span(now - status.started_at)}"
    lines = [f"serving{since}"]
    shown: set[str] = set()
    for title, names in _LINES:
        shown.update(names)
        words = _latency(status.counters) if title == "latency" else _counted(status.counters, names)
        if words:
            lines.append(f"  {title:14}{', '.join(words)}")
    others = [f"{name} {count}" for name, count in sorted(status.counters.items()) if name not in shown]
    if others:
        lines.append(f"  {'also':14}{', '.join(others)}")
    return "\n".join(lines)


def is_live(status: ServiceStatus, now: datetime) -> bool:
    """Whether the service that said this still serves, as far as its word goes."""
    return status.online and now - status.at < STALE_AFTER


def _counted(counters: Mapping[str, int], names: tuple[str, ...]) -> list[str]:
    return [_WORDS.get(name, "{}").format(f"{counters[name]:,}") for name in names if name in counters]


def _latency(counters: Mapping[str, int]) -> list[str]:
    """Delays in milliseconds, with three digits that count."""
    found = [(share, counters[f"latency_p{share}_us"]) for share in (50, 99) if f"latency_p{share}_us" in counters]
    return [f"{share} % within {micros / 1000:.3g} ms" for share, micros in found]


def _span(lasted: timedelta) -> str:
    seconds = max(0, round(lasted.total_seconds()))
    for unit_s, unit in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= 2 * unit_s:
            return f"{seconds // unit_s} {unit}"
    return f"{seconds} s"
