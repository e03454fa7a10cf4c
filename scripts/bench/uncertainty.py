"""Measures fuzzy matching: the experiments of Liu & Jacobsen 2003, section 5, and the cost beside crisp filters.

    python -m scripts.bench.uncertainty [--scale small|paper] [--only NAME …] [--json FILE]

Counts and qualities stand beside the paper's, times beside an alternative measured in the same run.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from broker_local.matching.attribute.columns import AttributeColumns
from broker_local.matching.attribute.counting import CountingIndex
from broker_local.matching.attribute.pair_order import Found, widened
from broker_local.matching.fuzzy.aggregation import all_of, any_of
from broker_local.matching.fuzzy.degrees import Degrees, degrees_of_pairs
from broker_local.matching.fuzzy.encodings import Encoding, decode, decode_both, encode, encode_both
from broker_local.matching.matcher import Matcher
from broker_local.protocol.certainty import Aggregation, Certainty
from broker_local.protocol.filter.tree import And, Between, Filter, Is, Node
from broker_local.protocol.fuzzy_number import about, trapezoid
from broker_local.protocol.subscription import Subscription
from scripts.bench import fuzzy_workload as work
from scripts.bench.frame import PAPER, Measure, Record, faster, median_s, run, timed
from tests.builders import TOPICS, an_event

ALPHAS = (0.0, 0.5, 1.0)
_ROUNDS = 7
_VOCABULARY = 50_000  # distinct filters of the matcher's subscriptions
_ASKED = (0.1, 0.2, 0.4, 0.6, 0.8)  # thresholds of figure 14
TOPIC = TOPICS["WSObservation"]
_SUBSCRIBED = {  # table 1
    "appro": (work.approximate, (4628, 184, 7)),
    "pessi": (work.pessimistic, (4628, 804, 281)),
    "middle": (work.middle, (4438, 184, 39)),
    "optim": (work.optimistic, (3763, 47, 7)),
}
_PUBLISHED = {
    "appro": (work.approximate, (4628, 184, 7)),
    "interval": (work.optimistic, (3720, 474, 170)),
    "point": (work.point, (2960, 1932, 868)),
}


def table_1(scale: str) -> list[Record]:
    """How many match, by how either side is described; all orderings of the paper must hold."""
    size, count = (20_000, 100) if scale == PAPER else (5_000, 40)
    asked, told = work.subscriptions(size), work.publications(count)
    records, counts = [], {}
    for side, kinds in (("subscriptions", _SUBSCRIBED), ("publications", _PUBLISHED)):
        for kind, (derive, by_paper) in kinds.items():
            ours, theirs = (derive, work.approximate) if side == "subscriptions" else (work.approximate, derive)
            for alpha, paper in zip(ALPHAS, by_paper, strict=True):
                index = work.loaded(work.filters(asked, ours), alpha)
                found = len(index.match_with_degrees(work.columns(told, theirs)).rows)
                counts[side, kind, alpha] = found
                records.append(_beside_paper(f"{kind} {side}, α = {alpha:g}", scale, found, paper, "matches"))
    wrong = _broken_orderings(counts)
    note = "; ".join(wrong) or "as in the paper"
    return [*records, Record("orderings broken", scale, len(wrong), 0, "", None, len(wrong), note)]


def _broken_orderings(counts: dict[tuple[str, str, float], int]) -> list[str]:
    """Which of the paper's orderings do not hold."""
    none, half, full = ALPHAS
    chains = [[(side, kind, alpha) for alpha in ALPHAS] for side, kind in {(s, k) for s, k, _ in counts}]
    chains += [[("subscriptions", kind, alpha) for kind in ("pessi", "middle", "optim")] for alpha in ALPHAS]
    chains += [[("subscriptions", kind, alpha) for kind in ("pessi", "appro", "optim")] for alpha in ALPHAS]
    chains += [[("publications", kind, none) for kind in ("appro", "interval", "point")]]
    chains += [[("publications", kind, alpha) for kind in ("point", "interval", "appro")] for alpha in (half, full)]
    for alpha, kind in ((none, "pessi"), (half, "middle"), (full, "optim")):  # these are equal in the paper
        same = [("subscriptions", "appro", alpha), ("subscriptions", kind, alpha)]
        chains += [same, same[::-1]]
    return [
        f"{more} below {less}"
        for chain in chains
        for more, less in zip(chain, chain[1:])
        if counts[more] < counts[less]
    ]


def figure_12(scale: str) -> list[Record]:
    """Time, memory and loading by the number of subscriptions: the index beside evaluating every predicate."""
    sizes = (100_000, 300_000, 1_000_000) if scale == PAPER else (5_000, 20_000, 50_000)
    many, few = work.publications(50), work.publications(3)
    records = []
    for size in sizes:
        given = work.filters(work.subscriptions(size))
        load_s, index = timed(partial(work.loaded, given, 0.9))
        ours = median_s(lambda: index.match_with_degrees(work.columns(many)), 3) / 50  # noqa: B023  # called at once
        plain = median_s(lambda: work.evaluated(index, size, work.columns(few)), 1) / 3  # noqa: B023
        found, expected = index.match_with_degrees(work.columns(few)), work.evaluated(index, size, work.columns(few))
        differences = len(_pairs(found) ^ _pairs(expected))
        note = f"loaded in {load_s:.1f} s, {size / load_s:,.0f} a second"
        records.append(faster(f"{size:,} subscriptions, beside evaluating all", scale, ours, plain, differences, note))
        records.append(Record(f"{size:,} subscriptions", scale, index.nbytes / size, None, "B each", None, None))
    return records


def figure_13(scale: str) -> list[Record]:
    """Precision of degrees kept in fewer bits: all that is returned by float, of all that is returned by code (5.1)."""
    size, count = (100_000, 50) if scale == PAPER else (10_000, 50)
    index = work.loaded(work.filters(work.subscriptions(size)))
    told = index.match_with_degrees(work.columns(work.publications(count)))
    found = _degrees(told)
    least = np.random.default_rng(9).uniform(0.0, 1.0, (size, 2))[told.rows]  # what each subscription asks for
    papers = {Encoding.EIGHT_BITS: 98.0, Encoding.TEN_VALUES: None, Encoding.FOUR_BITS: None}
    kept = {f"{encoding}": (_again(found, encoding), paper, encoding.bits) for encoding, paper in papers.items()}
    kept["4 bits, a byte for both"] = decode_both(encode_both(found)), 96.0, 4
    return [
        _precision(
            f"{name}, {asked}",
            found[:, columns],
            again[:, columns],
            least[:, columns],
            bits=bits,
            paper=paper,
            scale=scale,
        )
        for asked, columns in (("possibility", [0]), ("necessity", [1]), ("both asked", [0, 1]))
        for name, (again, paper, bits) in kept.items()
    ]


def _again(degrees: Degrees, encoding: Encoding) -> Degrees:
    return np.stack([decode(encode(one, encoding), encoding, len(one)) for one in degrees.T], axis=1)


def _precision(
    name: str, degrees: Degrees, again: Degrees, own: Degrees, *, bits: int, paper: float | None, scale: str
) -> Record:
    """Where each subscription has random thresholds of its own; and beside it, harder, one threshold for all.

    The paper divides what is returned in all. The mean of many such quotients, each of one threshold for all
    subscriptions, is lower, since high thresholds, which little reaches, then weigh as much as low ones.
    """
    missed = 0

    def share(thresholds: Degrees | float) -> float:
        nonlocal missed
        is_right, is_told = (degrees >= thresholds).all(axis=1), (again >= thresholds).all(axis=1)
        missed += int((is_right & ~is_told).sum())
        return 100.0 * float(is_right.sum() / is_told.sum())

    anywhere = [share(least) for least in np.random.default_rng(9).uniform(0.05, 0.95, 200).tolist()]
    alike = {"random ones": anywhere} | {
        f"{what}ths": [share(at / parts) for at in range(1, parts)] for what, parts in (("ten", 10), ("twentie", 20))
    }
    means = ", ".join(f"{which} {np.mean(shares):.1f} %" for which, shares in alike.items())
    note = f"one threshold for all, mean over {means}, worst {min(anywhere):.1f} %; {bits} bits a degree"
    return Record(f"precision of {name}", scale, share(own), paper, "%", None, missed, note)


def figure_14(scale: str) -> list[Record]:
    """F-measure of one aggregation for all, when what users expect is spread evenly over four."""
    columns = _degrees_by_predicate(scale)
    rng = np.random.default_rng(5)
    weights = rng.uniform(0.1, 1.0, columns[0].shape)
    expected = rng.integers(0, 4, len(weights))
    by_name = {name: _aggregated(columns, weights, name) for name in ("min", "max", "average", "weighted")}
    return [
        record
        for share, what in ((0.0, "possibility"), (0.5, "possibility, half of it for necessity"))
        for record in _f_measures(by_name, expected, share, what, scale)
    ]


def _f_measures(
    by_name: dict[str, tuple[Degrees, Degrees]], expected: NDArray[np.int64], share: float, what: str, scale: str
) -> list[Record]:
    """By name, where the least necessity is a share of the least possibility.

    The paper does not say its thresholds; the higher, the less the aggregations agree. The note has each.
    """
    scores: dict[str, list[float]] = {name: [] for name in by_name}
    for least in _ASKED:
        is_over = np.array([(up >= least) & (down >= share * least) for up, down in by_name.values()])
        is_right = is_over[expected, np.arange(len(expected))]
        for name, returned in zip(by_name, is_over, strict=True):
            scores[name].append(200.0 * (returned & is_right).sum() / (returned.sum() + is_right.sum()))
    others = np.array([scores["min"], scores["max"]])  # the paper compares these two with the average, which is best
    records = []
    for name, found in scores.items():
        wrong = int((found < others).any(axis=0).sum()) if name == "average" else None
        note = f"asked of {what}: " + ", ".join(f"{least:g}: {score:.1f}" for least, score in zip(_ASKED, found))
        records.append(Record(f"F-measure of {name}", scale, float(np.mean(found)), 95.0, "%", None, wrong, note))
    return records


def crisp(scale: str) -> list[Record]:
    """The same number of predicates with the same matches, asked as trapezoids and as plain ranges."""
    size, count = (200_000, 1_000) if scale == PAPER else (30_000, 500)
    rng = np.random.default_rng(6)
    warm, dry = rng.uniform(0.0, 98.0, size).tolist(), rng.uniform(0.0, 0.8, size).tolist()
    exact, fuzzy = CountingIndex(TOPIC), CountingIndex(TOPIC, is_graded=True)
    exact.add(np.arange(size), [_range(t, h) for t, h in zip(warm, dry, strict=True)])
    fuzzy.add(np.arange(size), [_warm_and_dry(t, h) for t, h in zip(warm, dry, strict=True)])
    readings = list(zip(rng.uniform(0, 100, count).tolist(), rng.uniform(0, 1, count).tolist(), strict=True))
    known = partial(_readings, readings, 0.0)
    expected = _pairs(exact.match_with_degrees(known()))
    times: dict[str, list[float]] = {"crisp": [], "fuzzy": [], "error": []}
    index_of = {"crisp": (exact, 0.0), "fuzzy": (fuzzy, 0.0), "error": (fuzzy, 0.01)}
    for _ in range(_ROUNDS):  # in turns, so that each has its share of what else the machine does
        for name, (index, error) in index_of.items():
            batch = _readings(readings, error)
            times[name].append(timed(partial(index.match_with_degrees, batch))[0])
    crisp_s = min(times["crisp"]) / count
    records = []
    for name, what in (("fuzzy", "plain numbers"), ("error", "numbers with an error")):
        index, error = index_of[name]
        ours = min(times[name]) / count
        found = _pairs(index.match_with_degrees(_readings(readings, error)))
        differences = len(found ^ expected) if name == "fuzzy" else None
        note = f"{ours / crisp_s:.2f} times the cost of crisp; {len(found) / count:.0f} matches an event"
        records.append(faster(f"{size:,} subscriptions, {what}", scale, ours, crisp_s, differences, note))
    return records


def live(scale: str) -> list[Record]:
    """Fuzzy subscriptions in the matcher itself: loaded, matched with readings, and what each takes."""
    size, count = (1_000_000, 300) if scale == PAPER else (30_000, 300)
    rng = np.random.default_rng(7)
    words = [_words(rng) for _ in range(_VOCABULARY)]
    asked = rng.integers(0, _VOCABULARY, size).tolist()
    wish = Certainty(0.5, 0.5)
    subscriptions = [
        Subscription(str(row), "officer", "hot and dry", TOPIC.name, None, words[word], certainty=wish)
        for row, word in enumerate(asked)
    ]
    matcher = Matcher(TOPICS)
    events = [
        an_event(TOPIC, temperature=about(t, 1.0), humidity=about(h, 0.02))
        for t, h in zip(rng.uniform(0, 100, count).tolist(), rng.uniform(0, 1, count).tolist(), strict=True)
    ]

    def load() -> None:
        matcher.add(range(size), subscriptions)
        matcher.match(events[:1])

    load_s, _ = timed(load)
    batch_s = median_s(partial(matcher.match, events), 3)
    matches = len(matcher.match(events).handles) / count
    note = f"loaded in {load_s:.1f} s, {matcher.nbytes / size:.0f} B each, {matches:,.0f} matches an event"
    name = f"{size:,} fuzzy subscriptions, events with errors"
    return [Record(name, scale, count / batch_s, None, "events/s", None, None, note)]


def _words(rng: np.random.Generator) -> Filter:
    """What one officer calls hot and dry: narrow, so that few of many match."""
    t, h = float(rng.uniform(0.0, 98.0)), float(rng.uniform(0.0, 0.95))
    hot, dry = trapezoid(t, t + 0.5, t + 1.5, t + 2.0), trapezoid(h, h + 0.01, h + 0.04, h + 0.05)
    return Filter("", And((Is("Temperature", "hot", hot), Is("Humidity", "dry", dry))))


def _readings(readings: list[tuple[float, float]], error: float) -> AttributeColumns:
    return AttributeColumns.of_events(
        TOPIC,
        [
            an_event(TOPIC, temperature=about(t, error), humidity=about(h, error / 100))
            if error
            else an_event(TOPIC, temperature=t, humidity=h)
            for t, h in readings
        ],
    )


def _range(t: float, h: float) -> Node:
    return And((Between("Temperature", t, t + 2.0), Between("Humidity", h, h + 0.2)))


def _warm_and_dry(t: float, h: float) -> Node:
    warm, dry = trapezoid(t, t + 0.5, t + 1.5, t + 2.0), trapezoid(h, h + 0.05, h + 0.15, h + 0.2)
    return And((Is("Temperature", "warm", warm), Is("Humidity", "dry", dry)))


def _aggregated(columns: tuple[Degrees, Degrees], weights: Degrees, name: str) -> tuple[Degrees, Degrees]:
    match name:
        case "min":
            up, down = (all_of(part, Aggregation.MINIMUM) for part in columns)
        case "max":
            up, down = (any_of(part, Aggregation.MINIMUM) for part in columns)
        case "average":
            up, down = (all_of(part, Aggregation.AVERAGE) for part in columns)
        case _:
            up, down = (all_of(part, Aggregation.AVERAGE, weights) for part in columns)
    return up, down


def _degrees_by_predicate(scale: str) -> tuple[Degrees, Degrees]:
    """Of all pairs that are possible at all, a column for each predicate."""
    size, count = (20_000, 50) if scale == PAPER else (5_000, 40)
    given, told = work.subscriptions(size), work.publications(count)
    found = work.loaded(work.filters(given)).match_with_degrees(work.columns(told))
    pairs = np.stack([found.event_rows, found.rows], axis=1)
    plain, is_not = np.ones(len(pairs)), np.zeros(len(pairs), np.bool_)
    columns = [
        degrees_of_pairs(asked, plain, is_not, value)
        for asked, value in zip(*work.pair_curves(given, told, pairs), strict=True)
    ]
    possible, certain = (np.stack(part, axis=1) for part in zip(*columns, strict=True))
    return possible, certain


def _pairs(found: Found) -> set[tuple[int, int]]:
    return set(zip(found.event_rows.tolist(), found.rows.tolist(), strict=True))


def _degrees(found: Found) -> Degrees:
    return widened(found.degrees, len(found.rows), 2)


def _beside_paper(name: str, scale: str, ours: float, paper: float, unit: str) -> Record:
    return Record(name, scale, ours, paper, unit, None, None, "other: the paper's own workload")


MEASURES: dict[str, Measure] = {
    "table-1": table_1,
    "figure-12": figure_12,
    "figure-13": figure_13,
    "figure-14": figure_14,
    "crisp": crisp,
    "live": live,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print, write."""
    run("Fuzzy matching: the experiments of the 2003 paper, and the cost beside crisp filters.", MEASURES, argv)
    return 0


if __name__ == "__main__":
    sys.exit(main())
