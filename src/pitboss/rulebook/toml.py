"""Reading TOML files, with the parsed catalog kept beside it as Python keeps compiled modules.

Parsing the catalog takes longer than anything else a short command does. Like a ``.pyc`` file the
copy in ``__pycache__`` is used only if it belongs to this very source file, and going without it
is never an error.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Mapping

from pitboss.rulebook.sections import wrong

Data = Mapping[str, object]


def read_toml(path: str) -> Data:
    """Read a TOML file; what is wrong is said with file and line."""
    import tomllib  # not needed where the parsed copy serves

    name = os.path.basename(path)
    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except FileNotFoundError:
        raise wrong(name, "there is no such file", "check the path", "no-file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise wrong(name, f"cannot be read ({error})", "give a readable UTF-8 file") from None
    except tomllib.TOMLDecodeError as error:
        raise wrong(name, f"this is not TOML: {error}", "mend the file there") from None
    except RecursionError:
        raise wrong(name, "lists or tables are nested too deeply", "flatten them") from None
    except ValueError:  # what is left of them: a number of thousands of digits
        raise wrong(name, "a number has too many digits", "write a smaller number") from None


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
