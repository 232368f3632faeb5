"""HMAC-DRBG of the system's OpenSSL 3, reached through ctypes: a second opinion for tests alone."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_uint, c_void_p
from ctypes.util import find_library

import pytest

STRENGTH = 256
_UNSIGNED, _TEXT, _OCTETS = 2, 4, 5
"""The types of parameters, as OpenSSL numbers them."""


class _Param(ctypes.Structure):
    _fields_ = (
        ("key", c_char_p),
        ("data_type", c_uint),
        ("data", c_void_p),
        ("data_size", c_size_t),
        ("return_size", c_size_t),
    )


class _Params:
    """A list of parameters, with what they point to."""

    def __init__(self, **values: bytes | str | int) -> None:
        self.kept: list[ctypes.Array[ctypes.c_char] | c_uint | ctypes.c_uint64] = []
        self.array = (_Param * (len(values) + 1))()
        for at, (key, value) in enumerate(values.items()):
            self.array[at] = self._param(key, value)

    def _param(self, key: str, value: bytes | str | int) -> _Param:
        unknown = c_size_t(-1).value or 0
        if isinstance(value, int):
            wide = ctypes.c_uint64(value) if key == "reseed_time_interval" else c_uint(value)
            self.kept.append(wide)
            size = ctypes.sizeof(wide)
            at = ctypes.cast(byref(wide), c_void_p)
            return _Param(key.encode(), _UNSIGNED, at, size, unknown)
        octets = value.encode() if isinstance(value, str) else value
        buffer = ctypes.create_string_buffer(octets, len(octets) + 1)
        self.kept.append(buffer)
        kind = _TEXT if isinstance(value, str) else _OCTETS
        return _Param(key.encode(), kind, ctypes.cast(buffer, c_void_p), len(octets), unknown)


def _library() -> ctypes.CDLL:
    name = find_library("crypto")
    library = ctypes.CDLL(name) if name else None
    if library is None or not hasattr(library, "EVP_RAND_fetch"):
        pytest.fail("OpenSSL 3 is not on this machine: install libssl3", pytrace=False)
    context, octets = c_void_p, c_char_p
    for function, result, arguments in (
        ("EVP_RAND_fetch", c_void_p, (c_void_p, c_char_p, c_char_p)),
        ("EVP_RAND_CTX_new", c_void_p, (c_void_p, c_void_p)),
        ("EVP_RAND_CTX_set_params", c_int, (context, POINTER(_Param))),
        (
            "EVP_RAND_instantiate",
            c_int,
            (context, c_uint, c_int, octets, c_size_t, POINTER(_Param)),
        ),
        ("EVP_RAND_generate", c_int, (context, octets, c_size_t, c_uint, c_int, octets, c_size_t)),
        ("EVP_RAND_reseed", c_int, (context, c_int, octets, c_size_t, octets, c_size_t)),
        ("EVP_RAND_CTX_free", None, (context,)),
        ("EVP_RAND_free", None, (c_void_p,)),
    ):
        entry = getattr(library, function)
        entry.restype, entry.argtypes = result, arguments
    return library


class OpenSslDrbg:
    """A generator whose entropy and nonce are given, as :class:`pitboss.house.chance.drbg.Drbg`."""

    def __init__(self, entropy: bytes, nonce: bytes, personalization: bytes = b"") -> None:
        self.library = _library()
        self.parent = self._context(b"TEST-RAND", None)
        self._test(test_entropy=entropy, test_nonce=nonce, strength=STRENGTH)
        self._done(self.library.EVP_RAND_instantiate(self.parent, STRENGTH, 0, None, 0, None))
        self.context = self._context(b"HMAC-DRBG", self.parent)
        chosen = _Params(mac="HMAC", digest="SHA256", reseed_requests=0, reseed_time_interval=0)
        self._done(
            self.library.EVP_RAND_instantiate(
                self.context, STRENGTH, 0, personalization, len(personalization), chosen.array
            )
        )

    def _context(self, name: bytes, parent: int | None) -> int:
        kind = self.library.EVP_RAND_fetch(None, name, None)
        context = self.library.EVP_RAND_CTX_new(kind, parent)
        self.library.EVP_RAND_free(kind)
        assert context, f"OpenSSL has {name.decode()}"
        return int(context)

    def _test(self, **values: bytes | str | int) -> None:
        """Say what the parent gives as entropy."""
        given = _Params(**values)
        self._done(self.library.EVP_RAND_CTX_set_params(self.parent, given.array))

    @staticmethod
    def _done(answer: int) -> None:
        assert answer == 1, "OpenSSL did as it was asked"

    def generate(self, n: int, additional: bytes = b"") -> bytes:
        """Return the next bytes."""
        output = ctypes.create_string_buffer(n)
        self._done(
            self.library.EVP_RAND_generate(
                self.context, output, n, STRENGTH, 0, additional or None, len(additional)
            )
        )
        return output.raw

    def reseed(self, entropy: bytes, additional: bytes = b"") -> None:
        """Mix in fresh entropy, which the parent gives."""
        self._test(test_entropy=entropy)
        self._done(
            self.library.EVP_RAND_reseed(
                self.context, 0, None, 0, additional or None, len(additional)
            )
        )

    def close(self) -> None:
        """Free what OpenSSL holds."""
        self.library.EVP_RAND_CTX_free(self.context)
        self.library.EVP_RAND_CTX_free(self.parent)
