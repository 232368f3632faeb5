"""Setups: what a table offers and how, all that is wrong with one, words and data for them."""
