"""What people and programs see of a running house: an API, live sockets, and plain pages.

Nothing is decided here: lines go to the running house, and what is shown is what it committed.
"""
