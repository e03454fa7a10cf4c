"""All of Spark: archive of the journal's past and replay over it."""
