"""After warming up, nothing that a service does with subscriptions and events has still to be compiled."""

from __future__ import annotations

import subprocess
import sys

# In a process of its own: kernels that other tests have compiled would hide what is missing.
_STEPS = """
from numba.core import event
from broker_local.matching.matcher import Matcher
from broker_local.matching.warm_up import warm_up
from tests.random_matching import TOPICS, RandomMatching

class Count(event.Listener):
    names = []
    def on_start(self, happening):
        self.names.append(happening.data["dispatcher"].py_func.__name__)
    def on_end(self, happening):
        pass

warm_up()
counting = Count()
event.register("numba:compile", counting)
made = RandomMatching(1)
matcher = Matcher(TOPICS)
matcher.add(range(300), [made.subscription() for _ in range(300)])
for _ in range(5):
    matcher.match([made.event() for _ in range(10)])
    matcher.remove([made.pick(300)])
    matcher.add([made.pick(300)], [made.subscription()])
graded = Matcher(TOPICS)
graded.add(range(200), [made.graded_subscription() for _ in range(200)])
for _ in range(5):
    graded.match([made.graded_event() for _ in range(10)])
    graded.remove([made.pick(200)])
    graded.add([made.pick(200)], [made.graded_subscription()])
print(sorted(set(counting.names)))
"""


def test_nothing_is_left_to_compile() -> None:
    done = subprocess.run([sys.executable, "-c", _STEPS], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
