"""Chance: virtual shoes and dice, committed to before play and revealed after it.

Seeds lie sealed in the database under a key that is kept outside of it.
"""
