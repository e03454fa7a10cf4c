"""The filter language: CQL2-Text basic comparisons, typed against a topic's schema."""
