"""The session fetches images a piece at a time, over lost connections, and tells of no other desk's pieces."""

from broker_local.protocol.blob import MAX_PIECE_BYTES, blob_ref
from broker_local.protocol.requests import Acknowledgement, Fetch, Piece
from rfers_desktop.session.items import ImageFailed, ImageReceived, SessionItem
from rfers_desktop.session.link_events import LinkDown, LinkUp, ReplyMessage
from rfers_desktop.session.session import REPLY_WITHIN_S
from tests.unit.rfers_desktop.session.test_session import Desk, a_status

IMAGE = b"x" * (MAX_PIECE_BYTES + 10)
REF = blob_ref(IMAGE)


def answered(desk: Desk, request: Fetch) -> list[SessionItem]:
    cut = IMAGE[request.offset : request.offset + request.length]
    return desk.after(ReplyMessage(Acknowledgement(request.request_id, piece=Piece(REF, request.offset, cut))))


def a_desk() -> Desk:
    desk = Desk()
    desk.come_online()
    desk.session.fetch_image(5, REF)
    return desk


def test_an_image_is_told_when_its_last_piece_is_here() -> None:
    desk = a_desk()
    assert answered(desk, desk.last(Fetch)) == []
    assert answered(desk, desk.last(Fetch)) == [ImageReceived(REF, IMAGE)]
    assert desk.count(Fetch) == 2


def test_a_piece_that_was_asked_for_before_the_connection_was_lost_is_asked_for_again() -> None:
    desk = a_desk()
    asked = desk.last(Fetch)
    desk.after(LinkDown("lost"))
    desk.after(LinkUp(), a_status())
    assert desk.link.sent.count(asked) == 2
    answered(desk, asked)
    assert answered(desk, desk.last(Fetch)) == [ImageReceived(REF, IMAGE)]


def test_an_image_that_nobody_answers_for_fails_with_the_reason() -> None:
    desk = a_desk()
    desk.clock.now += REPLY_WITHIN_S
    (failed,) = [item for item in desk.after() if isinstance(item, ImageFailed)]
    assert "no answer within" in failed.reason


def test_a_piece_for_another_desk_of_the_user_is_not_told() -> None:
    desk = Desk()
    desk.come_online()
    assert answered(desk, Fetch("asked-elsewhere", 5, REF.sha256)) == []
