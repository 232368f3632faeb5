"""The key file: made once, read by its owner alone, never shown."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pitboss.house.chance.keys import Keys, keys_at, make_keys, read_keys
from pitboss.refusals import Unreadable


def code_of(caught: pytest.ExceptionInfo[Unreadable]) -> str:
    return caught.value.refusal.code


def written(path: Path, text: str) -> str:
    path.write_text(text)
    path.chmod(0o600)
    return str(path)


def toml(**keys: str) -> str:
    return "".join(f'{name} = "{key}"\n' for name, key in keys.items())


def test_keys_are_made_once_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    keys = make_keys(str(path))
    assert [len(key) for key in keys] == [32, 32, 32]
    assert len({*keys, *make_keys(str(tmp_path / "other.toml"))}) == 6
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read_keys(str(path)) == keys == keys_at(str(path))
    before = path.read_bytes()
    with pytest.raises(Unreadable) as caught:
        make_keys(str(path))
    assert code_of(caught) == "keys-exist"
    assert path.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["keys.toml", "other.toml"]


def test_a_wide_umask_makes_no_wide_file(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        make_keys(str(tmp_path / "keys.toml"))
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "keys.toml").stat().st_mode) == 0o600


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o620, 0o602, 0o610])
def test_a_file_that_others_reach_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "keys.toml"
    make_keys(str(path))
    path.chmod(mode)
    for reader in (read_keys, keys_at):
        with pytest.raises(Unreadable) as caught:
            reader(str(path))
        assert code_of(caught) == "keys-not-private"


def test_a_missing_file_is_refused_or_made(tmp_path: Path) -> None:
    path = str(tmp_path / "keys.toml")
    with pytest.raises(Unreadable) as caught:
        read_keys(path)
    assert code_of(caught) == "no-keys"
    assert keys_at(path) == read_keys(path)


def test_what_cannot_be_read_or_written_is_told(tmp_path: Path) -> None:
    nowhere = str(tmp_path / "nowhere" / "keys.toml")
    with pytest.raises(Unreadable) as caught:
        make_keys(nowhere)
    assert code_of(caught) == "keys-not-written"
    file = written(tmp_path / "file", "")
    with pytest.raises(Unreadable) as caught:
        read_keys(f"{file}/keys.toml")
    assert code_of(caught) == "keys-not-read"
    for path in ("a\0b", str(tmp_path)):
        with pytest.raises(Unreadable):
            read_keys(path)
        with pytest.raises(Unreadable):
            make_keys(path)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "pepper",
        toml(pepper="00" * 32, seal="01" * 32),
        toml(pepper="00" * 32, seal="01" * 32, peers="02" * 31),
        toml(pepper="00" * 32, seal="01" * 32, peers="02" * 33),
        toml(pepper="00" * 32, seal="01" * 32, peers="zz" * 32),
        toml(pepper="00" * 32, seal="01" * 32, peers="00" * 32),
        toml(pepper="00" * 32, seal="01" * 32, peers="02" * 32, more="03" * 32),
        toml(pepper="00" * 32, seal="01" * 32) + "peers = 2\n",
        toml(pepper="00" * 32, seal="01" * 32, peers="02" * 32) + "#" * 20_000,
        "pepper = \u00e9",
    ],
)
def test_a_file_of_another_form_is_refused_without_quoting_it(tmp_path: Path, text: str) -> None:
    path = written(tmp_path / "keys.toml", text)
    for reader in (read_keys, keys_at):
        with pytest.raises(Unreadable) as caught:
            reader(path)
        assert code_of(caught) == "bad-keys"
        assert "0000" not in str(caught.value) and "zz" not in str(caught.value)


def test_a_pipe_is_no_key_file_and_nobody_waits_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "keys.toml", 0o600)
    with pytest.raises(Unreadable) as caught:
        read_keys(str(tmp_path / "keys.toml"))
    assert code_of(caught) == "bad-keys"


def test_of_many_that_make_the_file_at_once_all_have_the_same_keys(tmp_path: Path) -> None:
    path = str(tmp_path / "keys.toml")
    with ThreadPoolExecutor(16) as pool:
        keys = list(pool.map(keys_at, [path] * 64))
    assert len(set(keys)) == 1


def test_keys_do_not_show() -> None:
    keys = Keys(b"p" * 32, b"s" * 32, b"q" * 32)
    assert "p" * 8 not in f"{keys} {keys!r} {[keys]}"
