"""An outbox keeps every event until a receipt speaks of it, whatever is lost on the way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.publisher import Outgoing, PublisherOutbox, ReceiptReport, RefusedEvent
from broker_local.protocol.publisher_spool import OutboxFile
from broker_local.protocol.receipt import Receipt, ReceiptWanted, RefusedPart
from broker_local.protocol.receipt_codec import encode_receipt, receipt_wanted


def a_feature(number: int = 1, **members: object) -> dict[str, object]:
    return {"type": "Feature", "id": f"e{number}", "geometry": None, "properties": {"n": number}} | members


def asked_by(sent: Outgoing) -> ReceiptWanted:
    wanted = receipt_wanted(json.loads(sent.payload))
    assert wanted is not None
    return wanted


def ids_in(sent: Outgoing) -> list[str]:
    return [feature["id"] for feature in json.loads(sent.payload)["features"]]


def receipt_of(sent: Outgoing, *refused: RefusedPart) -> bytes:
    """What the service answers when it has journaled all but what is refused."""
    dropped = {part.index for part in refused}
    journaled = [] if None in dropped else [e for i, e in enumerate(ids_in(sent)) if i not in dropped]
    return encode_receipt(Receipt(asked_by(sent).message, tuple(journaled), refused))


def test_an_event_is_sent_once_and_gone_with_its_receipt() -> None:
    outbox = PublisherOutbox("gateway")
    assert outbox.add("EALocation", a_feature()) == "e1"
    (sent,) = outbox.due(0.0)
    assert (sent.topic, ids_in(sent), asked_by(sent).to) == ("EALocation", ["e1"], "gateway")
    assert json.loads(sent.payload)["features"][0]["publisher"] == "gateway"
    assert (outbox.waiting, outbox.due(1.0)) == (1, [])
    assert outbox.take(receipt_of(sent)) == ReceiptReport(journaled=("e1",))
    assert (outbox.waiting, outbox.next_due(), outbox.due(1e9)) == (0, None, [])


def test_an_event_without_an_id_gets_one_of_its_own() -> None:
    outbox = PublisherOutbox("gateway")
    made = {outbox.add("EALocation", a_feature(id=None)) for _ in range(10)}
    (sent,) = outbox.due(0.0)
    assert set(ids_in(sent)) == made
    assert len(made) == 10


def test_what_is_not_receipted_goes_again_as_it_was_and_ever_more_rarely() -> None:
    outbox = PublisherOutbox("gateway", resend_after_s=5.0)
    outbox.add("EALocation", a_feature())
    (first,) = outbox.due(0.0)
    sent_at = [now for now in range(1, 400) if outbox.due(float(now)) == [first]]
    assert sent_at == [5, 15, 35, 75, 155, 235, 315, 395]


def test_with_a_new_connection_all_that_is_under_way_goes_at_once() -> None:
    outbox = PublisherOutbox("gateway", resend_after_s=5.0)
    outbox.add("EALocation", a_feature())
    (first,) = outbox.due(0.0)
    outbox.connected(1.0)
    assert outbox.due(1.0) == [first]
    assert outbox.next_due() == 6.0


def test_events_travel_in_batches_by_topic() -> None:
    outbox = PublisherOutbox("gateway", most_at_once=3)
    for number in range(4):
        outbox.add("EALocation", a_feature(number))
    outbox.add("WSObservation", a_feature(9))
    sent = outbox.due(0.0)
    assert [(o.topic, ids_in(o)) for o in sent] == [
        ("EALocation", ["e0", "e1", "e2"]),
        ("EALocation", ["e3"]),
        ("WSObservation", ["e9"]),
    ]
    assert len({asked_by(o).message for o in sent}) == 3


def test_what_waits_is_counted_by_topic_on_the_way_or_not() -> None:
    outbox = PublisherOutbox("gateway", most_under_way=1)
    outbox.add("EALocation", a_feature())
    assert outbox.waiting_by_topic == {"EALocation": 1}
    (sent,) = outbox.due(0.0)
    outbox.add("EALocation", a_feature(id="e2"))
    outbox.add("WSObservation", a_feature(id="s1"))
    assert outbox.waiting_by_topic == {"EALocation": 2, "WSObservation": 1}
    outbox.take(receipt_of(sent))
    assert outbox.waiting_by_topic == {"EALocation": 1, "WSObservation": 1}


def test_large_events_travel_alone() -> None:
    outbox = PublisherOutbox("gateway")
    for number in range(3):
        outbox.add("EALocation", a_feature(number, note="x" * 700_000))
    assert [len(ids_in(sent)) for sent in outbox.due(0.0)] == [1, 1, 1]


def test_only_so_many_messages_are_under_way() -> None:
    outbox = PublisherOutbox("gateway", most_at_once=1, most_under_way=2)
    for number in range(5):
        outbox.add("EALocation", a_feature(number))
    first, second = outbox.due(0.0)
    assert outbox.due(0.0) == []
    outbox.take(receipt_of(first))
    outbox.take(receipt_of(second))
    assert [ids_in(sent) for sent in outbox.due(0.0)] == [["e2"], ["e3"]]


def test_a_full_outbox_says_so() -> None:
    outbox = PublisherOutbox("gateway", most_events=2)
    outbox.add("EALocation", a_feature(1))
    assert not outbox.is_full
    outbox.add("EALocation", a_feature(2))
    assert outbox.is_full
    with pytest.raises(ProtocolError, match="outbox: expected at most 2 events, got one more"):
        outbox.add("EALocation", a_feature(3))
    (sent,) = outbox.due(0.0)
    outbox.take(receipt_of(sent))
    outbox.add("EALocation", a_feature(3))


def test_what_is_refused_is_dropped_and_reported() -> None:
    outbox = PublisherOutbox("gateway")
    for number in range(3):
        outbox.add("EALocation", a_feature(number))
    (sent,) = outbox.due(0.0)
    report = outbox.take(receipt_of(sent, RefusedPart(1, "no place")))
    assert report == ReceiptReport(("e0", "e2"), (RefusedEvent("EALocation", "e1", "no place"),))
    assert outbox.waiting == 0


def test_a_message_that_is_refused_as_a_whole_takes_all_its_events_along() -> None:
    outbox = PublisherOutbox("gateway")
    outbox.add("Nothing", a_feature(1))
    outbox.add("Nothing", a_feature(2))
    (sent,) = outbox.due(0.0)
    report = outbox.take(receipt_of(sent, RefusedPart(None, "no such topic")))
    assert [(refused.id, refused.reason) for refused in report.refused] == [
        ("e1", "no such topic"),
        ("e2", "no such topic"),
    ]


def test_a_receipt_that_is_not_for_our_message_brings_nothing() -> None:
    outbox = PublisherOutbox("gateway")
    outbox.add("EALocation", a_feature())
    (sent,) = outbox.due(0.0)
    forged = encode_receipt(Receipt("a-guess", ("e1",)))
    silent = encode_receipt(Receipt(asked_by(sent).message, ()))
    assert outbox.take(forged) == outbox.take(silent) == ReceiptReport()
    assert outbox.waiting == 1
    assert outbox.take(receipt_of(sent)).journaled == ("e1",)
    assert outbox.take(receipt_of(sent)) == ReceiptReport()


@pytest.mark.parametrize("event_id", ["", "x" * 129, 7])
def test_an_id_that_could_not_be_receipted_is_refused(event_id: object) -> None:
    outbox = PublisherOutbox("gateway")
    with pytest.raises(ProtocolError, match="id: expected"):
        outbox.add("EALocation", a_feature(id=event_id))
    assert outbox.waiting == 0


def test_an_outbox_with_a_file_goes_on_where_a_killed_one_was(tmp_path: Path) -> None:
    file = OutboxFile(tmp_path / "outbox")
    outbox = PublisherOutbox("gateway", spool=file, most_at_once=1)
    for number in range(3):
        outbox.add("EALocation", a_feature(number))
    first, _, _ = outbox.due(0.0)
    outbox.take(receipt_of(first))
    after = OutboxFile(tmp_path / "outbox")
    again = PublisherOutbox("gateway", spool=after)
    assert again.waiting == 2
    (sent,) = again.due(0.0)
    assert ids_in(sent) == ["e1", "e2"]
    file.close()
    after.close()


_happenings = st.lists(
    st.sampled_from(["add", "send", "lose", "reach", "lose the receipt", "connect"]), min_size=1, max_size=80
)


@settings(deadline=None, derandomize=True, max_examples=200)
@given(_happenings)
def test_whatever_is_lost_on_the_way_every_event_is_journaled_in_the_end(happenings: list[str]) -> None:
    outbox = PublisherOutbox("gateway", most_at_once=2, most_under_way=3)
    journal: set[str] = set()
    under_way: list[Outgoing] = []
    added, now = 0, 0.0
    for happening in [*happenings, *["connect", "send", "reach", "reach", "reach"] * (len(happenings) + 1)]:
        now += 1.0
        if happening == "add":
            outbox.add("EALocation", a_feature(added))
            added += 1
        elif happening == "send":
            under_way += outbox.due(now)
        elif happening == "connect":
            outbox.connected(now)
        elif under_way:
            sent = under_way.pop(0)
            if happening != "lose":
                journal.update(ids_in(sent))
            if happening == "reach":
                assert set(outbox.take(receipt_of(sent)).journaled) <= journal
    assert outbox.waiting == 0
    assert journal == {f"e{number}" for number in range(added)}
