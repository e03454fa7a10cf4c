"""The error of a broker that cannot be had."""

from broker_local.broker.errors import BrokerError
from broker_local.protocol.errors import Given


def test_it_names_field_expected_given_and_cure() -> None:
    error = BrokerError("port", expected="a free port", got=1883, hint="choose another")
    assert (error.field, str(error)) == ("port", "port: expected a free port, got 1883; choose another")


def test_the_words_of_a_broker_are_shown_in_full() -> None:
    words = "it ended: " + "a long story " * 20
    assert str(BrokerError("broker", expected="it to start", got=Given(words))).endswith(words)
