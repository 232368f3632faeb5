"""The baccarat roads and statistics of a shoe, as pure functions of its history."""
