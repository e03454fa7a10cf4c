"""The style sheet of the window, made from a theme."""

from __future__ import annotations

from broker_local.protocol.resources import resources_dir

from .themes import Theme

TEXT_PX = 13
SMALL_PX = 12
TITLE_PX = 22


def style_sheet(theme: Theme) -> str:
    """The rules for every widget, in the colours of a theme."""
    return "\n".join(part(theme) for part in (_window, _bars_and_menus, _lists, _fields, _choices, _words))


def _window(t: Theme) -> str:
    return f"""
* {{ font-size: {TEXT_PX}px; }}
QMainWindow, QDialog {{ background: {t.window}; }}
QDockWidget {{ font-weight: 600; titlebar-normal-icon: {_picture(t, "float")};
  titlebar-close-icon: {_picture(t, "close")}; }}
QDockWidget::float-button:hover, QDockWidget::close-button:hover {{ background: {t.selected}; }}
QDockWidget::title {{ background: {t.panel}; padding: 8px 10px; border-top: 1px solid {t.line}; }}
QDockWidget > QWidget {{ background: {t.panel}; }}
QMainWindow::separator {{ background: {t.line}; width: 1px; height: 1px; }}
QSplitter::handle {{ background: {t.line}; }}
QStatusBar {{ background: {t.panel}; border-top: 1px solid {t.line}; }}
QStatusBar::item {{ border: 0; }}
QStatusBar QToolButton {{ padding: 2px 18px 2px 8px; }}
QFrame#notice {{ background: {t.warning_paper}; border: 0; border-bottom: 1px solid {t.warning_line}; }}
QFrame#line {{ background: {t.line}; border: 0; }}
QToolTip {{ background: {t.plate}; color: {t.text}; border: 1px solid {t.field_line}; padding: 4px 6px; }}
"""


def _bars_and_menus(t: Theme) -> str:
    return f"""
QToolBar {{ background: {t.panel}; border: 0; border-bottom: 1px solid {t.line}; padding: 4px; spacing: 3px; }}
QToolBar::separator {{ width: 1px; background: {t.line}; margin: 5px 6px; }}
QToolBar QToolButton {{ padding: 5px 9px; }}
QToolBar QToolButton[popupMode="1"] {{ padding-right: 18px; }}
QToolButton {{ padding: 5px 11px; border: 1px solid transparent; border-radius: 4px; }}
QToolButton:hover {{ background: {t.window}; border-color: {t.line}; }}
QToolButton:checked {{ background: {t.selected}; border-color: {t.field_line}; }}
QToolButton:focus {{ border-color: {t.focus}; }}
QToolButton:disabled {{ color: {t.unavailable_text}; }}
QToolButton#primary {{ background: {t.accent}; color: {t.on_accent}; font-weight: 600; }}
QToolButton#primary:hover {{ background: {t.accent_dark}; border-color: {t.accent_dark}; }}
QToolButton#primary:disabled {{ background: {t.accent_unavailable}; color: {t.quiet_text}; }}
QMenuBar {{ background: {t.panel}; color: {t.text}; border-bottom: 1px solid {t.line}; padding: 1px 6px; }}
QMenuBar::item {{ background: transparent; padding: 5px 9px; border-radius: 4px; }}
QMenuBar::item:selected {{ background: {t.selected}; }}
QMenu {{ background: {t.panel}; color: {t.text}; border: 1px solid {t.field_line}; padding: 4px; }}
QMenu::item {{ padding: 6px 28px 6px 26px; border-radius: 3px; }}
QMenu::item:selected {{ background: {t.selected}; }}
QMenu::item:disabled {{ color: {t.unavailable_text}; }}
QMenu::separator {{ height: 1px; background: {t.line}; margin: 4px 6px; }}
"""


def _lists(t: Theme) -> str:
    return f"""
QTableView, QTreeView, QListView {{ background: {t.panel}; color: {t.text}; border: 0; gridline-color: transparent;
  selection-background-color: {t.selected}; selection-color: {t.text}; outline: 0; }}
QTableView::item {{ padding: 0 8px; border-bottom: 1px solid {t.hairline}; }}
QTableView#facts::item {{ padding: 4px 8px; }}
QTreeView::item, QListView::item {{ padding: 3px 4px; }}
QHeaderView {{ background: {t.panel}; border: 0; }}
QHeaderView::section {{ background: {t.panel}; color: {t.quiet_text}; font-size: {SMALL_PX}px; font-weight: 400;
  padding: 5px 8px 5px 11px; border: 0; border-bottom: 1px solid {t.line}; }}
QScrollBar {{ background: {t.panel}; border: 0; }}
QScrollBar:vertical {{ width: 12px; }}
QScrollBar:horizontal {{ height: 12px; }}
QScrollBar::handle {{ background: {t.field_line}; border-radius: 4px; margin: 2px; }}
QScrollBar::handle:hover {{ background: {t.quiet_text}; }}
QScrollBar::handle:vertical {{ min-height: 28px; }}
QScrollBar::handle:horizontal {{ min-width: 28px; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""


def _fields(t: Theme) -> str:
    return f"""
QLineEdit, QPlainTextEdit, QTextEdit {{ background: {t.panel}; color: {t.text}; border: 1px solid {t.field_line};
  border-radius: 4px; padding: 5px 7px; selection-background-color: {t.selected}; selection-color: {t.text}; }}
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus {{ border: 1px solid {t.focus}; }}
QLineEdit:disabled, QPlainTextEdit:disabled {{ color: {t.unavailable_text}; border-color: {t.line}; }}
QAbstractSpinBox QLineEdit, QComboBox QLineEdit {{ border: 0; padding: 0 6px; background: transparent; }}
QPushButton {{ padding: 6px 16px; border: 1px solid {t.field_line}; border-radius: 4px; background: {t.panel};
  color: {t.text}; }}
QPushButton:hover {{ background: {t.window}; }}
QPushButton:checked {{ background: {t.selected}; }}
QPushButton:focus {{ border-color: {t.text}; }}
QPushButton:disabled {{ color: {t.unavailable_text}; border-color: {t.line}; }}
QPushButton#primary {{ background: {t.accent}; border-color: {t.accent}; color: {t.on_accent}; font-weight: 600; }}
QPushButton#primary:hover {{ background: {t.accent_dark}; }}
QPushButton#primary:focus {{ border-color: {t.text}; }}
QPushButton#primary:disabled {{ background: {t.accent_unavailable}; border-color: {t.accent_unavailable};
  color: {t.quiet_text}; }}
QProgressBar {{ background: {t.window}; color: {t.text}; border: 1px solid {t.field_line}; border-radius: 4px;
  text-align: center; }}
QProgressBar::chunk {{ background: {t.selected}; border-radius: 3px; }}
"""


def _choices(t: Theme) -> str:
    return f"""
QComboBox, QAbstractSpinBox {{ background: {t.panel}; color: {t.text}; border: 1px solid {t.field_line};
  border-radius: 4px; padding: 0 7px; min-height: 26px; selection-background-color: {t.selected};
  selection-color: {t.text}; }}
QAbstractSpinBox {{ qproperty-alignment: "AlignRight | AlignVCenter"; }}
QComboBox:focus, QAbstractSpinBox:focus {{ border-color: {t.focus}; }}
QComboBox:disabled, QAbstractSpinBox:disabled {{ color: {t.unavailable_text}; border-color: {t.line}; }}
QComboBox::drop-down, QDateTimeEdit::drop-down {{ border: 0; width: 22px; }}
QComboBox::down-arrow, QDateTimeEdit::down-arrow {{ image: {_picture(t, "down")}; width: 12px; height: 12px; }}
QComboBox QAbstractItemView {{ background: {t.panel}; border: 1px solid {t.field_line}; padding: 2px; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ border: 0; width: 18px; background: transparent; }}
QAbstractSpinBox::up-arrow {{ image: {_picture(t, "up")}; width: 10px; height: 10px; }}
QAbstractSpinBox::down-arrow {{ image: {_picture(t, "down")}; width: 10px; height: 10px; }}
QCheckBox, QRadioButton {{ color: {t.text}; spacing: 8px; }}
QCheckBox:disabled, QRadioButton:disabled {{ color: {t.unavailable_text}; }}
QCheckBox::indicator, QAbstractItemView::indicator, QGroupBox::indicator {{ width: 14px; height: 14px;
  background: {t.panel}; border: 1px solid {t.field_line}; border-radius: 3px; }}
QCheckBox::indicator:focus, QRadioButton::indicator:focus {{ border-color: {t.focus}; }}
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked, QGroupBox::indicator:checked {{
  background: {t.selected}; image: {_picture(t, "tick")}; }}
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {{ border-color: {t.line}; background: {t.window}; }}
QAbstractItemView::indicator:indeterminate {{ background: {t.field_line}; }}
QRadioButton::indicator {{ width: 14px; height: 14px; border: 1px solid {t.field_line}; border-radius: 8px;
  background: {t.panel}; }}
QRadioButton::indicator:checked {{ background: {t.text}; border: 4px solid {t.selected}; width: 8px; height: 8px; }}
QTreeView::branch:has-children:closed {{ image: {_picture(t, "right")}; }}
QTreeView::branch:has-children:open {{ image: {_picture(t, "down")}; }}
QMenu::indicator {{ width: 12px; height: 12px; left: 7px; }}
QMenu::indicator:checked {{ image: {_picture(t, "tick")}; }}
QMenu::right-arrow {{ image: {_picture(t, "right")}; width: 10px; height: 10px; right: 6px; }}
QToolButton::menu-indicator {{ image: {_picture(t, "down")}; width: 9px; height: 9px;
  subcontrol-position: right center; right: 4px; }}
QToolButton::menu-button {{ border: 0; width: 14px; }}
QToolButton::menu-arrow {{ image: {_picture(t, "down")}; width: 9px; height: 9px; }}
QSlider::groove:horizontal {{ height: 4px; background: {t.line}; border-radius: 2px; }}
QSlider::sub-page:horizontal {{ background: {t.accent}; border-radius: 2px; }}
QSlider::sub-page:horizontal:disabled {{ background: {t.line}; }}
QSlider::handle:horizontal {{ width: 12px; height: 12px; margin: -5px 0; background: {t.panel};
  border: 1px solid {t.field_line}; border-radius: 7px; }}
QSlider::handle:horizontal:focus {{ border-color: {t.focus}; }}
QTabBar::tab {{ background: transparent; color: {t.quiet_text}; padding: 7px 14px; border: 0;
  border-bottom: 2px solid transparent; }}
QTabBar::tab:selected {{ color: {t.text}; border-bottom-color: {t.accent}; }}
QMainWindow > QTabBar::tab {{ padding: 7px 8px; }}
QTabBar::scroller {{ width: 44px; }}
QTabBar QToolButton {{ padding: 0; background: {t.panel}; border: 1px solid {t.line}; }}
QTabWidget::pane {{ border: 0; border-top: 1px solid {t.line}; }}
QGroupBox {{ border: 1px solid {t.line}; border-radius: 4px; margin-top: 9px; padding-top: 8px; }}
QGroupBox::title {{ subcontrol-origin: margin; left: 9px; color: {t.quiet_text}; }}
"""


def _picture(theme: Theme, name: str) -> str:
    """A small sign; style sheets cannot colour one, so each theme has its own."""
    return f'url("{(resources_dir() / "look" / theme.name.lower() / name).as_posix()}.svg")'


def _words(t: Theme) -> str:
    return f"""
QLabel#title {{ font-size: {TITLE_PX}px; font-weight: 600; }}
QLabel#quiet {{ color: {t.quiet_text}; font-size: {SMALL_PX}px; }}
QLabel#field {{ font-weight: 600; }}
QLabel#wrong {{ color: {t.bad}; font-size: {SMALL_PX}px; }}
QLabel#sign {{ font-weight: 600; padding: 0 8px; }}
QToolButton#alerts {{ padding: 2px 8px; font-weight: 600; }}
QToolButton#alerts[tone="quiet"] {{ color: {t.quiet_text}; font-weight: 400; }}
QToolButton#alerts[tone="waiting"] {{ color: {t.waiting}; }}
QToolButton#alerts[tone="bad"] {{ color: {t.bad}; }}
QFrame#toast {{ background: {t.plate}; border: 1px solid {t.field_line}; border-left: 5px solid {t.waiting};
  border-radius: 6px; }}
QFrame#toast[urgent="true"] {{ border-left: 5px solid {t.alert}; }}
QFrame#toast QPushButton {{ padding: 4px 10px; }}
QLabel#sign[tone="quiet"] {{ color: {t.quiet_text}; }}
QLabel#sign[tone="good"] {{ color: {t.good}; }}
QLabel#sign[tone="waiting"] {{ color: {t.waiting}; }}
QLabel#sign[tone="bad"] {{ color: {t.bad}; }}
"""
