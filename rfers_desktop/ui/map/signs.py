"""Signs above the map: that its data stand still, and how old each layer is."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from rfers_desktop.language import later, tr
from rfers_desktop.layers.marks import Style
from rfers_desktop.ui.look import present_theme, small_font

_PAD_X, _PAD_Y = 14.0, 7.0
_FROZEN_PX = 17
_TITLES = {
    Style.ASSET: later("Assets"),
    Style.SENSOR: later("Sensors"),
    Style.INCIDENT: later("Incidents"),
    Style.IMAGE: later("Images"),
    Style.OTHER: later("Other"),
}


def age_text(age_s: float) -> str:
    """An age in the unit a person would say: `now`, `40 s`, `12 min`, `3 h`, `2 d`."""
    if age_s < 5:
        return tr("now")
    for limit, unit_s, unit in ((120, 1, "s"), (7_200, 60, "min"), (172_800, 3_600, "h")):
        if age_s < limit:
            return f"{age_s // unit_s:.0f} {unit}"
    return tr("{count} d", count=f"{age_s // 86_400:.0f}")


class FrozenSign(QWidget):
    """DATA FROZEN, since when, and for how long: nobody shall take an old picture for the present."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._since_s: float | None = None
        self.text = ""
        self.hide()

    def freeze(self, since_s: float | None) -> None:
        """The data stand still since a time, in seconds of the epoch; None: they do not."""
        self._since_s = since_s
        self.setVisible(since_s is not None)

    def show_time(self, now_s: float) -> None:
        """Let the clock go on."""
        if self._since_s is None:
            return
        seconds = max(0, int(now_s - self._since_s))
        since = datetime.fromtimestamp(self._since_s, UTC)
        clock = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
        text = tr("DATA FROZEN since {since} UTC   {clock}", since=f"{since:%H:%M:%S}", clock=clock)
        if text == self.text:
            return
        self.text = text
        self.setAccessibleName(text)
        metrics = QFontMetricsF(_frozen_font())
        wide, high = metrics.horizontalAdvance(text) + 2 * _PAD_X, metrics.height() + 2 * _PAD_Y
        self.resize(round(wide), round(high))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = present_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.frozen))
        painter.drawRoundedRect(QRectF(self.rect()), 5, 5)
        painter.setPen(QColor(theme.on_accent))
        painter.setFont(_frozen_font())
        painter.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignCenter, self.text)
        painter.end()


class AgeSign(QWidget):
    """How long ago each layer was last heard of."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.lines: tuple[str, ...] = ()
        self.hide()

    def show_ages(self, newest: Mapping[Style, float], now_s: float) -> None:
        """Write the age of each layer that has marks."""
        lines = tuple(
            f"{title}  {age_text(max(0.0, now_s - newest[style]))}"
            for style, title in ((style, tr(title)) for style, title in _TITLES.items())
            if style in newest
        )
        if lines == self.lines:
            return
        self.lines = lines
        self.setVisible(bool(lines))
        self.setAccessibleName(tr("Age of each layer: ") + ", ".join(lines))
        metrics = QFontMetricsF(small_font())
        wide = max((metrics.horizontalAdvance(line) for line in lines), default=0.0)
        self.resize(round(wide + _PAD_X), round(metrics.height() * len(lines) + _PAD_Y))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = present_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paper = QColor(theme.plate)
        paper.setAlphaF(0.85)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(paper)
        painter.drawRoundedRect(QRectF(self.rect()), 4, 4)
        painter.setPen(QColor(theme.text))
        painter.setFont(small_font())
        inside = QRectF(self.rect()).adjusted(_PAD_X / 2, _PAD_Y / 2, -_PAD_X / 2, -_PAD_Y / 2)
        painter.drawText(inside, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, "\n".join(self.lines))
        painter.end()


def _frozen_font() -> QFont:
    font = small_font(QFont.Weight.Bold)
    font.setPixelSize(_FROZEN_PX)
    return font
