"""The record: events as words and as a hash-chained journal, and tables rebuilt from one."""
