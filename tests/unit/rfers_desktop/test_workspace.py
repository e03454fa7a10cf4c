"""Tests of what the user of a desk can do."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from broker_local.protocol.blob import blob_ref
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.requests import (
    UNASKED,
    Acknowledgement,
    DryRun,
    ListSubscriptions,
    Refusal,
    Resume,
    Subscribe,
    Unsubscribe,
    WouldMatch,
)
from broker_local.protocol.status import ServiceStatus
from broker_local.protocol.subscription import Subscription
from rfers_desktop.layers.marks import PointMark, Style
from rfers_desktop.session.items import (
    ImageFailed,
    ImageReceived,
    InboxRestarted,
    LinkState,
    MessageRefused,
    NotificationReceived,
    ReplyReceived,
    RequestFailed,
    StateChanged,
    StatusReceived,
    TopicsReceived,
)
from rfers_desktop.session.session import Session
from rfers_desktop.subscription_draft import SubscriptionDraft
from rfers_desktop.workspace import ArrivedImage, Change, LinkReport, Login, SubscriptionState, Workspace, open_session
from tests.builders import A_MOMENT, EA_LOCATION, a_subscription, a_zone, an_event
from tests.unit.rfers_desktop.desk_doubles import LOGIN, RECEIVED, FakeSession, a_workspace, received

ZONED = a_subscription(id="north", zone=a_zone())
DRAFT = SubscriptionDraft("North", "EALocation", a_zone(), filter_text="Speed > 80")


def begun(workspace: Workspace, session: FakeSession) -> Subscription:
    """A subscription that was asked for."""
    workspace.subscribe(DRAFT)
    asked = session.asked[-1]
    assert isinstance(asked, Subscription)
    return asked


def test_logging_in_starts_a_session_and_a_new_desk() -> None:
    session = FakeSession()
    workspace = Workspace(open_session=session.open)
    change = workspace.log_in(LOGIN)
    assert session.is_running
    assert session.logins == [LOGIN]
    assert change.is_new_desk
    assert change.link == workspace.link == LinkReport(LinkState.CONNECTING, "connecting to station:1883")


def test_a_password_is_not_shown_when_a_login_is_printed() -> None:
    assert "secret" not in repr(LOGIN)


def test_the_session_of_a_login_is_a_real_one() -> None:
    session = open_session(Login("officer", "127.0.0.1", 1883, "secret"), None)
    assert isinstance(session, Session)
    assert session.state is LinkState.STOPPED


def test_logging_in_as_another_puts_away_what_the_first_user_saw() -> None:
    workspace, session = a_workspace()
    workspace.receive([received(1), ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (ZONED,)))])
    workspace.log_in(LOGIN)
    assert workspace.subscriptions() == ()
    assert workspace.receive([received(1)]).notifications.added


def test_logging_out_ends_the_session() -> None:
    workspace, session = a_workspace()
    change = workspace.log_out()
    assert not session.is_running
    assert change.is_new_desk
    assert workspace.login is None
    assert workspace.drain() == Change()


def test_closing_ends_the_session() -> None:
    workspace, session = a_workspace()
    workspace.close()
    assert not session.is_running


def test_a_notification_is_stored_and_drawn() -> None:
    workspace, session = a_workspace()
    session.tell([received(1, an_event(AssetName="Engine 7"))])
    change = workspace.drain()
    (stored,) = change.notifications.added
    (mark,) = change.drawn.put
    assert stored.notification.number == 1
    assert isinstance(mark, PointMark)
    assert mark.label == "Engine 7"
    assert workspace.mark_of(stored) == mark


def test_an_asset_told_of_many_times_is_drawn_once() -> None:
    workspace, _ = a_workspace()
    drive = [an_event(geometry=(-114 + i / 100, 51.0), time=A_MOMENT + timedelta(seconds=i)) for i in range(10)]
    change = workspace.receive(received(i + 1, event) for i, event in enumerate(drive))
    assert len(change.notifications.added) == 10
    assert len(change.drawn.put) == 1


def test_an_inbox_that_began_anew_does_not_hide_what_comes() -> None:
    workspace, _ = a_workspace()
    workspace.receive([received(5)])
    change = workspace.receive([InboxRestarted(), received(5)])
    assert [stored.place for stored in change.notifications.added] == [(1, 5)]


def test_a_subscription_is_asked_for_and_drawn_as_pending() -> None:
    workspace, session = a_workspace()
    change = workspace.subscribe(DRAFT)
    (asked,) = session.asked
    assert isinstance(asked, Subscription)
    assert (asked.owner, asked.name) == ("officer", "North")
    assert [record.state for record in change.subscriptions.changed] == [SubscriptionState.PENDING]
    assert [mark.style for mark in change.drawn.put] == [Style.ZONE_PENDING]


def test_every_subscription_has_an_id_of_its_own() -> None:
    workspace, session = a_workspace()
    assert begun(workspace, session).id != begun(workspace, session).id


def test_a_draft_that_is_not_right_is_refused_and_nothing_is_asked() -> None:
    workspace, session = a_workspace()
    wrong = SubscriptionDraft("North", "EALocation", filter_text="Speed >")
    assert isinstance(workspace.problem_with(wrong), ProtocolError)
    assert workspace.problem_with(DRAFT) is None
    with pytest.raises(ProtocolError):
        workspace.subscribe(wrong)
    assert session.asked == []
    assert workspace.subscriptions() == ()


def test_nobody_subscribes_without_logging_in() -> None:
    with pytest.raises(RuntimeError, match="logged in"):
        Workspace(open_session=FakeSession().open).subscribe(DRAFT)


def test_an_acknowledged_subscription_is_live() -> None:
    workspace, session = a_workspace()
    asked = begun(workspace, session)
    change = workspace.receive([ReplyReceived(Subscribe("r", asked), Acknowledgement("r", (asked,)))])
    assert [record.state for record in change.subscriptions.changed] == [SubscriptionState.LIVE]
    assert [mark.style for mark in change.drawn.put] == [Style.ZONE_LIVE]
    assert workspace.zone_of(asked.id) == change.drawn.put[0]


def test_a_refused_subscription_is_shown_with_the_reason() -> None:
    workspace, session = a_workspace()
    asked = begun(workspace, session)
    refusal = Refusal("r", "subscription", "fewer", "more", "too many subscriptions")
    change = workspace.receive([ReplyReceived(Subscribe("r", asked), refusal)])
    (record,) = change.subscriptions.changed
    assert (record.state, record.reason) == (SubscriptionState.REFUSED, "too many subscriptions")
    assert change.problems == ("subscription 'North': too many subscriptions",)
    assert [mark.style for mark in change.drawn.put] == [Style.ZONE_REFUSED]


def test_a_subscription_without_an_answer_says_so() -> None:
    workspace, session = a_workspace()
    asked = begun(workspace, session)
    change = workspace.receive([RequestFailed(Subscribe("r", asked), "no answer within 10 seconds")])
    assert [record.state for record in change.subscriptions.changed] == [SubscriptionState.UNANSWERED]
    assert change.problems == ("subscription 'North': no answer within 10 seconds",)


def test_advice_on_a_new_subscription_is_told() -> None:
    workspace, session = a_workspace()
    asked = begun(workspace, session)
    assert session.dry_runs == [asked]
    advice = "already covered by your subscription 'All of it'"
    found = WouldMatch(3, 10, A_MOMENT, True, advice)
    change = workspace.receive([ReplyReceived(DryRun("d", asked), Acknowledgement("d", would_match=found))])
    assert change.problems == (f"subscription 'North' {advice}",)
    nothing = [
        ReplyReceived(DryRun("d", asked), Acknowledgement("d", would_match=WouldMatch(3, 10, A_MOMENT, True))),
        RequestFailed(DryRun("e", asked), "no answer within 10 seconds"),
    ]
    assert workspace.receive(nothing) == Change()


def test_an_end_is_asked_for_and_then_the_zone_goes() -> None:
    workspace, session = a_workspace()
    workspace.receive([ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (ZONED,)))])
    change = workspace.unsubscribe("north")
    assert session.asked == ["north"]
    assert [record.state for record in change.subscriptions.changed] == [SubscriptionState.ENDING]
    change = workspace.receive([ReplyReceived(Unsubscribe("q", "north"), Acknowledgement("q"))])
    assert change.subscriptions.removed == ("north",)
    assert len(change.drawn.taken) == 1
    assert workspace.zone_of("north") is None


def test_an_end_that_failed_leaves_the_subscription_live() -> None:
    workspace, _ = a_workspace()
    workspace.receive([ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (ZONED,)))])
    workspace.unsubscribe("north")
    change = workspace.receive([RequestFailed(Unsubscribe("q", "north"), "no answer")])
    assert [record.state for record in change.subscriptions.changed] == [SubscriptionState.LIVE]
    assert change.problems == ("unsubscribing: no answer",)


def test_what_was_refused_is_put_away_without_asking() -> None:
    workspace, session = a_workspace()
    asked = begun(workspace, session)
    workspace.receive([ReplyReceived(Subscribe("r", asked), Refusal("r", "", "", "", "no"))])
    assert workspace.unsubscribe(asked.id).subscriptions.removed == (asked.id,)
    assert session.asked == [asked]


def test_ending_what_is_not_there_does_nothing() -> None:
    workspace, session = a_workspace()
    assert workspace.unsubscribe("nowhere") == Change()
    assert session.asked == []


def test_what_another_desk_ended_or_whose_time_was_up_is_gone_here_too() -> None:
    workspace, _ = a_workspace()
    workspace.receive([ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (ZONED,)))])
    change = workspace.receive([ReplyReceived(None, Acknowledgement(UNASKED, ended=("north",)))])
    assert change.subscriptions.removed == ("north",)
    assert workspace.subscriptions() == ()
    assert workspace.zone_of("north") is None


def test_what_another_desk_of_the_user_began_appears_here() -> None:
    workspace, _ = a_workspace()
    change = workspace.receive([ReplyReceived(None, Acknowledgement("theirs", (ZONED,)))])
    assert [record.state for record in change.subscriptions.changed] == [SubscriptionState.LIVE]


def test_an_answered_resume_changes_nothing() -> None:
    workspace, _ = a_workspace()
    assert workspace.receive([ReplyReceived(Resume("r", 0), Acknowledgement("r", last_number=4))]) == Change()


def test_link_topics_status_and_bad_messages_are_told() -> None:
    workspace, _ = a_workspace()
    status = ServiceStatus(True, 1, RECEIVED)
    change = workspace.receive(
        [
            StateChanged(LinkState.ONLINE, "online at station:1883"),
            TopicsReceived({"EALocation": EA_LOCATION}),
            StatusReceived(status),
            MessageRefused("rfers/v1/inbox/officer", "number: expected 1", 3),
        ]
    )
    assert change.link == workspace.link == LinkReport(LinkState.ONLINE, "online at station:1883")
    assert change.topics == workspace.topics == {"EALocation": EA_LOCATION}
    assert change.service == status
    assert change.problems == ("message 3 put aside, from rfers/v1/inbox/officer: number: expected 1",)


def test_until_the_matcher_tells_its_topics_the_built_in_ones_are_known() -> None:
    assert Workspace().topics == builtin_topics()


def test_a_thermal_image_is_fetched_and_handed_on_with_what_its_event_says() -> None:
    workspace, session = a_workspace()
    ref = blob_ref(b"a tiff")
    event = replace(an_event("WFireRSImage"), attributes={"RasterFile": ref, "RasterDesc": "Fire A"})
    workspace.receive([NotificationReceived(replace(received(7).notification, event=event), RECEIVED)])
    assert session.fetched == [(7, ref)]
    change = workspace.receive([ImageReceived(ref, b"a tiff"), ImageReceived(ref, b"a tiff")])
    assert change.images == (ArrivedImage(ref.sha256, b"a tiff", event.time, "Fire A", event.geometry),)
    change = workspace.receive([ImageFailed(ref, "no answer")])
    assert change.problems == ("a thermal image did not come: no answer",)
