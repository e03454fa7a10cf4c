"""Latitude and longitude in the many ways people write degrees, minutes and seconds."""

from __future__ import annotations

import re
from dataclasses import dataclass

from broker_local.protocol.errors import Given, ProtocolError

_EXPECTED = "a latitude and a longitude, such as 51.05 -114.07, 51° 03.0' N 114° 04.2' W or 51°03'00\"N 114°04'12\"W"
_SIDES = {"N": (1, "lat"), "S": (-1, "lat"), "E": (1, "lon"), "W": (-1, "lon"), "O": (-1, "lon")}  # O: ouest
_WORDS = (
    (r"\b(?:latitude|lat)\b\.?\s*[:=]?", " "),
    (r"\b(?:longitude|long|lon|lng)\b\.?\s*[:=]?", " "),
    (r"\b(?:north|nord)\b", "N"),
    (r"\b(?:south|sud)\b", "S"),
    (r"\b(?:east|est)\b", "E"),
    (r"\b(?:west|ouest)\b", "W"),
    (r"(\d{1,3})-(\d{1,2})-(\d{1,2}(?:\.\d+)?)(?=\s*[NSEWO])", r"\1 \2 \3"),
    (r"(m\s*\d+(?:\.\d*)?)\s*s(?![a-z])", r'\1"'),  # only behind minutes written with m: else S is south
    (r"(?<=[\d\s])(?:degrees?|degrés?|deg|d)(?![a-z])\.?", "°"),
    (r"(?<=[\d\s])(?:minutes?|min|m)(?![a-z])\.?", "'"),
    (r"(?<=[\d\s])(?:seconds?|secondes?|sec)(?![a-z])\.?", '"'),
    ("[−–—]", "-"),
    ("[º˚*]", "°"),
    ("''|′′|[″“”〃]", '"'),
    ("[′’‘`´]", "'"),
)
_TOKEN = re.compile(
    r"\s*(?:(?P<number>[+-]?\s?\d+(?:\.\d*)?|[+-]?\.\d+)|(?P<side>[NSEWO])|(?P<mark>[°'\"])|(?P<gap>[,;/|:]))"
)
_DECIMAL_COMMAS = re.compile(r"[^,.]*\d,\d[^,.]*\d,\d[^,.]*")
_LIMITS = {"lat": ("latitude", 90.0, 2), "lon": ("longitude", 180.0, 3)}
_MARKS = "°'\""


@dataclass(slots=True)
class _Angle:
    """What was written of one angle: its numbers, the marks behind them, its side of the world."""

    numbers: list[str]
    marks: list[str]
    side: str = ""


def read_degrees(text: str) -> tuple[float, float]:
    """The lon, lat that a text says; latitude first where nothing tells. Raises ProtocolError with what is wrong."""
    tokens = _tokens(text)
    first, second = _halves(tokens, text)
    axes = [_SIDES[angle.side][1] if angle.side else "" for angle in (first, second)]
    if axes[0] and axes[0] == axes[1]:
        names = f"{first.side} and {second.side}"
        raise ProtocolError("position", expected="one of N, S and one of E, W", got=Given(names))
    is_lon_first = axes[0] == "lon" or axes[1] == "lat"
    if not any(axes):
        # Nothing says which is which, but no latitude is above 90.
        is_lon_first = abs(float(first.numbers[0])) > 90.0 >= abs(float(second.numbers[0]))
    lon, lat = (first, second) if is_lon_first else (second, first)
    return _degrees(lon, "lon"), _degrees(lat, "lat")


def dm_text(lon: float, lat: float) -> str:
    """`51° 03.000′ N, 114° 04.200′ W`: degrees and minutes to two metres."""
    return f"{_dm(lat, 'N', 'S')}, {_dm(lon, 'E', 'W')}"


def dms_text(lon: float, lat: float) -> str:
    """`51° 03′ 00.0″ N, 114° 04′ 12.0″ W`: degrees, minutes and seconds to three metres."""
    return f"{_dms(lat, 'N', 'S')}, {_dms(lon, 'E', 'W')}"


def _tokens(text: str) -> list[tuple[str, str]]:
    plain = text.strip()
    for pattern, sign in _WORDS:
        plain = re.sub(pattern, sign, plain, flags=re.IGNORECASE)
    plain = plain.upper()
    if _DECIMAL_COMMAS.fullmatch(plain):
        plain = plain.replace(",", ".")
    tokens, at = [], 0
    while at < len(plain.rstrip()):
        found = _TOKEN.match(plain, at)
        if found is None:
            raise ProtocolError("position", expected=_EXPECTED, got=text)
        tokens.append((str(found.lastgroup), found[str(found.lastgroup)].replace(" ", "")))
        at = found.end()
    return tokens


def _halves(tokens: list[tuple[str, str]], text: str) -> tuple[_Angle, _Angle]:
    """The tokens of each angle: parted by sides, by a comma, by the degree marks, or in the middle."""
    numbers = [index for index, (kind, _) in enumerate(tokens) if kind == "number"]
    sides = [index for index, (kind, _) in enumerate(tokens) if kind == "side"]
    gaps = [index for index, (kind, sign) in enumerate(tokens) if kind == "gap" and sign != ":"]
    degree_marks = [index for index, (_, sign) in enumerate(tokens) if sign == "°"]
    if len(sides) == 2:
        is_before = sides[0] < numbers[0] if numbers else False
        cut = sides[1] if is_before else sides[0] + 1
    elif len(gaps) == 1:
        cut = gaps[0]
    elif len(degree_marks) == 2:
        cut = degree_marks[1] - 1
    else:
        cut = numbers[len(numbers) // 2] if numbers and len(numbers) % 2 == 0 else 0
    halves = tuple(_angle(part) for part in (tokens[:cut], tokens[cut:]))
    if len(sides) not in (0, 2) or not all(1 <= len(half.numbers) <= 3 for half in halves):
        raise ProtocolError("position", expected=_EXPECTED, got=text if text.strip() else Given("nothing"))
    return halves[0], halves[1]


def _angle(tokens: list[tuple[str, str]]) -> _Angle:
    angle = _Angle([], [])
    for kind, sign in tokens:
        if kind == "number":
            angle.numbers.append(sign)
            angle.marks.append("")
        elif kind == "mark" and angle.marks:
            angle.marks[-1] = sign
        elif kind == "side":
            angle.side = sign
    return angle


def _degrees(angle: _Angle, axis: str) -> float:
    name, limit, degree_digits = _LIMITS[axis]
    if len(angle.numbers) == 1 and angle.side and not angle.marks[0]:
        _unpack(angle, degree_digits)
    if any(mark and mark != _MARKS[index] for index, mark in enumerate(angle.marks)):
        raise ProtocolError(name, expected="degrees, then minutes, then seconds", got=Given(_written(angle)))
    if any("." in number for number in angle.numbers[:-1]):
        raise ProtocolError(name, expected="decimals in the last of its numbers only", got=Given(_written(angle)))
    if any(number[0] in "+-" for number in angle.numbers[1:]):
        raise ProtocolError(name, expected="a sign before its degrees only", got=Given(_written(angle)))
    whole, *parts = (abs(float(number)) for number in angle.numbers)
    for part, unit in zip(parts, ("minutes", "seconds")):
        if part >= 60.0:
            raise ProtocolError(name, expected=f"{unit} below 60", got=Given(f"{part:g}"))
    size = whole + sum(part / 60.0 ** (index + 1) for index, part in enumerate(parts))
    is_negative = angle.numbers[0].startswith("-")
    if is_negative and angle.side:
        raise ProtocolError(name, expected="a minus sign or a side of the world, not both", got=Given(_written(angle)))
    if size > limit:
        raise ProtocolError(name, expected=f"-{limit:g} to {limit:g} degrees", got=Given(_written(angle)))
    sign = -1 if is_negative else _SIDES[angle.side][0] if angle.side else 1
    return sign * size


def _unpack(angle: _Angle, degree_digits: int) -> None:
    """Figures without gaps, as pilots write them: `510300N`, `11404.2W`."""
    figures, point, rest = angle.numbers[0].partition(".")
    if len(figures) not in (degree_digits + 2, degree_digits + 4) or not figures.isdigit():
        return
    parts = [figures[:degree_digits], *re.findall("..", figures[degree_digits:])]
    parts[-1] += point + rest
    angle.numbers, angle.marks = parts, [""] * len(parts)


def _written(angle: _Angle) -> str:
    figures = " ".join(number + mark for number, mark in zip(angle.numbers, angle.marks))
    return f"{figures} {angle.side}".strip()


def _dm(degrees: float, positive: str, negative: str) -> str:
    thousandths = round(abs(degrees) * 60_000.0)
    whole, minutes = divmod(thousandths, 60_000)
    return f"{whole}° {minutes / 1000.0:06.3f}′ {negative if degrees < 0 and thousandths else positive}"


def _dms(degrees: float, positive: str, negative: str) -> str:
    tenths = round(abs(degrees) * 36_000.0)
    whole, rest = divmod(tenths, 36_000)
    minutes, seconds = divmod(rest, 600)
    side = negative if degrees < 0 and tenths else positive
    return f"{whole}° {minutes:02d}′ {seconds / 10.0:04.1f}″ {side}"
