"""What numba compiles. Imported when something is simulated; the numpy twins are in lanes."""
