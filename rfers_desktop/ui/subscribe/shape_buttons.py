"""The row of tools: what a zone is drawn with, or taken from."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from rfers_desktop.drafting.sketch import Shape
from rfers_desktop.language import later, tr
from rfers_desktop.ui.icons import ICON_PX, themed_icon
from rfers_desktop.ui.look import present_theme

# Shape -> its icon, its words in menus, and its usual keys.
SHAPES = {
    Shape.CIRCLE: ("draw_circle", later("&Circle"), "F5"),
    Shape.POLYGON: ("draw_polygon", later("&Polygon"), "F6"),
    Shape.RECTANGLE: ("draw_rectangle", later("&Rectangle"), "F7"),
    Shape.LINE: ("draw_line", later("&Line or corridor"), "F8"),
    Shape.POINT: ("draw_point", later("P&oint"), "Shift+F5"),
    Shape.FREEHAND: ("draw_freehand", later("&Freehand area"), "Shift+F6"),
    Shape.FEATURES: ("pick_feature", later("&Existing features, assets, incidents, sensors"), "Shift+F7"),
    Shape.EVERYWHERE: ("everywhere", later("Every&where"), "Shift+F8"),
}


class ShapeButtons(QWidget):
    """A button for each shape; the one at hand is pressed in."""

    chosen = Signal(object)  # Shape

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: dict[Shape, QToolButton] = {}
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(2)
        for shape, (_, words, keys) in SHAPES.items():
            button = QToolButton(self)
            plain = tr(words).replace("&", "")
            button.setAccessibleName(plain)
            button.setToolTip(f"{plain} ({keys})")
            button.setCheckable(True)
            button.setIconSize(QSize(ICON_PX, ICON_PX))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setStyleSheet("padding: 5px 7px;")
            button.clicked.connect(lambda _=False, shape=shape: self.chosen.emit(shape))
            self.buttons[shape] = button
            line.addWidget(button)
        line.addStretch(1)
        self._paint_icons()

    def show_shape(self, shape: Shape | None) -> None:
        """Press in the tool at hand, if one is."""
        for each, button in self.buttons.items():
            button.setChecked(each is shape)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange) and hasattr(self, "buttons"):
            self._paint_icons()

    def _paint_icons(self) -> None:
        theme = present_theme()
        for shape, button in self.buttons.items():
            button.setIcon(themed_icon(SHAPES[shape][0], theme))
