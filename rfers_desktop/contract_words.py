"""What contract and service say in English, in the user's language: each sentence is known again by its pattern."""

from __future__ import annotations

import re
from functools import lru_cache
from string import Formatter

from rfers_desktop.language import later, present_language, tr

_KINDS = {
    "a Point": later("a point"),
    "a LineString": later("a line"),
    "a Polygon": later("an area"),
    "a MultiPoint": later("several points"),
    "a MultiLineString": later("several lines"),
    "a MultiPolygon": later("several areas"),
}
_SAID_OTHERWISE = {  # plainer than the contract says it
    "the eight relations are between regions, and the zone is {kind}": later(
        "this compares areas, and the zone is {kind}"
    ),
    "the eight relations are between regions, and the event is {kind}": later(
        "this compares areas, and the event is {kind}"
    ),
    **_KINDS,
}
_SENTENCES = (
    # where a filter is wrong
    later("{what} (at character {number})"),
    later("expected {expected}, got {got}; {hint}"),
    later("expected {expected}, got {got}"),
    later("an attribute of {topic}"),
    later("unknown attribute {name}"),
    later("did you mean {name}?"),
    later("it has {names}"),
    later("the end of the filter"),
    later("another condition"),
    later("an attribute name"),
    later("a comparison such as = or < after {name}"),
    later("a comparison such as = or < for {name}"),
    later("a comparison such as = or <"),
    later("a value such as 80, 'text', TRUE or DATE('2008-12-04')"),
    later("a condition such as {example}"),
    later("conditions such as {example}, joined by AND or OR"),
    later("AND, OR or the end of the filter"),
    later("AND, OR or a closing parenthesis"),
    later("AND and the higher end of BETWEEN"),
    later("an opening parenthesis"),
    later("a closing parenthesis"),
    later("a comma or a closing parenthesis"),
    later("text in single quotes"),
    later("a closing quote ' for the text that begins here"),
    later("the lower end before the higher"),
    later("a number from 0 to 1"),
    later("a number"),
    later("a condition"),
    later("{either}, or a term: {terms}"),
    later("a term of {name}: {terms}"),
    later("at most {number} characters"),
    later("there is no opening parenthesis for it"),
    later("LIKE is for text, and {name} is of type {type}"),
    later("attribute names are written without quotes, or in double quotes"),
    later("terms are written without quotes: {term}"),
    later("a quote within the text is written twice: 'O''Hara'"),
    later("leave the filter out to get every event of the topic"),
    # what can never be true
    later("can never match, because {reason}"),
    later("already covered by your subscription '{name}'"),
    later("{zone} cannot contain {event}"),
    later("{zone} cannot lie within {event}"),
    later("points have no boundary to touch at"),
    later("only geometries of one dimension overlap, not {zone} and {event}"),
    later("a single point overlaps nothing: it is either the same place or another"),
    later("{zone} and {event} cannot cross; they overlap or touch"),
    later("a single point cannot cross anything: it has no two sides"),
    later("{topic} events have no geometry"),
    later("only with {operators} can an edge be soft"),
    later("an edge is soft for points, and {topic} events are none"),
    later("no {name} satisfies {condition}"),
    # why it matched
    later("the subscription is to everything of {topic}"),
    later("{where} (the zone widened by {length})"),
    later("{where} (the zone shrunk by {length})"),
    later("{head}: the event is within the zone, {length} from its edge"),
    later("{head}: the event is within the zone and touches its edge"),
    later("{head}: the event is at the zone's place"),
    later("{head}: the event touches the zone's edge and lies outside it"),
    later("{head}: the event is {length} outside the zone"),
    later("{head}: the zone lies within the event"),
    later("{head}: the event is partly in the zone and reaches {length} beyond it"),
    later("{head}: the event has no {name}"),
    later("{head}: {name} is {value}, {difference} too low"),
    later("{head}: {name} is {value}, {difference} too high"),
    later("{head}: {name} is {value}"),
)


def spoken(sentence: str) -> str:
    """A sentence of the contract or of the service as the user says it; one that is not known stays as it is."""
    return _spoken(sentence, present_language().code)


@lru_cache(maxsize=4096)
def _spoken(sentence: str, language: str) -> str:
    for pattern, words in _patterns():
        found = pattern.fullmatch(sentence)
        if found is not None:
            return tr(words, **{name: _spoken(part, language) for name, part in found.groupdict().items()})
    return sentence


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    said = _SAID_OTHERWISE | {sentence: sentence for sentence in _SENTENCES}
    return [(re.compile(_pattern(sentence), re.DOTALL), words) for sentence, words in said.items()]


def _pattern(sentence: str) -> str:
    parts = Formatter().parse(sentence)
    return "".join(re.escape(plain) + (f"(?P<{name}>.+?)" if name else "") for plain, name, _, _ in parts)
