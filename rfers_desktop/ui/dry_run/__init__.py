"""What a draft would have matched, told before it is sent: in words, and as dots on the map."""
