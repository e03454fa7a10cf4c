"""What the tool bar and the things around the map need of the map's widget."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtGui import QAction

from rfers_desktop.geo.projections import Projection

from .tool import Tool
from .tools.stage import Stage


class MapWidget(Stage, Protocol):
    """The map as a part of the window."""

    @property
    def tool(self) -> Tool:
        """The tool at hand."""
        ...

    @property
    def view_changed(self) -> SignalInstance:
        """Tells the new view."""
        ...

    @property
    def tool_changed(self) -> SignalInstance:
        """Tells the tool that was taken up."""
        ...

    def set_tool(self, tool: Tool) -> None:
        """Take up a tool."""
        ...

    def set_projection(self, projection: Projection) -> None:
        """Draw the map in another projection."""
        ...

    def addAction(self, action: QAction, /) -> None:
        """Qt's: let the map hear the action's keys."""
        ...

    def setFocus(self, reason: Qt.FocusReason, /) -> None:
        """Qt's: give the map the keys."""
        ...
