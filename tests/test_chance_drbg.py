"""HMAC_DRBG: NIST's vectors, OpenSSL's own, and what SP 800-90A refuses."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openssl_drbg import OpenSslDrbg
from pitboss.house.chance.drbg import Drbg

VECTORS = json.loads((Path(__file__).parent / "data" / "hmac_drbg_nist.json").read_text())[
    "vectors"
]


def test_there_are_thirty_vectors_with_and_without_additional_input() -> None:
    assert len(VECTORS) == 30
    assert {vector["add"][0] is None for vector in VECTORS} == {True, False}


@pytest.mark.parametrize("vector", VECTORS, ids=range(len(VECTORS)))
def test_a_published_vector(vector: dict[str, str]) -> None:
    drbg = Drbg(bytes.fromhex(vector["entropy"]), bytes.fromhex(vector["nonce"]))
    expected = bytes.fromhex(vector["expected"])
    for additional in vector["add"]:
        output = drbg.generate(len(expected), bytes.fromhex(additional or ""))
    assert output == expected


def same_as_openssl(outputs: int, seed: int) -> None:
    """Compare so many outputs of all sizes, with additional input and fresh entropy among them."""
    random = Random(seed)
    entropy, nonce, words = random.randbytes(32), random.randbytes(16), random.randbytes(20)
    ours = Drbg(entropy, nonce, words)
    with closing(OpenSslDrbg(entropy, nonce, words)) as theirs:
        for number in range(outputs):
            if number % 10_000 == 9_999:
                entropy, additional = random.randbytes(32), random.randbytes(random.choice((0, 9)))
                ours.reseed(entropy, additional)
                theirs.reseed(entropy, additional)
            size = random.choice((1, 4, 32, 33, 100)) if number % 10 == 0 else 4
            additional = random.randbytes(16) if number % 7 == 0 else b""
            assert ours.generate(size, additional) == theirs.generate(size, additional), number


def test_openssl_gives_the_same_outputs() -> None:
    same_as_openssl(30_000, 14)


@pytest.mark.slow
def test_openssl_gives_the_same_million_outputs() -> None:
    same_as_openssl(1_000_000, 800_90)


@settings(max_examples=50, deadline=None)
@given(
    st.binary(min_size=32, max_size=80),
    st.binary(min_size=16, max_size=40),
    st.binary(max_size=60),
    st.integers(1, 2_000),
)
def test_openssl_agrees_on_any_seed(entropy: bytes, nonce: bytes, words: bytes, n: int) -> None:
    with closing(OpenSslDrbg(entropy, nonce, words)) as theirs:
        assert Drbg(entropy, nonce, words).generate(n) == theirs.generate(n)


def test_a_second_request_is_not_the_rest_of_a_first() -> None:
    """The state changes after each request, so that what was given cannot be found again."""
    whole, parts = Drbg(bytes(32)), Drbg(bytes(32))
    assert whole.generate(64)[:32] == parts.generate(32)
    assert whole.generate(32) != parts.generate(32)


@pytest.mark.parametrize("n", [-1, (1 << 16) + 1])
def test_more_than_a_request_may_ask_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match="at once"):
        Drbg(bytes(32)).generate(n)


def test_the_longest_request_is_answered() -> None:
    assert len(Drbg(bytes(32)).generate(1 << 16)) == 1 << 16
    assert Drbg(bytes(32)).generate(0) == b""


def test_too_little_entropy_is_refused() -> None:
    with pytest.raises(ValueError, match="too few"):
        Drbg(bytes(31), bytes(16))
    with pytest.raises(ValueError, match="too few"):
        Drbg(bytes(32)).reseed(bytes(31))
