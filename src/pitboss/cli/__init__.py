"""The command line: one thin module per command."""

from pitboss.cli.main import main

__all__ = ["main"]
