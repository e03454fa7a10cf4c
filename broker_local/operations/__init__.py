"""What who runs the companion needs: configuration, log lines, a lock on the data, a report of its state."""
