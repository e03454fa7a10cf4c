"""The colours of categories or classes, one row each; a row that is activated gets another colour."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QColorDialog, QListWidget, QListWidgetItem, QWidget

from rfers_desktop.language import tr
from rfers_desktop.layers.vector_style import (
    Categorised,
    Graduated,
    Single,
    Symbol,
    VectorStyle,
    coloured,
    symbols_of,
    value_text,
)
from rfers_desktop.ui.look import present_theme
from rfers_desktop.ui.map.theme_colours import colour_of

from .colour_field import swatch

_COLOUR = Qt.ItemDataRole.UserRole
_LOWEST_PX, _TALLEST_PX = 110, 150


class StyleClasses(QListWidget):
    """Shows a style; `applied_to` gives it back with the colours that were chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumHeight(_LOWEST_PX)
        self.setMaximumHeight(_TALLEST_PX)
        self.itemActivated.connect(self._ask)

    def show_style(self, style: VectorStyle) -> None:
        """A row for each symbol."""
        self.clear()
        for words, symbol in zip(class_names(style), symbols_of(style)):
            item = QListWidgetItem(words)
            self.addItem(item)
            self.set_colour(self.count() - 1, _colour(symbol))

    def set_colour(self, row: int, colour: str) -> None:
        """Give a row a colour."""
        item = self.item(row)
        item.setData(_COLOUR, colour)
        item.setIcon(QIcon(swatch(colour)))
        item.setToolTip(tr("{colour}; Return chooses another", colour=colour))

    def applied_to(self, style: VectorStyle) -> VectorStyle:
        """The style with the colours of the rows; unchanged if it is not the one shown."""
        if isinstance(style, Single) or self.count() != len(symbols_of(style)):
            return style
        symbols = tuple(
            symbol if _colour(symbol) == (chosen := self.item(row).data(_COLOUR)) else coloured(symbol, chosen)
            for row, symbol in enumerate(symbols_of(style))
        )
        if isinstance(style, Graduated):
            return Graduated(style.attribute, style.breaks, symbols)
        values = (value for value, _ in style.categories)
        return Categorised(style.attribute, tuple(zip(values, symbols[:-1])), symbols[-1])

    def _ask(self, item: QListWidgetItem) -> None:
        dialog = QColorDialog(QColor(item.data(_COLOUR)), self)
        dialog.setOption(QColorDialog.ColorDialogOption.DontUseNativeDialog)
        row = self.row(item)
        dialog.colorSelected.connect(lambda chosen: self.set_colour(row, chosen.name()))
        dialog.open()


def class_names(style: VectorStyle) -> list[str]:
    """What each symbol of a style stands for, in words."""
    match style:
        case Categorised(_, categories, _):
            return [*(value or tr("(empty)") for value, _ in categories), tr("all others")]
        case Graduated(_, breaks, _) if breaks:
            texts = [value_text(value) for value in breaks]
            inner = [tr("{low} to below {high}", low=low, high=high) for low, high in zip(texts, texts[1:])]
            return [tr("below {value}", value=texts[0]), *inner, tr("{value} and above", value=texts[-1])]
        case _:
            return [tr("all")]


def _colour(symbol: Symbol) -> str:
    return colour_of(symbol.fill or symbol.line or "#000000", present_theme()).name()
