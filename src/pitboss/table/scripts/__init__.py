"""Scripts: commands that a dealer can read, macros, and expectations of what must come of them."""
