"""Coordinates that were typed where names are searched: they are a hit as well."""

from __future__ import annotations

from collections.abc import Callable

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.coordinates import position_text, read_position
from rfers_desktop.geo.projections import Projection
from rfers_desktop.language import tr

from .search import SearchHit


class PositionSearch:
    """Reads a query as a position, in any format and in the system of the project."""

    is_slow = False

    def __init__(self, project: Callable[[], Projection | None] = lambda: None) -> None:
        self._project = project

    def search(self, text: str, limit: int) -> list[SearchHit]:
        """The place, if the query is one."""
        try:
            found = read_position(text, self._project())
        except ProtocolError:
            return []
        title = position_text(found.lon, found.lat)
        return [SearchHit(title, str(found.format), tr("Coordinates"), found.lon, found.lat, score=1.0)][:limit]
