"""What a user does with subscriptions shows on the map at once, and a draft can be tried before it is sent."""

import pytest

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.requests import (
    Acknowledgement,
    DryRun,
    ListSubscriptions,
    Pause,
    Refusal,
    Subscribe,
    WouldMatch,
)
from rfers_desktop.layers.marks import Style, ZoneMark
from rfers_desktop.session.items import ReplyReceived, RequestFailed
from rfers_desktop.store.undo import EditKind
from rfers_desktop.subscription_draft import SubscriptionDraft
from rfers_desktop.workspace import DryRunAnswer, SubscriptionState, Workspace
from tests.builders import A_MOMENT, a_subscription, a_zone
from tests.unit.rfers_desktop.desk_doubles import FakeSession, a_workspace

DRAFT = SubscriptionDraft("North", "EALocation", a_zone(), filter_text="Speed > 80")
ZONED = a_subscription(id="north", zone=a_zone())


def live() -> tuple[Workspace, FakeSession]:
    workspace, session = a_workspace()
    workspace.receive([ReplyReceived(None, Acknowledgement("theirs", (ZONED,)))])
    return workspace, session


def zone(workspace: Workspace) -> ZoneMark:
    mark = workspace.zone_of("north")
    assert isinstance(mark, ZoneMark)
    return mark


def test_a_paused_zone_looks_asked_for_then_paused_then_live_again() -> None:
    workspace, session = live()
    workspace.pause("north")
    assert zone(workspace).style is Style.ZONE_PENDING
    (asked,) = [record.subscription for record in workspace.subscriptions()]
    workspace.receive([ReplyReceived(Pause("q", "north"), Acknowledgement("q", (asked,)))])
    assert (zone(workspace).style, zone(workspace).label) == (Style.ZONE_PAUSED, "North sector · paused")
    workspace.undo()
    workspace.receive([ReplyReceived(None, Acknowledgement("q", (ZONED,)))])
    assert zone(workspace).style is Style.ZONE_LIVE
    assert session.asked == ["pause north", "unpause north"]


def test_a_pause_that_is_refused_leaves_it_live_with_the_reason() -> None:
    workspace, _ = live()
    workspace.pause("north")
    change = workspace.receive([ReplyReceived(Pause("q", "north"), Refusal("q", "f", "e", "g", "not now"))])
    assert zone(workspace).style is Style.ZONE_LIVE
    assert change.problems == ("pausing: not now",)
    assert workspace.subscriptions()[0].reason == "not now"


def test_the_zone_has_its_owners_colour() -> None:
    workspace, _ = live()
    workspace.recolour("north", "#00aa00")
    assert zone(workspace).colour == "#00aa00"


def test_a_renamed_zone_has_its_new_name_at_once() -> None:
    workspace, session = live()
    workspace.rename("north", " Bow valley ")
    assert zone(workspace).label == "Bow valley"
    assert session.asked == ["rename north Bow valley"]


def test_a_changed_subscription_keeps_its_id_and_stays_paused() -> None:
    workspace, session = live()
    workspace.pause("north")
    workspace.change_subscription("north", DRAFT)
    (asked,) = [asked for asked in session.asked if not isinstance(asked, str)]
    assert (asked.id, asked.name, asked.is_paused) == ("north", "North", True)
    with pytest.raises(ProtocolError, match="filter"):
        workspace.change_subscription("north", SubscriptionDraft("N", "EALocation", filter_text="Speed >"))


def test_what_undo_and_redo_would_do_is_known() -> None:
    workspace, _ = live()
    assert (workspace.to_undo, workspace.to_redo) == (None, None)
    workspace.duplicate("north")
    assert workspace.to_undo is not None
    assert workspace.to_undo.kind is EditKind.SUBSCRIBE
    workspace.undo()
    assert (workspace.to_undo, workspace.to_redo is None) == (None, False)
    workspace.redo()
    assert workspace.to_redo is None


def test_nothing_of_this_happens_when_nobody_is_logged_in() -> None:
    workspace = Workspace()
    for do in (workspace.undo, workspace.redo, lambda: workspace.duplicate("z"), lambda: workspace.pause("z")):
        assert do().subscriptions.changed == ()
    with pytest.raises(RuntimeError, match="logged in"):
        workspace.dry_run(DRAFT)


def test_a_dry_run_of_a_draft_is_answered_by_its_id() -> None:
    workspace, session = live()
    request_id = workspace.dry_run(DRAFT)
    found = WouldMatch(14, 200, A_MOMENT, True, "can never match, because")
    asked = DryRun(request_id, session.dry_runs[0])
    change = workspace.receive([ReplyReceived(asked, Acknowledgement(request_id, would_match=found))])
    assert change.dry_runs == (DryRunAnswer(request_id, found),)
    assert change.problems == ()  # it is shown where it was asked


def test_a_dry_run_that_is_not_answered_says_so() -> None:
    workspace, session = live()
    request_id = workspace.dry_run(DRAFT)
    change = workspace.receive([RequestFailed(DryRun(request_id, session.dry_runs[0]), "no answer")])
    assert change.dry_runs == (DryRunAnswer(request_id, None, "no answer"),)


def test_a_refused_zone_tells_why_on_the_map() -> None:
    workspace, session = a_workspace()
    workspace.subscribe(DRAFT)
    (asked,) = session.asked
    assert not isinstance(asked, str)
    workspace.receive([ReplyReceived(Subscribe("q", asked), Refusal("q", "f", "e", "g", "too many " * 20))])
    mark = workspace.zone_of(asked.id)
    assert isinstance(mark, ZoneMark)
    assert mark.style is Style.ZONE_REFUSED
    assert mark.label.startswith("North · too many")
    assert len(mark.label) < 80
    told = workspace.describe(mark.key)
    assert told is not None
    assert ("Reason", "too many " * 20) in told.facts


def test_what_was_asked_for_without_a_link_is_asked_again_when_it_is_back_unless_the_service_has_it() -> None:
    workspace, session = a_workspace()
    workspace.subscribe(DRAFT)
    workspace.subscribe(DRAFT)
    lost, had = (asked for asked in session.asked if not isinstance(asked, str))
    for asked in (lost, had):
        workspace.receive([RequestFailed(Subscribe(asked.id, asked), "no answer within 10 seconds: broker away")])
    workspace.receive([ReplyReceived(ListSubscriptions("l"), Acknowledgement("l", (had,)))])
    assert [record.state for record in workspace.subscriptions()] == [SubscriptionState.PENDING, SubscriptionState.LIVE]
    assert session.asked == [lost, had, lost]
