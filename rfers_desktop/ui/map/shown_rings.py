"""Which error rings are drawn in a view: of what is selected, and of poor fixes while marks are symbols."""

from __future__ import annotations

from collections.abc import Iterable

from rfers_desktop.layers.point_table import Flag

from .live_marks import LiveMarks
from .pixel_frame import PixelFrame
from .ring_painting import is_shown, ring_box
from .touches import Box


def ring_boxes(marks: LiveMarks, rows: Iterable[int], frame: PixelFrame, are_symbols: bool) -> dict[int, Box]:
    """Those of some rows whose rings are drawn, with the device pixels from the map's origin that these reach."""
    boxes = {}
    for row in rows:
        rings = marks.rings.get(row)
        if rings is None:
            continue
        is_selected = bool(marks.table.flags[row] & Flag.SELECTED)
        if (is_selected or are_symbols) and is_shown(rings, frame, is_selected):
            boxes[row] = ring_box(rings, frame)
    return boxes


def rows_of_rings(marks: LiveMarks, frame: PixelFrame, are_symbols: bool, within: Box) -> list[int]:
    """The rows whose rings are drawn and reach into a box, in the order of drawing."""
    left, top, right, bottom = within
    boxes = ring_boxes(marks, sorted(marks.rings), frame, are_symbols)
    return [row for row, box in boxes.items() if box[0] < right and box[2] > left and box[1] < bottom and box[3] > top]
