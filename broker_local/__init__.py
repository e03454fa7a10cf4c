"""The companion of the desks: protocol, matching, delivery, archive and replay."""
