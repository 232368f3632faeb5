"""Reading TOML files, within bounds; what is wrong is said with file and line."""

from __future__ import annotations

import os
import re
import stat
import tomllib
from codecs import BOM_UTF8

from pitboss.rulebook.files import Data
from pitboss.rulebook.sections import wrong

LARGEST_FILE = 256 * 1024
"""Bytes of a file, ten times the catalog's largest: what is larger was not written by hand."""
MOST_DOTS = 16
_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*"""
_DOTTED = re.compile(f"(?<![A-Za-z0-9_-])(?:{_PART}){{{MOST_DOTS}}}")
"""A key of so many parts. Python's reader of TOML takes the square of their number in time."""


def read_toml(path: str) -> Data:
    """Read a TOML file."""
    name = os.path.basename(path) or path
    text = _text(path, name)
    if dotted := _DOTTED.search(text):
        line = text.count("\n", 0, dotted.start()) + 1
        raise wrong(name, f"line {line}: more than {MOST_DOTS} names joined by dots", "use fewer")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise wrong(name, f"this is not TOML: {error}", "mend the file there") from None
    except RecursionError:
        raise wrong(name, "lists or tables are nested too deeply", "flatten them") from None
    except ValueError:  # what is left of them: a number of thousands of digits
        raise wrong(name, "a number has too many digits", "write a smaller number") from None


def _text(path: str, name: str) -> str:
    """Read a file that has an end, and no more of it than a rulebook needs."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise wrong(name, "this is not a file", "name a TOML file, no device or folder")
        with open(path, "rb") as file:
            content = file.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise wrong(name, f"larger than {LARGEST_FILE // 1024} KiB", "split it into several")
        text = content.removeprefix(BOM_UTF8).decode()
    except FileNotFoundError:
        raise wrong(name, "there is no such file", "check the path", "no-file") from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise wrong(name, f"cannot be read ({reason})", "give a readable file") from None
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise wrong(name, f"line {line} is not UTF-8 text", "save the file as UTF-8") from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise wrong(name, f"line {line} holds a NUL byte", "give a text file") from None
    return text
