"""Every wrong message of the golden set, over a real broker: refused, kept, counted, and the matcher goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from broker_local.broker.choose import EMBEDDED
from broker_local.protocol.limits import MAX_MESSAGE_BYTES
from broker_local.serve import JOURNAL_FILE
from broker_local.service.journal import Journal
from tests.builders import a_subscription, an_event
from tests.end_to_end.companion import Companion, Desk, Publisher
from tests.wire_cases import WireCase, cases

pytestmark = pytest.mark.broker

WRONG = [case for case in cases("event") if case.is_refused and case.name != "no_topic"]  # the address says the topic


def topic_of(case: WireCase) -> str:
    return case.topic or "EALocation"


def test_each_wrong_message_is_refused_with_its_reason_and_the_next_event_arrives(
    companion: Companion, publisher: Publisher, desk: Callable[[str], Desk]
) -> None:
    assert len(WRONG) > 40
    ann = desk("ann")
    ann.session.subscribe(a_subscription(id="all", owner="ann"))
    for case in WRONG:
        publisher.send(case.payload, topic_of(case))
    publisher.publish(an_event(id="after them all"))
    ann.wait_for(lambda: ann.event_ids() == ["after them all"])
    ann.wait_for(lambda: ann.counter("rejected") == len(WRONG))
    journal = Journal(companion.data / JOURNAL_FILE)
    try:
        kept = journal.rejected(limit=1000)
    finally:
        journal.close()
    # What is wrong with an image is found when it is read, aside; the rest without a topic in the address.
    wanted = Counter(case.expected for case in WRONG if case.topic not in (None, "WFireRSImage"))
    assert len(wanted) > 20
    assert wanted - Counter(f"refused: {row.message}\n" for row in kept) == Counter()
    assert all(row.message.startswith(f"{row.field}: expected {row.expected}, got ") for row in kept)
    assert companion.is_running
    assert f"{len(WRONG)} refused in all" in companion.command("rejected")


@pytest.mark.parametrize("companion", [EMBEDDED], indirect=True)
def test_a_message_over_the_limit_does_not_reach_the_matcher_and_stops_nothing(
    companion: Companion, desk: Callable[[str], Desk]
) -> None:
    ann = desk("ann")
    ann.session.subscribe(a_subscription(id="all", owner="ann"))
    greedy, decent = Publisher(companion), Publisher(companion)
    try:
        greedy._client.publish("rfers/v1/publish/EALocation", bytes(MAX_MESSAGE_BYTES + 100_000), qos=0)
        decent.publish(an_event(id="fine"))
        ann.wait_for(lambda: ann.event_ids() == ["fine"])
    finally:
        greedy.close()
        decent.close()
