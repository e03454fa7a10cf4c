"""Add a map service by its address: tiles by a template, or a layer of a Web Map Service, asked what it has."""

from __future__ import annotations

import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFormLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QPushButton,
    QWidget,
)

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.language import tr
from rfers_desktop.layers.layer_tree import LayerEntry, Source, SourceKind
from rfers_desktop.layers.map_layers import layer_id_of
from rfers_desktop.layers.tile_fetching import fetch
from rfers_desktop.layers.tile_services import XyzService, host_of
from rfers_desktop.layers.wms_capabilities import MAX_BYTES, WmsCapabilities, capabilities_url, read_capabilities

from .dialog_layout import lay_out, words_label

_WIDTH_PX = 560
_LIST_PX = 180


class _Answer(QObject):
    """Carries what a server said to the window's thread; nobody is there any more if the dialog was closed."""

    came = Signal(object)  # WmsCapabilities or ProtocolError


def ask_capabilities(address: str) -> WmsCapabilities:
    """What a service has; waits for the server. Raises ProtocolError."""
    content, _ = fetch(capabilities_url(address), MAX_BYTES)
    return read_capabilities(content, address)


class TileServiceDialog(QDialog):
    """The address says which kind it is: one with {z}, {x} and {y} in it is a template."""

    chosen = Signal(object)  # LayerEntry

    def __init__(
        self, parent: QWidget | None = None, *, ask: Callable[[str], WmsCapabilities] = ask_capabilities
    ) -> None:
        super().__init__(parent)
        self._ask = ask
        self._answer: _Answer | None = None
        self._capabilities: WmsCapabilities | None = None
        self.setWindowTitle(tr("Add a map service"))
        self.setModal(True)
        self.setFixedWidth(_WIDTH_PX)
        self.address = QLineEdit(self)
        self.address.setPlaceholderText("https://tiles.example.org/{z}/{x}/{y}.png")
        self.name = QLineEdit(self)
        self.name.setPlaceholderText(tr("As the service calls itself"))
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(tr("Find a layer"))
        self.search.setClearButtonEnabled(True)
        self.layers = QListWidget(self)
        self.layers.setFixedHeight(_LIST_PX)
        self.wrong = words_label("", "wrong", self)
        self.progress = QProgressBar(self)
        self.progress.setRange(0, 0)
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(6)
        self.add = QPushButton(self)
        self.add.setObjectName("primary")
        self.add.setDefault(True)
        self.cancel = QPushButton(tr("Cancel"), self)
        self.cancel.setAutoDefault(False)
        self._lay_out()
        self.address.textChanged.connect(lambda _: self._begin_anew())
        self.search.textChanged.connect(self._filter)
        self.layers.currentItemChanged.connect(lambda *_: self._show())
        self.layers.itemActivated.connect(lambda _: self._go_on())
        self.add.clicked.connect(self._go_on)
        self.cancel.clicked.connect(self.reject)
        self._begin_anew()

    @property
    def is_asking(self) -> bool:
        """Whether a server is being waited for."""
        return self._answer is not None

    def _lay_out(self) -> None:
        meaning = words_label(
            tr(
                "An address with {z}, {x} and {y} in it is a tile service. Any other is asked which layers "
                "it has, as a Web Map Service (WMS). What was shown is kept, and shown again without the network."
            ),
            "quiet",
            self,
        )
        fields = QWidget(self)
        form = QFormLayout(fields)
        form.setContentsMargins(0, 0, 0, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for words, field in ((tr("&Address"), self.address), (tr("&Name"), self.name)):
            field.setAccessibleName(words.replace("&", ""))
            form.addRow(words, field)
        self.search.setAccessibleName(tr("Find a layer of the service"))
        self.layers.setAccessibleName(tr("Layers of the service"))
        self.progress.setAccessibleName(tr("The service is being asked"))
        lay_out(self, (meaning, fields, self.search, self.layers, self.progress, self.wrong), (self.cancel, self.add))

    def _begin_anew(self) -> None:
        """Another address: what was heard of the last one does not hold."""
        self._answer = self._capabilities = None
        self.layers.clear()
        self._say("")
        self._show()

    def _show(self) -> None:
        has_layers = self._capabilities is not None
        self.search.setVisible(has_layers)
        self.layers.setVisible(has_layers)
        self.progress.setVisible(self.is_asking)
        is_template = "{" in self.address.text()
        self.add.setText(tr("Add layer") if has_layers or is_template else tr("Ask for layers"))
        is_ready = self.layers.currentItem() is not None if has_layers else bool(self.address.text().strip())
        self.add.setEnabled(is_ready and not self.is_asking)
        self.adjustSize()

    def _say(self, words: str) -> None:
        self.wrong.setText(words)
        self.wrong.setVisible(bool(words))

    def _go_on(self) -> None:
        address = self.address.text().strip()
        try:
            if self._capabilities is not None:
                self._choose_layer(self._capabilities)
            elif "{" in address:
                self._choose(XyzService(address).template, "", host_of(address))
            else:
                self._ask_aside(address)
        except ProtocolError as error:
            self._say(str(error))

    def _ask_aside(self, address: str) -> None:
        capabilities_url(address)  # raises if there is no use in asking
        answer = self._answer = _Answer()
        answer.came.connect(lambda came: self._take(answer, came), Qt.ConnectionType.QueuedConnection)

        def work() -> None:
            try:
                answer.came.emit(self._ask(address))
            except ProtocolError as error:
                answer.came.emit(error)

        threading.Thread(target=work, name="map service", daemon=True).start()
        self._say("")
        self._show()

    def _take(self, answer: _Answer, came: WmsCapabilities | ProtocolError) -> None:
        if answer is not self._answer:  # the address is another one by now
            return
        self._answer = None
        if isinstance(came, ProtocolError):
            self._say(str(came))
        else:
            self._capabilities = came
            for layer in came.layers:
                item = QListWidgetItem(layer.title)
                item.setData(Qt.ItemDataRole.UserRole, layer.name)
                item.setToolTip(layer.name)
                self.layers.addItem(item)
            self.layers.setCurrentRow(0)
        self._show()
        (self.layers if self._capabilities is not None else self.address).setFocus()

    def _filter(self, text: str) -> None:
        wanted = text.casefold().split()
        for row in range(self.layers.count()):
            item = self.layers.item(row)
            said = f"{item.text()} {item.toolTip()}".casefold()
            item.setHidden(not all(word in said for word in wanted))

    def _choose_layer(self, capabilities: WmsCapabilities) -> None:
        item = self.layers.currentItem()
        service = capabilities.service(item.data(Qt.ItemDataRole.UserRole))
        self._choose(service.kept_address, service.layers, service.title)

    def _choose(self, address: str, layer: str, usual_name: str) -> None:
        source = Source(SourceKind.TILES, address, layer)
        self.chosen.emit(LayerEntry(layer_id_of(source), self.name.text().strip() or usual_name, source))
        self.accept()
