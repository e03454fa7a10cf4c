"""What matters more calls louder."""

import pytest

from broker_local.protocol.subscription import Priority, Sound
from rfers_desktop.store.alerts import AlertState
from rfers_desktop.ui.alerts.manners import MANNERS, priority_words, sound_of, state_words, tone_of
from rfers_desktop.ui.look import Tone
from tests.unit.rfers_desktop.alerting import NOON, an_alert

pytestmark = pytest.mark.display


def test_every_priority_has_its_manner_and_each_calls_no_less_than_the_one_below() -> None:
    assert set(MANNERS) == set(Priority)
    manners = [MANNERS[priority] for priority in Priority]
    loudness = [
        (m.toast_ms != 0, m.has_ring, m.is_flashing, m.attention_ms != 0, m.repeats, m.toast_ms is None)
        for m in manners
    ]
    assert loudness == sorted(loudness)
    assert not any(loudness[0])


def test_a_subscriptions_own_sound_comes_first_and_silence_before_that() -> None:
    assert sound_of(an_alert(priority=Priority.CRITICAL)) is Sound.SIREN
    assert sound_of(an_alert(priority=Priority.CRITICAL, sound=Sound.KNOCK)) is Sound.KNOCK
    silenced = an_alert(sound=Sound.KNOCK)
    object.__setattr__(silenced, "is_silenced", True)
    assert sound_of(silenced) is Sound.SILENT


def test_states_are_told_in_words_and_tones() -> None:
    alert = an_alert(priority=Priority.HIGH)
    assert state_words(alert, False) == "new"
    object.__setattr__(alert, "shelved_until", NOON)
    assert state_words(alert, True) == "shelved until 12:00"
    assert tone_of(AlertState.NEW, Priority.HIGH) is Tone.BAD
    assert tone_of(AlertState.NEW, Priority.LOW) is Tone.WAITING
    assert tone_of(AlertState.RESOLVED, Priority.HIGH) is Tone.QUIET
    assert [priority_words(priority) for priority in Priority] == ["low", "normal", "high", "critical"]
