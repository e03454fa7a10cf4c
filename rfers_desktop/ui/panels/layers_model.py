"""The rows of the layers panel: a layer each, with a box to tick, moved by dragging."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

from rfers_desktop.language import count_text, later, tr
from rfers_desktop.layers.layer_tree import LayerEntry, LayerTree, SourceKind
from rfers_desktop.layers.map_layers import MapLayers
from rfers_desktop.layers.vector_style import Symbol, symbols_of
from rfers_desktop.ui.look import present_theme
from rfers_desktop.ui.map.theme_colours import colour_of

Index = QModelIndex | QPersistentModelIndex
_ROWS = "application/x-rfers-layer-row"
_SWATCH_PX = 16
_KINDS = {SourceKind.BASE: later("base map"), SourceKind.RASTER: later("image"), SourceKind.TILES: later("map service")}


class LayersModel(QAbstractListModel):
    """From the topmost layer down. Ticks and moves go to the layers at once; the model tells of both by its signals."""

    def __init__(self, layers: MapLayers) -> None:
        super().__init__()
        self._layers = layers
        self._tree: LayerTree = layers.tree

    def refresh(self) -> None:
        """Show the layers as they are now."""
        tree = self._layers.tree
        if [entry.id for entry in tree] == [entry.id for entry in self._tree]:
            self._tree = tree
            self.dataChanged.emit(self.index(0), self.index(max(len(tree) - 1, 0)))
            return
        self.beginResetModel()
        self._tree = tree
        self.endResetModel()

    def entry(self, row: int) -> LayerEntry:
        """What a row shows."""
        return self._tree.entries[row]

    def row_of(self, layer_id: str) -> int:
        """The row of a layer; -1 if it has none."""
        return next((row for row, entry in enumerate(self._tree) if entry.id == layer_id), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._tree)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry = self.entry(index.row())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return tr(entry.title) if entry.source.kind is SourceKind.BASE else entry.title
            case Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if entry.is_visible else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleDescriptionRole:
                return self._described(entry)
            case Qt.ItemDataRole.AccessibleTextRole:
                shown, hidden = tr("{title}, shown", title=entry.title), tr("{title}, hidden", title=entry.title)
                return shown if entry.is_visible else hidden
            case Qt.ItemDataRole.DecorationRole:
                return QIcon(_swatch(symbols_of(entry.style)[0]))
            case _:
                return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid():
            return False
        is_visible = Qt.CheckState(value) is Qt.CheckState.Checked
        self._tree = self._layers.change(self.entry(index.row()).id, is_visible=is_visible)
        self.dataChanged.emit(self.index(index.row()), self.index(index.row()), [role])
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled  # between the rows, not onto them
        flag = Qt.ItemFlag
        return flag.ItemIsEnabled | flag.ItemIsSelectable | flag.ItemIsUserCheckable | flag.ItemIsDragEnabled

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:
        return [_ROWS]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        data.setData(_ROWS, str(indexes[0].row()).encode())
        return data

    def dropMimeData(self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index) -> bool:
        if not data.hasFormat(_ROWS) or action != Qt.DropAction.MoveAction:
            return False
        start = int(data.data(_ROWS).data())
        end = len(self._tree) if row < 0 else row
        self.move(start, end - 1 if end > start else end)
        return False  # the rows are moved already; True would let the view remove one

    def move(self, start: int, end: int) -> bool:
        """Put a row at another place, counted without it; False if it is there already or there is no such place."""
        if start == end or not (0 <= start < len(self._tree) and 0 <= end < len(self._tree)):
            return False
        self.beginMoveRows(QModelIndex(), start, start, QModelIndex(), end + 1 if end > start else end)
        self._tree = self._layers.move(self.entry(start).id, end)
        self.endMoveRows()
        return True

    def _described(self, entry: LayerEntry) -> str:
        count = sum(len(part) for part in self._layers.features(entry.id))
        if entry.source.kind is SourceKind.VECTOR:
            found = tr("{count} features", count=count_text(count)) if count else tr("not read")
            return f"{entry.source.address}\n{found}"
        kind = tr(_KINDS[entry.source.kind])
        return (
            tr("{kind}, {count} features", kind=kind, count=count_text(count))
            if count
            else f"{kind}\n{entry.source.address}"
        )


def _swatch(symbol: Symbol) -> QPixmap:
    """A small picture of how the layer looks."""
    theme = present_theme()
    picture = QPixmap(_SWATCH_PX, _SWATCH_PX)
    picture.fill(QColor(0, 0, 0, 0))
    painter = QPainter(picture)
    box = picture.rect().adjusted(2, 2, -3, -3)
    if symbol.fill is not None:
        painter.fillRect(box, colour_of(symbol.fill, theme, symbol.fill_opacity))
    if symbol.line is not None:
        painter.setPen(colour_of(symbol.line, theme))
        if symbol.fill is None:
            painter.drawLine(box.bottomLeft(), box.topRight())
        else:
            painter.drawRect(box)
    painter.end()
    return picture
