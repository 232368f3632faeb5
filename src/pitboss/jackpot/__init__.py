"""Linked jackpots: their meters, hits and money, and a floor of tables that share them.

``meters`` says what happens to every cent; ``link`` decides what may happen to one jackpot.
"""
