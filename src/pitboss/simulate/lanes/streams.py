"""The generator of :mod:`pitboss.simulate.numba_engine.streams` in numpy: many streams side by side."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)


def mixed(words: Words) -> Words:
    """Return the outputs of splitmix64 for some counters."""
    words = (words ^ (words >> np.uint64(30))) * _FIRST
    words = (words ^ (words >> np.uint64(27))) * _SECOND
    return words ^ (words >> np.uint64(31))


class Streams:
    """Some streams of a seed, each at its own place: consecutive ones, or ``of`` any numbers."""

    def __init__(self, seed: int, first: int, number: int) -> None:
        self._start(seed, np.arange(first, first + number, dtype=np.uint64))

    @classmethod
    def of(cls, seed: int, numbers: Words) -> Streams:
        """Return the streams with some numbers."""
        streams = cls(seed, 0, 0)
        streams._start(seed, numbers)
        return streams

    def _start(self, seed: int, numbers: Words) -> None:
        start = mixed(np.array([seed], dtype=np.uint64) + GOLDEN) + np.uint64(4) * numbers * GOLDEN
        steps = np.arange(1, 5, dtype=np.uint64)[:, None] * GOLDEN
        self.lanes = len(numbers)
        self.state = list(mixed(start + steps))

    def drawn(self) -> Words:
        """Return the next 64 bits of every stream."""
        word, self.state = _step(self.state)
        return word

    def drawn_by(self, lanes: NDArray[np.intp]) -> Words:
        """Return the next 64 bits of some streams; the others stay where they are."""
        word, state = _step([one[lanes] for one in self.state])
        for one, new in zip(self.state, state, strict=True):
            one[lanes] = new
        return word


def _step(state: list[Words]) -> tuple[Words, list[Words]]:
    a, b, c, d = state
    total = a + d
    word = ((total << np.uint64(23)) | (total >> np.uint64(41))) + a
    c = c ^ a
    d = d ^ b
    shifted = b << np.uint64(17)
    b = b ^ c
    a = a ^ d
    c = c ^ shifted
    d = (d << np.uint64(45)) | (d >> np.uint64(19))
    return word, [a, b, c, d]
