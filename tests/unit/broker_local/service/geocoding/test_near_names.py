"""Names within a few typing mistakes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.service.geocoding.near_names import NearNames, edits, edits_allowed

_NAMES = st.text(alphabet="ABCDE", min_size=1, max_size=12)


def plain_edits(one: str, other: str) -> int:
    """The same distance by its definition (optimal string alignment), for all lengths."""
    table = [[row + column for column in range(len(other) + 1)] for row in range(len(one) + 1)]
    for r in range(1, len(one) + 1):
        for c in range(1, len(other) + 1):
            same = one[r - 1] == other[c - 1]
            table[r][c] = min(table[r - 1][c] + 1, table[r][c - 1] + 1, table[r - 1][c - 1] + (not same))
            if r > 1 and c > 1 and one[r - 1] == other[c - 2] and one[r - 2] == other[c - 1]:
                table[r][c] = min(table[r][c], table[r - 2][c - 2] + 1)
    return table[-1][-1]


@given(_NAMES, _NAMES, st.integers(0, 3))
@settings(deadline=None, derandomize=True, max_examples=500)
def test_edits_are_counted_up_to_the_most(one: str, other: str, most: int) -> None:
    distance = plain_edits(one, other)
    assert edits(one, other, most) == (distance if distance <= most else None)


@given(st.lists(_NAMES, max_size=30), _NAMES)
@settings(deadline=None, derandomize=True, max_examples=300)
def test_the_index_finds_what_comparing_with_all_finds(names: list[str], wanted: str) -> None:
    near = {}
    for name in set(names):
        distance = plain_edits(wanted, name)
        if distance <= min(edits_allowed(wanted), edits_allowed(name)):
            near[name] = distance
    least = min(near.values(), default=0)
    assert NearNames(names).find(wanted) == sorted((n, d) for n, d in near.items() if d == least)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("MACLOED", "MACLEOD"),
        ("KENSINGTN", "KENSINGTON"),
        ("MCNIGHT", "MCKNIGHT"),
        ("CENTER", "CENTRE"),
        ("BOWW", "BOW"),
    ],
)
def test_usual_mistakes_are_forgiven(typed: str, meant: str) -> None:
    found = NearNames(("MACLEOD", "KENSINGTON", "MCKNIGHT", "CENTRE", "BOWNESS")).find(typed)
    assert [name for name, _ in found] == ([meant] if meant != "BOW" else [])


def test_a_number_is_never_taken_for_another() -> None:
    assert NearNames(("16", "17", "1017")).find("18") == []
    assert NearNames(("1016",)).find("1017") == []
