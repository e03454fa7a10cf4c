"""What the layers have at a place that was clicked: layer, thing, facts."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLabel, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from rfers_desktop.language import tr, tr_count
from rfers_desktop.layers.identify import Identified, Spot
from rfers_desktop.ui.look import GAP

_KEY_ROLE = Qt.ItemDataRole.UserRole


class _FactsTree(QTreeWidget):
    """Ctrl+C copies the line one is on."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if event.matches(QKeySequence.StandardKey.Copy) and item is not None:
            QGuiApplication.clipboard().setText("\t".join(words for words in (item.text(0), item.text(1)) if words))
        else:
            super().keyPressEvent(event)


class IdentifiedPanel(QWidget):
    """Opens every thing if there are few, so that no more clicks are needed."""

    look_at = Signal(object)  # MarkKey of a live thing

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Identified"))
        self.where = QLabel(tr("Take the Identify tool and click the map."), self)
        self.where.setObjectName("quiet")
        self.where.setTextFormat(Qt.TextFormat.PlainText)
        self.where.setAccessibleName(tr("Where was asked"))
        self.tree = _FactsTree(self)
        self.tree.setAccessibleName(tr("What is there"))
        self.tree.setColumnCount(2)
        self.tree.setHeaderHidden(True)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        column = QVBoxLayout(self)
        column.setContentsMargins(GAP, GAP, GAP, GAP)
        column.addWidget(self.where)
        column.addWidget(self.tree, 1)
        self.tree.itemActivated.connect(self._activated)

    def show_found(self, spot: Spot, found: tuple[Identified, ...], position: str) -> None:
        """Show the answers for a place, written as `position`."""
        count = len(found)
        what = tr_count("{count} thing", "{count} things", count) if count else tr("nothing")
        self.where.setText(tr("{what} at {position}", what=what, position=position))
        self.tree.clear()
        layers: dict[str, QTreeWidgetItem] = {}
        for thing in found:
            if thing.layer not in layers:
                layers[thing.layer] = QTreeWidgetItem(self.tree, [thing.layer])
            row = QTreeWidgetItem(layers[thing.layer], [thing.title])
            row.setData(0, _KEY_ROLE, thing.key)
            for name, value in thing.facts:
                QTreeWidgetItem(row, [name, value]).setToolTip(1, value)
        self.tree.expandToDepth(1 if count <= 3 else 0)
        for layer in layers.values():
            layer.setFirstColumnSpanned(True)

    def _activated(self, item: QTreeWidgetItem) -> None:
        key = item.data(0, _KEY_ROLE)
        if key is not None:
            self.look_at.emit(tuple(key))
