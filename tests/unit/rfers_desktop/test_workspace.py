"""Tests of what the user of a desk can do."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from broker_local.protocol.blob import blob_ref
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.requests import (
    UNASKED,
    Acknowledgement,
    DryRun,
    Explain,
    Explanation,
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
from rfers_desktop.workspace import (
    ArrivedBlob,
    ArrivedImage,
    Change,
    ExplanationAnswer,
    LinkReport,
    Login,
    SubscriptionState,
    Workspace,
    open_session,
)
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
    assert change.problems == (
        "subscription 'North': no answer within 10 seconds; it is asked for again with the next connection",
    )


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
    workspace.receive([NotificationReceived(replace(received(8).notification, event=event), RECEIVED)])
    change = workspace.receive([ImageFailed(ref, "no answer")])
    assert change.problems == ("a thermal image did not come: no answer",)


def test_what_was_received_before_comes_back_after_a_restart_without_duplicates(tmp_path: Path) -> None:
    first = FakeSession()
    workspace = Workspace(open_session=first.open, repositories=tmp_path)
    workspace.log_in(LOGIN)
    listed = Acknowledgement("r", (ZONED,))
    workspace.receive([received(1), received(2), ReplyReceived(ListSubscriptions("r"), listed)])
    workspace.close()
    second = FakeSession()
    again = Workspace(open_session=second.open, repositories=tmp_path)
    begun = again.log_in(LOGIN)
    assert second.after == 2  # the session goes on after what is kept
    assert [record.state for record in begun.subscriptions.changed] == [SubscriptionState.KEPT]
    second.tell([received(3)])
    changes = all_brought_back(again)
    numbers = [s.notification.number for c in changes for s in (*c.notifications.restored, *c.notifications.added)]
    assert sorted(numbers) == [1, 2, 3]
    assert [s.notification.number for c in changes for s in c.notifications.added] == [3]
    marks = [mark for change in changes for mark in change.drawn.put]
    assert {mark.key for mark in marks} == {("event", "EALocation", "='A1'")}
    again.close()


def test_an_inbox_that_began_anew_is_numbered_anew_after_a_restart(tmp_path: Path) -> None:
    first = FakeSession()
    workspace = Workspace(open_session=first.open, repositories=tmp_path)
    workspace.log_in(LOGIN)
    workspace.receive([received(7), InboxRestarted(), received(1)])
    workspace.close()
    second = FakeSession()
    again = Workspace(open_session=second.open, repositories=tmp_path)
    again.log_in(LOGIN)
    assert second.after == 1
    told = again.receive([received(2)])
    assert [stored.place for stored in told.notifications.added] == [(1, 2)]
    again.close()


def test_without_a_link_a_repository_can_be_looked_at(tmp_path: Path) -> None:
    workspace = Workspace(open_session=FakeSession().open, repositories=tmp_path)
    workspace.log_in(LOGIN)
    image = an_event("WFireRSImage", geometry="POLYGON ((0 0, 1 0, 1 1, 0 0))", rasterfile=blob_ref(b"image"))
    workspace.receive([TopicsReceived({"EALocation": EA_LOCATION, **builtin_topics()}), received(1, image)])
    workspace.receive([ImageReceived(blob_ref(b"image"), b"image")])
    workspace.log_out()
    offline = Workspace(repositories=tmp_path)
    (file,) = offline.keeping.repositories()
    opened = offline.open_repository(file)
    assert opened.is_new_desk
    assert opened.link == LinkReport(LinkState.OFFLINE, "offline: what officer@station:1883 had received")
    changes = all_brought_back(offline)
    assert [len(change.notifications.restored) for change in changes if change.notifications.restored] == [1]
    assert [image.content for change in changes for image in change.images] == [b"image"]
    offline.close()


def test_a_file_that_is_no_repository_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError):
        Workspace().open_repository(tmp_path / "none.gpkg")


def test_what_the_repository_cannot_do_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    workspace = Workspace(open_session=FakeSession().open, repositories=tmp_path / "file")
    assert "not kept" in workspace.log_in(LOGIN).problems[0]


def all_brought_back(workspace: Workspace) -> list[Change]:
    """What draining tells until all is back."""
    deadline = time.monotonic() + 20.0
    changes = [workspace.drain()]
    while workspace.keeping.is_loading:
        assert time.monotonic() < deadline
        changes.append(workspace.drain())
    return changes


def test_an_explanation_is_asked_for_and_told() -> None:
    workspace, session = a_workspace()
    (stored,) = workspace.receive([received(1)]).notifications.added
    assert workspace.explain(stored, "north") == "explain 1"
    assert session.explained == [("north", stored.notification.event.id)]
    asked = Explain("explain 1", "north", "EALocation", "e")
    found = Explanation(True, ("Speed is 92",))
    told = workspace.receive([ReplyReceived(asked, Acknowledgement("explain 1", explanation=found))])
    assert told.explanations == (ExplanationAnswer("explain 1", found),)
    refusal = Refusal("explain 1", "event", "one of the journal", "none", "the event is forgotten")
    told = workspace.receive([ReplyReceived(asked, refusal), RequestFailed(asked, "no answer")])
    assert [answer.reason for answer in told.explanations] == ["the event is forgotten", "no answer"]
    assert told.problems == ()


def test_without_a_link_there_is_no_explanation_and_no_photo() -> None:
    workspace, _ = a_workspace()
    (stored,) = workspace.receive([received(1)]).notifications.added
    workspace.log_out()
    assert workspace.explain(stored, "north") is None
    (missing,) = workspace.fetch(stored, blob_ref(b"photo")).blobs
    assert "not kept" in missing.problem


def test_a_photo_is_fetched_once_and_kept(tmp_path: Path) -> None:
    session = FakeSession()
    workspace = Workspace(open_session=session.open, repositories=tmp_path)
    workspace.log_in(LOGIN)
    ref = blob_ref(b"photo")
    (stored,) = workspace.receive([received(1, an_event("FireIncReports", incphoto=ref))]).notifications.added
    assert workspace.fetch(stored, ref) == Change()
    assert session.fetched == [(1, ref)]
    told = workspace.receive([ImageReceived(ref, b"photo")])
    assert told.blobs == (ArrivedBlob(ref.sha256, b"photo"),)
    assert told.images == ()
    workspace.log_out()
    workspace.log_in(LOGIN)
    assert workspace.fetch(stored, ref).blobs == (ArrivedBlob(ref.sha256, b"photo"),)
    workspace.close()


def test_a_photo_that_does_not_come_is_told_to_who_waits() -> None:
    workspace, _ = a_workspace()
    told = workspace.receive([ImageFailed(blob_ref(b"photo"), "no answer")])
    assert told.blobs == (ArrivedBlob(blob_ref(b"photo").sha256, b"", "no answer"),)
    assert told.problems == ()
