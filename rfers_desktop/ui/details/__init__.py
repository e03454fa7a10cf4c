"""What is known of one notification: all it says, its photo or thermal image, and why it matched."""
