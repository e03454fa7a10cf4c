"""Which values the attributes of a topic have had so far, to be offered when a filter is written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from broker_local.protocol.event import Event

_MOST = 200  # of one attribute; a list that is longer is read by nobody
_LONGEST = 60  # characters; longer texts are descriptions, not values to compare with


class SeenValues:
    """Text values by topic and attribute, the newest last; old ones go when there are too many."""

    def __init__(self) -> None:
        self._values: defaultdict[tuple[str, str], dict[str, None]] = defaultdict(dict)

    def add(self, events: Iterable[Event]) -> None:
        """Take note of what events say."""
        for event in events:
            for name, value in event.attributes.items():
                if isinstance(value, str) and 0 < len(value) <= _LONGEST:
                    known = self._values[event.topic, name]
                    known.pop(value, None)
                    known[value] = None
                    if len(known) > _MOST:
                        del known[next(iter(known))]

    def of(self, topic: str, attribute: str) -> tuple[str, ...]:
        """The values seen, in the order of the alphabet."""
        return tuple(sorted(self._values.get((topic, attribute), ())))
