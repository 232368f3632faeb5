"""The random generator of every simulation: one stream per (seed, number), compiled by numba.

**Generator.** xoshiro256++ (period 2**256 - 1). Its four words for stream k of a seed are words
4k+1 to 4k+4 of the splitmix64 sequence that starts at ``mixed(seed + GOLDEN)``. Streams of one seed
never share a seeding word, and the four words of a stream are never all zero, since splitmix64 is a
bijection of its counter. A stream depends on the seed and its number alone: not on how many others
are run, in which chunks, threads or processes, or where.

**Bounded integers** are taken by multiply and shift, and what would favour some of them is drawn
anew, so every one is exactly equally likely. Three indices, or three rolls of two dice, come out of
32 bits: the product of the bounds is what rejection has to look at.
"""

from __future__ import annotations

from numba import njit, uint64

GOLDEN = uint64(0x9E3779B97F4A7C15)
_FIRST = uint64(0xBF58476D1CE4E5B9)
_SECOND = uint64(0x94D049BB133111EB)


@njit(inline="always")
def mixed(word):
    """Return the output of splitmix64 for a counter."""
    word = (word ^ (word >> uint64(30))) * _FIRST
    word = (word ^ (word >> uint64(27))) * _SECOND
    return word ^ (word >> uint64(31))


@njit(inline="always")
def stream(seed, number):
    """Return the state of stream ``number`` of a seed: four words."""
    start = mixed(uint64(seed) + GOLDEN) + uint64(4) * uint64(number) * GOLDEN
    return (
        mixed(start + GOLDEN),
        mixed(start + uint64(2) * GOLDEN),
        mixed(start + uint64(3) * GOLDEN),
        mixed(start + uint64(4) * GOLDEN),
    )


@njit(inline="always")
def drawn(state):
    """Return the next 64 bits of a stream, and its state after them."""
    a, b, c, d = state
    total = a + d
    word = ((total << uint64(23)) | (total >> uint64(41))) + a
    shifted = b << uint64(17)
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << uint64(45)) | (d >> uint64(19))
    return word, (a, b, c, d)
