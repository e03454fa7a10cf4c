"""Map projection and distances, no Qt."""
