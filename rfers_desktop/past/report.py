"""The report of a replay as one HTML page: what was asked, maps, the time line, and tables."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape

from rfers_desktop.language import count_text, grouped, present_language, tr
from rfers_desktop.store.replay_result import ReplayResult

_STYLE = (
    "body { font-family: sans-serif; color: #1d2733; margin: 2em; max-width: 60em; }"
    " h1 { font-size: 20pt; } h2 { font-size: 14pt; margin-top: 1.5em; }"
    " table { border-collapse: collapse; }"
    " th, td { border-bottom: 1px solid #c8d0d8; padding: 4px 10px; text-align: left; }"
    " td.number, th.number { text-align: right; } p.past { background: #e0a800; padding: 8px; font-weight: bold; }"
)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the report, as PNG."""

    title: str
    png: bytes
    width_px: int


def report_html(
    result: ReplayResult,
    pictures: Sequence[Picture],
    tables: Sequence[tuple[str, Sequence[str], Sequence[Sequence[str | int | float]]]],
    made_at: datetime,
) -> str:
    """The page; pictures are within it, so that it can be sent as one file."""
    parts = [
        f'<!DOCTYPE html><html lang="{present_language().code}"><head><meta charset="utf-8">',
        f"<title>{escape(tr('Replay report'))}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{escape(tr('Replay report'))}</h1>",
        f'<p class="past">{escape(tr("This is about the past, not about what happens now."))}</p>',
        _facts(result, made_at),
    ]
    for picture in pictures:
        title, content = escape(picture.title), base64.b64encode(picture.png).decode("ascii")
        parts.append(f"<h2>{title}</h2>")
        parts.append(f'<img src="data:image/png;base64,{content}" width="{picture.width_px}" alt="{title}">')
    for title, heads, rows in tables:
        parts.append(f"<h2>{escape(title)}</h2>")
        parts.append(_table(heads, rows) if rows else f"<p>{escape(tr('Nothing matched.'))}</p>")
    parts.append("</body></html>")
    return "\n".join(parts)


def _facts(result: ReplayResult, made_at: datetime) -> str:
    facts = [
        (tr("Period"), f"{result.begin:%Y-%m-%d %H:%M:%S} – {result.end:%Y-%m-%d %H:%M:%S} UTC"),
        (tr("Subscriptions"), result.asked),
        (tr("Compared with"), result.compared or tr("nothing")),
        (tr("Events looked at"), count_text(result.counts.get("events", 0))),
        (tr("Events that matched"), count_text(result.counts.get("matched", 0))),
        (tr("Made"), f"{made_at:%Y-%m-%d %H:%M} UTC"),
    ]
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in facts)
    return f"<table>{rows}</table>"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str | int | float]]) -> str:
    titles = "".join(f"<th>{escape(head)}</th>" for head in heads)
    lines = "".join(f"<tr>{''.join(_cell(cell) for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{titles}</tr>{lines}</table>"


def _cell(cell: str | int | float) -> str:
    if isinstance(cell, str):
        return f"<td>{escape(cell)}</td>"
    return f'<td class="number">{grouped(f"{cell:,.1f}" if isinstance(cell, float) else f"{cell:,}")}</td>'
