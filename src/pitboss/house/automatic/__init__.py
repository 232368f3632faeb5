"""A floor that lives by itself: automatic players, dealers and a supervisor, and when they act.

``demo`` has its floor; ``tables`` and ``supervisor`` say what is due, and ``places`` who is a
person. Nothing here reads a clock or writes a record: whoever runs the floor does.
"""
