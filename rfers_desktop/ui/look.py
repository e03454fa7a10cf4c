"""The look of the window: colours, type and spacing, in one place."""

from __future__ import annotations

from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

TEXT = "#1b2430"
QUIET_TEXT = "#546070"
UNAVAILABLE_TEXT = "#7a8593"
WINDOW = "#f4f6f8"
PANEL = "#ffffff"
LINE = "#d5dbe3"
SELECTED = "#dbe7fb"
ACCENT = "#b3381b"
ACCENT_DARK = "#922c13"
GOOD = "#177245"
WAITING = "#8a5c00"
BAD = "#b42318"
WARNING_PAPER = "#fff6df"
WARNING_LINE = "#e7c46a"

MAP_PAPER = "#eceee7"
GRATICULE = "#c3c9bd"
GRATICULE_TEXT = "#5d665a"

GAP = 8  # pixels between things that belong together
WIDE_GAP = 16  # and between groups of them
TEXT_PX = 13
SMALL_PX = 12
TITLE_PX = 22

_STYLE = f"""
* {{ font-size: {TEXT_PX}px; }}
QMainWindow, QDialog {{ background: {WINDOW}; }}
QToolBar {{ background: {PANEL}; border: 0; border-bottom: 1px solid {LINE}; padding: 5px 8px; spacing: 4px; }}
QToolBar::separator {{ width: 1px; background: {LINE}; margin: 4px 6px; }}
QToolButton {{ padding: 5px 11px; border: 1px solid transparent; border-radius: 4px; }}
QToolButton:hover {{ background: {WINDOW}; border-color: {LINE}; }}
QToolButton:focus {{ border-color: {QUIET_TEXT}; }}
QToolButton:disabled {{ color: {UNAVAILABLE_TEXT}; }}
QToolButton#primary {{ background: {ACCENT}; color: white; font-weight: 600; }}
QToolButton#primary:hover {{ background: {ACCENT_DARK}; border-color: {ACCENT_DARK}; }}
QToolButton#primary:disabled {{ background: #d9b9b0; color: white; }}
QDockWidget {{ font-weight: 600; }}
QDockWidget::title {{ background: {PANEL}; padding: 8px 10px; border-top: 1px solid {LINE}; }}
QMainWindow::separator {{ background: {LINE}; width: 1px; height: 1px; }}
QTableView {{ background: {PANEL}; border: 0; gridline-color: transparent; selection-background-color: {SELECTED};
  selection-color: {TEXT}; outline: 0; }}
QTableView::item {{ padding: 0 8px; border-bottom: 1px solid #edf0f4; }}
QHeaderView {{ background: {PANEL}; border: 0; }}
QHeaderView::section {{ background: {PANEL}; color: {QUIET_TEXT}; font-size: {SMALL_PX}px; font-weight: 400;
  padding: 5px 8px 5px 11px; border: 0; border-bottom: 1px solid {LINE}; }}
QStatusBar {{ background: {PANEL}; border-top: 1px solid {LINE}; }}
QStatusBar::item {{ border: 0; }}
QLineEdit, QPlainTextEdit {{ background: {PANEL}; border: 1px solid #b7c0cb;
  border-radius: 4px; padding: 5px 7px; selection-background-color: {SELECTED}; selection-color: {TEXT}; }}
QLineEdit:focus, QPlainTextEdit:focus {{ border: 1px solid {ACCENT}; }}
QComboBox, QDoubleSpinBox {{ min-height: 28px; }}
QPushButton {{ padding: 7px 18px; border: 1px solid #b7c0cb; border-radius: 4px; background: {PANEL}; }}
QPushButton:hover {{ background: {WINDOW}; }}
QPushButton:focus {{ border-color: {TEXT}; }}
QPushButton#primary {{ background: {ACCENT}; border-color: {ACCENT}; color: white; font-weight: 600; }}
QPushButton#primary:hover {{ background: {ACCENT_DARK}; }}
QPushButton#primary:focus {{ border-color: {TEXT}; }}
QPushButton#primary:disabled {{ background: #d9b9b0; border-color: #d9b9b0; }}
QLabel#title {{ font-size: {TITLE_PX}px; font-weight: 600; }}
QLabel#quiet {{ color: {QUIET_TEXT}; font-size: {SMALL_PX}px; }}
QLabel#field {{ font-weight: 600; }}
QLabel#wrong {{ color: {BAD}; font-size: {SMALL_PX}px; }}
QFrame#notice {{ background: {WARNING_PAPER}; border: 0; border-bottom: 1px solid {WARNING_LINE}; }}
QToolTip {{ background: {TEXT}; color: white; border: 0; padding: 4px 6px; }}
"""


def apply_look(app: QApplication) -> None:
    """Give the application its style, colours and type, the same on every system."""
    app.setStyle("Fusion")
    palette = QPalette()
    roles = QPalette.ColorRole
    for role, colour in (
        (roles.Window, WINDOW),
        (roles.Base, PANEL),
        (roles.AlternateBase, WINDOW),
        (roles.Button, PANEL),
        (roles.WindowText, TEXT),
        (roles.Text, TEXT),
        (roles.ButtonText, TEXT),
        (roles.Highlight, SELECTED),
        (roles.HighlightedText, TEXT),
        (roles.PlaceholderText, QUIET_TEXT),
    ):
        palette.setColor(role, QColor(colour))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(UNAVAILABLE_TEXT))
    app.setPalette(palette)
    app.setStyleSheet(_STYLE)


def small_font(weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The type of labels on the map."""
    font = QFont(QApplication.font())
    font.setPixelSize(SMALL_PX)
    font.setWeight(weight)
    return font


def fixed_width_font() -> QFont:
    """The type in which every character is as wide as the next."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPixelSize(TEXT_PX)
    return font
