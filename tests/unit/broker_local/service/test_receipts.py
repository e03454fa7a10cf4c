"""A due receipt tells what became of each part of a message, to who asked."""

from broker_local.protocol.addresses import receipt
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.receipt import Receipt, ReceiptWanted, RefusedPart
from broker_local.protocol.receipt_codec import decode_receipt
from broker_local.service.receipts import DueReceipt


def test_it_names_what_is_journaled_and_what_is_refused_and_why() -> None:
    due = DueReceipt(ReceiptWanted("gateway", "m1"))
    due.journaled("e1")
    due.refused(1, ProtocolError("geometry", expected="a Point", got=None))
    due.journaled("e3")
    address, payload = due.message()
    assert address == receipt("gateway")
    refused = RefusedPart(1, "geometry: expected a Point, got None")
    assert decode_receipt(payload) == Receipt("m1", ("e1", "e3"), (refused,))
