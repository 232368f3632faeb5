"""Reading TOML files, with the parsed catalog kept beside it as Python keeps compiled modules.

Parsing the catalog takes longer than anything else a short command does. Like a ``.pyc`` file the
copy in ``__pycache__`` is used only if it belongs to this very source file, and going without it
is never an error.
"""

from __future__ import annotations

import marshal
import os
import re
import stat
import sys
from collections.abc import Mapping

from pitboss.rulebook.sections import wrong

Data = Mapping[str, object]


LARGEST_FILE = 256 * 1024
"""Bytes of a file, ten times the catalog's largest: what is larger was not written by hand."""
MOST_DOTS = 16
_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*"""
_DOTTED = re.compile(f"(?<![A-Za-z0-9_-])(?:{_PART}){{{MOST_DOTS}}}")
"""A key of so many parts. Python's reader of TOML takes the square of their number in time."""


def read_toml(path: str) -> Data:
    """Read a TOML file; what is wrong is said with file and line."""
    import tomllib  # not needed where the parsed copy serves

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
        text = content.decode()
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


def read_catalog(path: str) -> Data:
    """Read a TOML file of the catalog, from its parsed copy if that is up to date."""
    folder, name = os.path.split(path)
    copy = os.path.join(folder, "__pycache__", f"{name}.{sys.implementation.cache_tag}")
    status = os.stat(path)
    stamp = (status.st_mtime_ns, status.st_size)
    try:
        with open(copy, "rb") as file:
            kept_stamp, data = marshal.load(file)
        if kept_stamp == stamp:
            kept: Data = data
            return kept
    except (OSError, EOFError, ValueError, TypeError):
        pass
    data = read_toml(path)
    if not sys.dont_write_bytecode:
        _keep(copy, marshal.dumps((stamp, dict(data))))
    return data


def _keep(copy: str, content: bytes) -> None:
    """Write the copy whole or not at all: another process may be reading it."""
    try:
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        partial = f"{copy}.{os.getpid()}"
        with open(partial, "wb") as file:
            file.write(content)
        os.replace(partial, copy)
    except OSError:
        pass
