"""HMAC_DRBG with SHA-256, as NIST SP 800-90A Rev. 1 defines it (section 10.1.2).

The one source of virtual cards and dice: whoever knows the seed finds the same bytes, and nobody
finds the seed, nor bytes not yet seen, from those that were.
"""

from __future__ import annotations

from hmac import digest

HASH = "sha256"
HASH_BYTES = 32
MOST_BYTES = 1 << 16
"""Of one request (table 2 of SP 800-90A: 2^19 bits)."""
MOST_REQUESTS = 1 << 48
"""Between two seeds (table 2)."""
LEAST_ENTROPY = 32
"""Bytes, for 256 bits of security."""


class Drbg:
    """A generator of bytes that follow from its seed alone."""

    def __init__(self, entropy: bytes, nonce: bytes = b"", personalization: bytes = b"") -> None:
        """Instantiate (10.1.2.3); entropy and nonce together are the secret."""
        _enough(entropy)
        self._key, self._value = bytes(HASH_BYTES), b"\x01" * HASH_BYTES
        self._requests = 1
        self._update(entropy + nonce + personalization)

    def reseed(self, entropy: bytes, additional: bytes = b"") -> None:
        """Mix fresh entropy in (10.1.2.4)."""
        _enough(entropy)
        self._update(entropy + additional)
        self._requests = 1

    def generate(self, n: int, additional: bytes = b"") -> bytes:
        """Return the next ``n`` bytes (10.1.2.5); what was generated before cannot be found again.

        >>> Drbg(bytes(32)).generate(4) == Drbg(bytes(32)).generate(4)
        True
        """
        if not 0 <= n <= MOST_BYTES:
            raise ValueError(f"{n} bytes are asked for; at most {MOST_BYTES} are given at once")
        if self._requests > MOST_REQUESTS:
            raise ValueError("the generator must be seeded anew")
        if additional:
            self._update(additional)
        output = b""
        while len(output) < n:
            self._value = digest(self._key, self._value, HASH)
            output += self._value
        self._update(additional)
        self._requests += 1
        return output[:n]

    def _update(self, provided: bytes) -> None:
        """Change key and value by what is provided (10.1.2.2)."""
        for mark in (b"\x00", b"\x01") if provided else (b"\x00",):
            self._key = digest(self._key, self._value + mark + provided, HASH)
            self._value = digest(self._key, self._value, HASH)


def _enough(entropy: bytes) -> None:
    if len(entropy) < LEAST_ENTROPY:
        raise ValueError(f"{len(entropy)} bytes of entropy are too few; give {LEAST_ENTROPY}")
