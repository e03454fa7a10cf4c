"""Golden messages of the wire: receipt; and how a message asks for one."""

import pytest

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.receipt import ReceiptWanted
from broker_local.protocol.receipt_codec import receipt_wanted, wanted_to_object
from tests.wire_cases import WireCase, cases


@pytest.mark.parametrize("case", cases("receipt"), ids=lambda case: case.name)
def test_a_golden_message_means_what_it_always_meant(case: WireCase) -> None:
    assert case.outcome() == case.expected


def test_a_message_asks_for_a_receipt_or_does_not() -> None:
    wanted = ReceiptWanted("gateway", "m-1")
    assert receipt_wanted({"type": "Feature", "receipt": wanted_to_object(wanted)}) == wanted
    assert receipt_wanted({"type": "Feature"}) is None


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        (True, "receipt: expected a JSON object, got True"),
        ({"to": "a/b", "message": "m"}, "receipt.to: expected letters"),
        ({"to": "gateway"}, "receipt.message: expected letters"),
        ({"to": "gateway", "message": "m", "when": "now"}, "receipt.when: expected one of message, to, got 'when'"),
    ],
)
def test_a_receipt_that_cannot_be_sent_is_refused(asked: object, complaint: str) -> None:
    with pytest.raises(ProtocolError, match=complaint):
        receipt_wanted({"receipt": asked})
