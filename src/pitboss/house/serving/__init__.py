"""The house at work: lines in, answers when they are on disk, and what changed to whoever looks."""
