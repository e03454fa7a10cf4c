"""What the next click of a drawing will do, in words for the status bar."""

from __future__ import annotations

from rfers_desktop.drafting.sketch import Shape, Sketch
from rfers_desktop.language import later, tr

from .draw_handles import Handle, closes_polygon

_FIRST = {
    Shape.POINT: later("Click the place; digits or the wheel widen it"),
    Shape.CIRCLE: later("Drag from the middle of the circle to its edge"),
    Shape.LINE: later("Click where the line begins"),
    Shape.RECTANGLE: later("Drag from corner to corner"),
    Shape.POLYGON: later("Click the first corner"),
    Shape.FREEHAND: later("Draw around the area with the button held"),
    Shape.FEATURES: later("Click a feature, an asset, an incident or a sensor; Shift adds, a second click goes deeper"),
    Shape.EVERYWHERE: later("The subscription listens everywhere"),
}
_MORE = later("Next corner; Enter or double click ends, Backspace takes back, Esc parks it, Ctrl+wheel widens")
_ONE_FEATURE = later("Enter subscribes; digits or the wheel widen it, Shift+click adds another, Esc parks it")
_DONE = later("Enter subscribes, Esc parks it; the wheel or digits widen it; corners and edges can be pulled")


def hint_for(sketch: Sketch, hovered: Handle | None, follows: bool) -> str:
    """What the next click will do."""
    if follows:
        return tr("Release or click at the circle's edge; digits give its radius; Esc parks it")
    if hovered is not None and sketch.corners:
        if not hovered.is_corner:
            return tr("Drag to put a corner in here")
        if closes_polygon(sketch, hovered):
            return tr("Click to close the area; drag to move this corner")
        return tr("Drag to move this corner; Delete or the right button takes it out")
    if sketch.is_empty:
        return tr(_FIRST[sketch.shape])
    if sketch.shape is Shape.FEATURES:
        return tr(_ONE_FEATURE)
    return tr(_MORE) if sketch.takes_more else tr(_DONE)
