"""The results of replays need the extra `replay`: where it is not installed their tests are left out."""

from __future__ import annotations

import importlib.util

if any(importlib.util.find_spec(library) is None for library in ("pyarrow", "PIL")):
    collect_ignore = ["test_replay_events.py", "test_replay_result.py", "test_replay_whole.py"]
