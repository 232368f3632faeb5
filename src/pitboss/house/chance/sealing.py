"""Seeds at rest: sealed with AES-GCM under the key file, and bound to what they are for."""

from __future__ import annotations

import os

NONCE_BYTES = 12


def seal(key: bytes, place: str, seed: bytes) -> str:
    """Return a seed sealed for one place, in hexadecimal; each time another text."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # only a server needs it

    nonce = os.urandom(NONCE_BYTES)
    return (nonce + AESGCM(key).encrypt(nonce, seed, place.encode())).hex()


def unseal(key: bytes, place: str, sealed: str) -> bytes | None:
    """Return the seed; None if the key is another, the place is, or the text was altered."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    try:
        whole = bytes.fromhex(sealed)
        return AESGCM(key).decrypt(whole[:NONCE_BYTES], whole[NONCE_BYTES:], place.encode())
    except (InvalidTag, ValueError):
        return None
