"""How sure a match is, in a word and in figures: from the necessity up to the possibility."""

from __future__ import annotations

import math
from collections.abc import Iterable
from enum import StrEnum

from broker_local.protocol.notification import MatchedSubscription
from rfers_desktop.language import later, tr

_LIKELY = 0.5
_NEARLY = 1e-9  # degrees are worked out: what misses by less is there


class Sureness(StrEnum):
    """The words for degrees, from the most."""

    CERTAIN = later("certain")  # it cannot be otherwise
    LIKELY = later("likely")  # at least half certain
    POSSIBLE = later("possible")


def sureness(necessity: float) -> Sureness:
    """The word for how certain a match is."""
    if necessity >= 1.0 - _NEARLY:
        return Sureness.CERTAIN
    return Sureness.LIKELY if necessity >= _LIKELY - _NEARLY else Sureness.POSSIBLE


def sure_text(possibility: float, necessity: float) -> str:
    """`certain`, `likely, 60–100 %`, `possible, 40 %`."""
    word = sureness(necessity)
    if word is Sureness.CERTAIN:
        return tr(word)
    low, high = percent(necessity), percent(possibility)
    figures = f"{high} %" if low == high else f"{low}–{high} %"
    return f"{tr(word)}, {figures}"


def sure_sentence(possibility: float, necessity: float) -> str:
    """Both degrees, said at length."""
    if sureness(necessity) is Sureness.CERTAIN:
        return tr("Certain: it cannot be otherwise.")
    return tr(
        "Possible to {possibility} %, certain to {necessity} %.",
        possibility=percent(possibility),
        necessity=percent(necessity),
    )


def surest(matched: Iterable[MatchedSubscription]) -> tuple[float, float]:
    """Possibility and necessity of the surest match; what nobody asked for was told as certain."""
    return max(((m.possibility, m.necessity) for m in matched), key=sure_key, default=(1.0, 1.0))


def sure_key(degrees: tuple[float, float]) -> tuple[float, float]:
    """By what matches are put in order: by how certain they are, and then by how possible."""
    return degrees[1], degrees[0]


def percent(degree: float) -> int:
    """A degree in whole percent, never more than it is, as explanations say it; what is possible is no nothing."""
    whole = math.floor(100.0 * (degree + _NEARLY))
    return 1 if whole == 0 and degree > 0.0 else whole
