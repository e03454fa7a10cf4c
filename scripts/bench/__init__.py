"""Benchmarks: ours and the peer in one run, answers compared with the oracle."""
