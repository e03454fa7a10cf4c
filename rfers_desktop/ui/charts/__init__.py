"""Things over time: charts of sensors, the thing that the map follows, and the last hour of each subscription."""
