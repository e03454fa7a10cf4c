"""Which page of the manual tells of what has the focus."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from .help_pages import FIRST

HELP = "help"  # the property in which a widget keeps the name of its page


def page_for(widget: QWidget | None) -> str:
    """The page of a widget, or of the nearest one around it that has one."""
    while widget is not None:
        page = widget.property(HELP)
        if isinstance(page, str) and page:
            return page
        widget = widget.parentWidget()
    return FIRST
