"""The running house: a store that loses nothing it has acknowledged, and one writer over it.

``store`` keeps the streams of a floor in SQLite or PostgreSQL; ``writer`` decides and commits.
"""
