"""How long the local repository keeps what it has: three limits, each of which can be left out."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from rfers_desktop.language import tr
from rfers_desktop.ui.look import GAP
from rfers_desktop.workspace import Retention, checked_retention


class RetentionDialog(QDialog):
    """`chosen` carries the limits; the oldest notifications go first."""

    chosen = Signal(object)  # Retention

    def __init__(self, kept: Retention, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("How long notifications are kept"))
        words = tr("The oldest go first. Without a limit nothing goes. What has gone is not asked for again.")
        hint = QLabel(words, self)
        hint.setObjectName("quiet")
        hint.setWordWrap(True)
        self.days, self.has_days = self._limit(kept.days, 30, 36_500, tr("days"))
        self.rows, self.has_rows = self._limit(kept.rows, 2_000_000, 100_000_000, tr("notifications"))
        self.megabytes, self.has_megabytes = self._limit(kept.megabytes, 4_000, 1_000_000, "MB")
        form = QFormLayout()
        for box, spin, name in (
            (self.has_days, self.days, tr("No older than")),
            (self.has_rows, self.rows, tr("No more than")),
            (self.has_megabytes, self.megabytes, tr("No larger than")),
        ):
            box.setText(name)
            spin.setAccessibleName(name)
            form.addRow(box, spin)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(GAP)
        column.addWidget(hint)
        column.addLayout(form)
        column.addWidget(self.buttons)

    def retention(self) -> Retention:
        """The limits as they are set."""
        return checked_retention(
            self.days.value() if self.has_days.isChecked() else None,
            self.rows.value() if self.has_rows.isChecked() else None,
            self.megabytes.value() if self.has_megabytes.isChecked() else None,
        )

    def _limit(self, value: int | None, usual: int, most: int, unit: str) -> tuple[QSpinBox, QCheckBox]:
        spin, box = QSpinBox(self), QCheckBox(self)
        spin.setRange(1, most)
        spin.setGroupSeparatorShown(True)
        spin.setSuffix(f" {unit}")
        spin.setValue(usual if value is None else value)
        spin.setEnabled(value is not None)
        box.setChecked(value is not None)
        box.toggled.connect(spin.setEnabled)
        return spin, box

    def _accept(self) -> None:
        self.chosen.emit(self.retention())
        self.accept()
