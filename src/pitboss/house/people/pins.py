"""PINs: hashed with argon2id, under the pepper of the key file and for one badge each."""

from __future__ import annotations

import re
import secrets
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.house.people.hashing import peppered

AT_ONCE = 4
"""PINs that are hashed at a time: each takes 19 MiB, and a flood of them must not take all."""
_PIN = re.compile(r"[0-9]{4,12}")


def is_pin(text: str) -> bool:
    """Say whether a text has the form of a PIN: 4 to 12 digits.

    >>> is_pin("4711"), is_pin("471"), is_pin("4711x")
    (True, False, False)
    """
    return _PIN.fullmatch(text) is not None


class PinHasher:
    """Hashes PINs; a hash that is moved to another badge in the database opens nothing there."""

    def __init__(self, pepper: bytes) -> None:
        self._pepper = pepper
        self._argon = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._room = BoundedSemaphore(AT_ONCE)
        self._nobody = self.hash("", secrets.token_hex())

    def hash(self, badge: str, pin: str) -> str:
        """Return what is kept of a PIN."""
        with self._room:
            return self._argon.hash(peppered(self._pepper, badge, pin))

    def fits(self, badge: str, pin: str, kept: str | None) -> bool:
        """Say whether a PIN is that of a badge; it takes as long where there is none."""
        try:
            with self._room:
                self._argon.verify(kept or self._nobody, peppered(self._pepper, badge, pin))
            return kept is not None
        except (VerificationError, InvalidHashError):
            return False
