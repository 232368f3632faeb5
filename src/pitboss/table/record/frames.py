"""The frame of a journal's line: its place and its hashes, whatever else it says."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import NamedTuple

FIRST = "0" * 64
"""What the first line names as the hash of the line before it."""

_FRAME = re.compile(
    r'(?P<body>\{(?:"schema":(?P<schema>[0-9]{1,9}),"stream":"(?P<stream>[^"\\]*)",)?'
    r'"sequence":(?P<sequence>[1-9][0-9]{0,17}),.*'
    r'"previous":"(?P<previous>[0-9a-f]{64})"),"hash":"(?P<hash>[0-9a-f]{64})"\}'
)


class Frame(NamedTuple):
    """What a line says of its place, whether or not that is true."""

    body: str
    stream: str
    schema: int
    sequence: int
    previous: str
    hash: str

    @property
    def genuine(self) -> bool:
        """Whether the line's own hash is right."""
        return hash_of(self.body) == self.hash

    @property
    def link(self) -> str:
        """The hash of the whole line, which the next one names."""
        return hash_of(closed(self.body, self.hash))


def frame_of(text: str) -> Frame | None:
    """Return what a line says of its place; None if it is not written like a line."""
    match = _FRAME.fullmatch(text.removesuffix("\n"))
    if match is None or not text.isascii():
        return None
    schema, sequence = int(match["schema"] or 0), int(match["sequence"])
    stream = match["stream"] or ""
    return Frame(match["body"], stream, schema, sequence, match["previous"], match["hash"])


def closed(body: str, own: str) -> str:
    """Return a line from what it says and its own hash."""
    return f'{body},"hash":"{own}"}}'


def hash_of(text: str) -> str:
    """Return the SHA-256 of a text.

    >>> hash_of("")[:16]
    'e3b0c44298fc1c14'
    """
    return sha256(text.encode("ascii")).hexdigest()
