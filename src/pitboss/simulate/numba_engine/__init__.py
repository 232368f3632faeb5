"""What numba compiles. Imported when something is simulated."""
