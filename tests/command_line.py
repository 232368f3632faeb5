"""Command lines, run in this process."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pitboss.cli import main

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *words: object) -> tuple[int, str, str]:
    """Run a command line; return its code and what it prints. An exit counts like a return."""
    try:
        code = main([str(word) for word in words])
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def done(capsys: Capture, *words: object) -> str:
    """Run a command line that nobody refuses, and return what it prints."""
    code, out, err = run(capsys, *words)
    assert (code, err) == (0, ""), (words, err)
    return out


def asked(capsys: Capture, *words: object) -> Any:
    """Run a command line that prints JSON, and return it."""
    return json.loads(done(capsys, *words, "--format", "json"))


def refused(capsys: Capture, *words: object) -> str:
    """Run a command line that is refused in one line, with a remedy; return the line."""
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, ""), (words, out, err)
    assert err.startswith(f"pitboss {words[0]}") and err.count("\n") == 1 and "; " in err
    return err
