"""The past on the map: what a replay found, played again. No Qt here."""
