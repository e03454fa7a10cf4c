"""What a desk has received and asked for, in memory."""
