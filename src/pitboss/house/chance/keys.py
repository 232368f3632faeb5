"""The key file: what a house keeps secret, outside its database and its backups.

All server processes of a house share it. It is TOML with hexadecimal text, and its owner's alone.
"""

from __future__ import annotations

import os
import stat
import tomllib
from contextlib import suppress
from typing import NamedTuple

from pitboss.refusals import Unreadable, unreadable

KEY_BYTES = 32
OTHERS = 0o077
"""The permissions of everybody but the owner."""
MOST_BYTES = 10_000
"""A longer file holds something else."""


class Keys(NamedTuple):
    """The secrets of a house, of 32 bytes each; they never show in a log or a traceback."""

    pepper: bytes
    """What PINs are mixed with before they are hashed."""
    seal: bytes
    """What the seeds of shoes and throws are encrypted with at rest."""
    peers: bytes
    """What server processes prove themselves to each other with."""

    def __repr__(self) -> str:
        return "Keys(...)"


def read_keys(path: str) -> Keys:
    """Read a key file; refuse one that others may read, or that is of another form."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise _other_form(path)
            if status.st_mode & OTHERS:
                raise unreadable(
                    "keys-not-private",
                    f"others may read or write {path}",
                    f"chmod 600 {path}; if others were able to read it, make new keys",
                )
            text = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, Unreadable):
            raise
        raise _not_read(path, error) from None
    return _keys_in(path, text)


def _keys_in(path: str, text: bytes) -> Keys:
    """Read the three keys; what is wrong is never quoted."""
    try:
        written = tomllib.loads(text.decode("ascii"))
        keys = [bytes.fromhex(written[name]) for name in Keys._fields]
    except (ValueError, KeyError, TypeError):
        raise _other_form(path) from None
    fits = written.keys() == set(Keys._fields) and len(set(keys)) == len(keys)
    if len(text) > MOST_BYTES or not fits or any(len(key) != KEY_BYTES for key in keys):
        raise _other_form(path)
    return Keys(*keys)


def make_keys(path: str) -> Keys:
    """Make a key file with new keys, whole at once; one that is there is never written over."""
    keys = Keys(*(os.urandom(KEY_BYTES) for _ in Keys._fields))
    lines = [f'{name} = "{key.hex()}"\n' for name, key in zip(Keys._fields, keys, strict=True)]
    text = "# The keys of a house: 0600, outside database and backups.\n" + "".join(lines)
    try:
        unfinished = f"{path}.{os.urandom(8).hex()}"
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            with open(descriptor, "w", encoding="ascii") as file:
                file.write(text)
                file.flush()
                os.fsync(descriptor)
            os.link(unfinished, path)  # refuses a name that is taken, as renaming does not
        finally:
            with suppress(OSError):
                os.remove(unfinished)
    except FileExistsError:
        raise unreadable(
            "keys-exist", f"{path} exists", "name a new file: keys are not overwritten"
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise unreadable(
            "keys-not-written", f"{path} cannot be written: {reason}", "name another file"
        ) from None
    return keys


def keys_at(path: str) -> Keys:
    """Read a key file, or make it where there is none; of several that make it one does."""
    try:
        return read_keys(path)
    except Unreadable as error:
        if error.refusal.code != "no-keys":
            raise
    try:
        return make_keys(path)
    except Unreadable as error:
        if error.refusal.code != "keys-exist":
            raise
    return read_keys(path)


def _not_read(path: str, error: Exception) -> Unreadable:
    if isinstance(error, FileNotFoundError):
        return unreadable("no-keys", f"there is no key file {path}", "name the house's key file")
    reason = getattr(error, "strerror", None) or str(error)
    return unreadable("keys-not-read", f"{path} cannot be read: {reason}", "mend that")


def _other_form(path: str) -> Unreadable:
    names = ", ".join(Keys._fields)
    return unreadable(
        "bad-keys",
        f"{path} is no key file: it has {names}, each of {KEY_BYTES} bytes in hexadecimal",
        "name the house's key file, or bring back the one it had",
    )
