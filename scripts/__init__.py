"""The commands of a checkout: setup, run, test; simulators, scenarios, benchmarks."""
