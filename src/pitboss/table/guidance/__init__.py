"""Guidance: what the dealer should do and say now, and what may happen next."""
