"""What a dry run came to is said in a sentence, with warnings where they help."""

from datetime import UTC, datetime, timedelta

import pytest

from broker_local.protocol.requests import WouldMatch
from rfers_desktop.ui.dry_run.verdict import verdict_of

pytestmark = pytest.mark.display
NOON = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
SIX = NOON - timedelta(hours=6)


@pytest.mark.parametrize(
    ("found", "sentence", "warnings"),
    [
        (WouldMatch(14, 200, SIX, True), "Would have matched 14 in the last 6 hours.", ()),
        (WouldMatch(0, 0, SIX, True), "Nothing to compare: no such events came in the last 6 hours.", ()),
        (
            WouldMatch(900, 20_000, NOON - timedelta(minutes=20), False),
            "Would have matched 900 in the last 20 minutes; more than that could not be looked at in time.",
            (),
        ),
        (
            WouldMatch(5_400, 9_000, SIX, True, per_hour=900),
            "Would have matched 5,400 in the last 6 hours.",
            ("Would flood: 900 an hour.",),
        ),
        (
            WouldMatch(0, 10, SIX, True, "can never match, because Speed cannot be both"),
            "Would have matched 0 in the last 6 hours.",
            ("Can never match, because Speed cannot be both.",),
        ),
        (
            WouldMatch(3, 10, SIX, True, "already covered by your subscription 'North sector'"),
            "Would have matched 3 in the last 6 hours.",
            ("Already covered by your subscription 'North sector'.",),
        ),
    ],
)
def test_it_is_said_in_words(found: WouldMatch, sentence: str, warnings: tuple[str, ...]) -> None:
    verdict = verdict_of(found, NOON)
    assert (verdict.sentence, verdict.warnings) == (sentence, warnings)
