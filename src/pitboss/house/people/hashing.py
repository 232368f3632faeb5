"""Secrets: made at random, given to one person or device, and kept as hashes alone."""

from __future__ import annotations

import hashlib
import hmac
import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""What codes are written with: no letter can be taken for a digit or for another one."""
TOKEN_BYTES = 32


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
