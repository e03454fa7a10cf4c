"""Pure matching: a batch of events in, arrays of matches out; no clock, no files, no network."""
