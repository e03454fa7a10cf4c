"""Makes the recorded scenarios anew: `python -m scripts.scenarios.make`; the same files every time."""

from __future__ import annotations

import sys
from pathlib import Path

from broker_local.protocol.resources import resources_dir

from . import assets_near_incident, hot_and_dry, how_sure, wildfire_from_the_air
from .expected import with_expected
from .scenario import write_scenario

RECORDED = (assets_near_incident.make, hot_and_dry.make, wildfire_from_the_air.make, how_sure.make)


def main(folder: Path | None = None) -> int:
    """Write each with what it must deliver."""
    target = folder or resources_dir() / "scenarios"
    for make in RECORDED:
        scenario = with_expected(make())
        write_scenario(scenario, target / scenario.name)
        told = ", ".join(f"{user} {len(ids)}" for user, ids in scenario.expected.items())
        print(f"{scenario.name}: {len(scenario.events)} events in {scenario.duration_s:.0f} s; told: {told}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
