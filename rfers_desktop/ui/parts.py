"""The parts of the window: a row each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .map_part import MapPart
from .part import Desk, Part
from .subscribe.part import SubscribePart

PARTS: Sequence[Callable[[Desk], Part]] = (MapPart, SubscribePart)
