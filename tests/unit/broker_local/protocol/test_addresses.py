"""The addresses of the contract, and the names that may stand in them."""

import pytest

from broker_local.protocol import addresses
from broker_local.protocol.errors import ProtocolError


def test_the_addresses_are_those_of_the_contract() -> None:
    assert addresses.publish("EALocation") == "rfers/v1/publish/EALocation"
    assert addresses.receipt("truck") == "rfers/v1/receipt/truck"
    assert addresses.request("ann") == "rfers/v1/request/ann"
    assert addresses.reply("ann") == "rfers/v1/reply/ann"
    assert addresses.inbox("ann") == "rfers/v1/inbox/ann"
    assert (addresses.TOPICS, addresses.STATUS) == ("rfers/v1/topics", "rfers/v1/status")
    assert addresses.last_level(addresses.inbox("ann")) == "ann"


@pytest.mark.parametrize("name", ["", "a/b", "a+b", "#", "a b", "-a", "é", "x" * 129, None, 3, "a\n"])
def test_a_name_that_could_leave_its_level_is_refused(name: object) -> None:
    with pytest.raises(ProtocolError, match="user: expected letters, digits"):
        addresses.checked_name("user", name)


def test_an_ordinary_name_is_taken() -> None:
    assert addresses.checked_name("user", "ann.b_c-7@city") == "ann.b_c-7@city"
