"""Secrets: made at random, given to one person or device, and kept as hashes alone."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""What codes are written with: no letter can be taken for a digit or for another one."""
TOKEN_BYTES = 32
AT_ONCE = 4
"""PINs that are hashed at a time: each takes 19 MiB, and a flood of them must not take all."""
_PIN = re.compile(r"[0-9]{4,12}")


def new_token(kind: str) -> str:
    """Return a token whose first letter says what it is for, such as ``s`` for a session."""
    return f"{kind}_{secrets.token_urlsafe(TOKEN_BYTES)}"


def new_code(letters: int) -> str:
    """Return a code that a person can read and type, in groups of four.

    >>> len(new_code(8)), new_code(8)[4]
    (9, '-')
    """
    code = "".join(secrets.choice(ALPHABET) for _ in range(letters))
    return "-".join(code[start : start + 4] for start in range(0, letters, 4))


def typed(text: str) -> str:
    """Return a code as it was made, however it was typed.

    >>> typed(" abcd efgh "), typed("ABCD-EFGH")
    ('ABCDEFGH', 'ABCDEFGH')
    """
    return "".join(letter for letter in text[:64].upper() if letter in ALPHABET)


def hashed(secret: str) -> str:
    """Return what is kept of a token, or of a code too long to be guessed."""
    return hashlib.sha256(_bytes(secret)).hexdigest()


def peppered(pepper: bytes, *parts: str) -> str:
    """Return what is kept of something short, which nobody can guess without the pepper."""
    return hmac.new(pepper, _bytes("\0".join(parts)), "sha256").hexdigest()


def same(one: str, other: str) -> bool:
    """Compare two texts in a time that says nothing of them."""
    return hmac.compare_digest(_bytes(one), _bytes(other))


def _bytes(text: str) -> bytes:
    """Return any text as bytes, also one that is no text: it comes from anybody."""
    return text.encode(errors="surrogatepass")


def is_pin(text: str) -> bool:
    """Say whether a text has the form of a PIN: 4 to 12 digits.

    >>> is_pin("4711"), is_pin("471"), is_pin("4711x")
    (True, False, False)
    """
    return _PIN.fullmatch(text) is not None


class PinHasher:
    """Hashes PINs with argon2id, under the pepper and for one badge each.

    A hash that is moved to another badge in the database opens nothing there.
    """

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
