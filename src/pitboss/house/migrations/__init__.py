"""How a database comes from one schema to the next."""
