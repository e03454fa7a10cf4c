"""How alerts of each priority call for attention: a row each."""

from __future__ import annotations

from dataclasses import dataclass

from broker_local.protocol.subscription import Priority, Sound
from rfers_desktop.attribute_text import clock_text
from rfers_desktop.language import tr
from rfers_desktop.ui.look import Tone
from rfers_desktop.workspace import Alert, AlertState


@dataclass(frozen=True, slots=True)
class Manner:
    """What is done when an alert of a priority is raised."""

    sound: Sound  # unless its subscription has another
    toast_ms: int | None  # how long it is shown; None: until somebody acknowledges it; 0: not at all
    has_ring: bool  # around its place on the map
    is_flashing: bool
    attention_ms: int | None  # how long the window asks for attention; None: until it is looked at; 0: not at all
    repeats: bool  # its sound comes again until somebody acknowledges it


MANNERS = {
    Priority.LOW: Manner(Sound.SILENT, 0, False, False, 0, False),
    Priority.NORMAL: Manner(Sound.PING, 8_000, True, False, 0, False),
    Priority.HIGH: Manner(Sound.ALARM, 20_000, True, True, 10_000, False),
    Priority.CRITICAL: Manner(Sound.SIREN, None, True, True, None, True),
}


def sound_of(alert: Alert) -> Sound:
    """What an alert sounds like."""
    if alert.is_silenced:
        return Sound.SILENT
    return alert.sound if alert.sound is not None else MANNERS[alert.priority].sound


def priority_words(priority: Priority) -> str:
    """A priority as people say it."""
    return {
        Priority.LOW: tr("low"),
        Priority.NORMAL: tr("normal"),
        Priority.HIGH: tr("high"),
        Priority.CRITICAL: tr("critical"),
    }[priority]


def state_words(alert: Alert, is_shelved: bool) -> str:
    """How far an alert is, as people say it."""
    if is_shelved and alert.shelved_until is not None:
        return tr("shelved until {time}", time=clock_text(alert.shelved_until)[:5])
    words = {
        AlertState.NEW: tr("new"),
        AlertState.ACKNOWLEDGED: tr("acknowledged"),
        AlertState.RESOLVED: tr("resolved"),
    }[alert.state]
    return tr("{state}, silenced", state=words) if alert.is_silenced else words


def tone_of(state: AlertState, priority: Priority) -> Tone:
    """The colour of a state's word."""
    if state is AlertState.NEW:
        return Tone.BAD if MANNERS[priority].is_flashing else Tone.WAITING
    return Tone.GOOD if state is AlertState.ACKNOWLEDGED else Tone.QUIET
