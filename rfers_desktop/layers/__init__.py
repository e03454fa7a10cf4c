"""What is to be drawn: plain values, no Qt."""
