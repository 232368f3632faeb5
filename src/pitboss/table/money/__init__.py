"""What a table may lose, and what it has taken beside the exact odds."""
