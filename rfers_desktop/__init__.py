"""The desktop: what an officer sees and does. Of the companion it imports the protocol alone."""
