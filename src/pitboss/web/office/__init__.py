"""The Game Manager: the pages from which a house is run."""
