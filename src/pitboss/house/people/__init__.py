"""People and devices: who they are, what proves it, and what each may do and see.

Badges and levels stand on record in the house's stream; what proves them is kept beside it, and
never in it.
"""
