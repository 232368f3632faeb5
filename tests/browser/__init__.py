"""The pages in a real browser: houses to look at, who looks, page objects and what must hold."""
