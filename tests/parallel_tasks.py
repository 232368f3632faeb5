"""Work for the tests of parallel work, in a module that worker processes can import."""

from __future__ import annotations

import os
import time
from pathlib import Path

from pitboss.refusals import unreadable
from pitboss.simulate.parallel import Piece


def squares(piece: Piece) -> int:
    """Sum the squares of a piece's numbers."""
    return sum(number**2 for number in range(piece.first, piece.first + piece.number))


def noted(folder: Path, seconds: float, piece: Piece) -> int:
    """Leave a note of the piece and this process, take some time, then do the work."""
    (folder / f"{piece.first}-{os.getpid()}-{time.time_ns()}").touch()
    time.sleep(seconds)
    return squares(piece)


def faulty(error: Exception, piece: Piece) -> int:
    """Fail at the third piece."""
    if piece.first == 20:
        raise error
    return squares(piece)


def refused(piece: Piece) -> int:
    """Say no to any piece, as pitboss does."""
    raise unreadable("never", f"{piece.number} streams are refused", "take none")


def deadly(piece: Piece) -> int:
    """End the process itself at the third piece."""
    if piece.first == 20:
        os._exit(1)
    return squares(piece)
