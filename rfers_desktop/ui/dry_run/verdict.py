"""What a dry run came to, in sentences: how many, and what to be warned of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from broker_local.protocol.requests import USUAL_HOURS, WouldMatch
from rfers_desktop.contract_words import spoken
from rfers_desktop.language import count_text, grouped, tr

FLOOD_PER_HOUR = 120.0  # two a minute is more than anybody reads


@dataclass(frozen=True, slots=True)
class Verdict:
    """One sentence, and the warnings that go with it."""

    sentence: str
    warnings: tuple[str, ...] = ()


def verdict_of(found: WouldMatch, now: datetime, hours: float = USUAL_HOURS) -> Verdict:
    """What to tell somebody about to subscribe."""
    return Verdict(_sentence(found, now, hours), tuple(_warnings(found)))


def _sentence(found: WouldMatch, now: datetime, hours: float) -> str:
    if found.compared == 0:
        return tr("Nothing to compare: no such events came in the last {hours} hours.", hours=f"{hours:g}")
    if found.is_complete:
        return tr(
            "Would have matched {count} in the last {hours} hours.", count=count_text(found.matched), hours=f"{hours:g}"
        )
    return tr(
        "Would have matched {count} in the last {minutes} minutes; more than that could not be looked at in time.",
        count=count_text(found.matched),
        minutes=max(1, round((now - found.since).total_seconds() / 60)),
    )


def _warnings(found: WouldMatch) -> list[str]:
    warnings = []
    if found.advice is not None:
        advice = spoken(found.advice)
        warnings.append(f"{advice[:1].upper()}{advice[1:]}.")
    if found.per_hour >= FLOOD_PER_HOUR:
        warnings.append(tr("Would flood: {count} an hour.", count=grouped(f"{found.per_hour:,.0f}")))
    return warnings
