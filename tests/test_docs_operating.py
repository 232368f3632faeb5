"""docs/OPERATING.md: its commands run in their order, its files are sound, its lists are whole."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from configparser import ConfigParser
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from pitboss.cli.main import parser_of

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "OPERATING.md").read_text("utf-8")
BLOCKS = re.findall(r"^```sh (run|serve|stopped)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
UNIT, IMAGE = ROOT / "deploy" / "pitboss.service", ROOT / "deploy" / "Containerfile"
WAIT_SECONDS = 60


class Operator:
    """Somebody who types what the page says, in a directory that was empty."""

    def __init__(self, home: Path) -> None:
        self.home = home
        source, bin = ROOT / "src", Path(sys.executable).parent
        self.variables = os.environ | {
            "PATH": f"{bin}:{os.environ['PATH']}",
            "PYTHONPATH": str(source),
            "XDG_DATA_HOME": str(home / "nothing-goes-here"),
            "PIN": "135790",
        }

    def types(self, commands: str) -> str:
        """Run commands in one shell, and return what they print; what they export is kept."""
        kept = self.home / "exported"
        script = f"set -euo pipefail\n{commands}\nexport -p > {kept}\n"
        if kept.exists():
            script = f". {kept}\n{script}"
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=self.home,
            env=self.variables,
            capture_output=True,
            text=True,
            timeout=WAIT_SECONDS,
            check=False,
        )
        assert done.returncode == 0, f"{commands}\n{done.stdout}{done.stderr}"
        return done.stdout

    @contextmanager
    def serving(self, command: str) -> Iterator[tuple[str, str]]:
        """Give the address of a server and its first note; it ends in order by SIGTERM."""
        script = f". {self.home / 'exported'}\nexec {command.strip()} --port 0"
        server = subprocess.Popen(
            ["bash", "-c", script],
            cwd=self.home,
            env=self.variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        try:
            if not address.startswith("http://127.0.0.1:"):
                pytest.fail(server.communicate(timeout=WAIT_SECONDS)[1])
            noted = httpx.get(f"{address}/health").json()["status"] != "ok"
            yield address, server.stdout.readline().strip() if noted else ""
            server.send_signal(signal.SIGTERM)
            _, log = server.communicate(timeout=WAIT_SECONDS)
            assert server.returncode == 0
            levels = [json.loads(line)["level"] for line in log.splitlines()]
            assert set(levels) <= {"info"}, log
        finally:
            server.kill()
            server.wait()


def test_the_page_is_followed_to_the_letter(tmp_path: Path, postgresql_url: str) -> None:
    shutil.copy(ROOT / "docs" / "examples" / "my-floor.toml", tmp_path)
    operator = Operator(tmp_path)
    operator.variables["POSTGRESQL"] = postgresql_url
    kinds = [kind for kind, _ in BLOCKS]
    begun = kinds.index("serve")
    assert kinds.count("serve") == 1 and begun >= 2 and len(BLOCKS) >= 10
    told = [operator.types(commands) for _, commands in BLOCKS[:begun]]
    with operator.serving(BLOCKS[begun][1]) as (address, note):
        assert note == ""
        operator.variables["FLOOR"] = address
        told += [operator.types(commands) for kind, commands in BLOCKS[begun:] if kind == "run"]
    told += [operator.types(commands) for kind, commands in BLOCKS if kind == "stopped"]
    text = "".join(told)
    assert not (tmp_path / "code.txt").exists() and '"status":"ok"' in text
    assert re.search(r'"code":"[A-Z0-9]{4}-[A-Z0-9]{4}"', text), "a device's code"
    measured = set(re.findall(r"^# TYPE (\w+)", text, re.MULTILINE))
    assert measured and measured == set(re.findall(r"pitboss_(?:\w+)(?=[`{])", PAGE))
    assert not (tmp_path / "nothing-goes-here").exists(), "the key file was named"
    _altered_last_lines_keep_it_closed(operator, tmp_path / "restored.db")


def _altered_last_lines_keep_it_closed(operator: Operator, database: Path) -> None:
    with sqlite3.connect(database) as connection:
        last = "(SELECT max(position) FROM journal WHERE stream = 'house')"
        other = "replace(body, '\"2208\"', '\"2209\"')"
        connection.execute(f"UPDATE journal SET body = {other} WHERE position = {last}")
    connection.close()
    with operator.serving(f"pitboss serve --database {database}") as (address, note):
        assert re.fullmatch(r"house stays closed: line \d+ does not hash to its head", note)
        health = httpx.get(f"{address}/health").json()
        assert health["status"] == "closed" and health["faults"]


def test_every_option_of_the_server_is_told() -> None:
    told = set(re.findall(r"--[a-z-]+", PAGE))
    options = {name for action in parser_of("serve")._actions for name in action.option_strings}
    assert {name for name in options if name.startswith("--")} - {"--help", "--fresh"} <= told


def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    text = UNIT.read_text("utf-8")
    parsed = ConfigParser(interpolation=None, strict=False)
    parsed.optionxform = str  # type: ignore[assignment,method-assign]
    parsed.read_string(text)
    command = parsed["Service"]["ExecStart"].split()
    assert parser_of("serve").parse_args(command[2:]) and command[1] == "serve"
    assert set(parsed.sections()) == {"Unit", "Service", "Install"}
    if shutil.which("systemd-analyze") is None:
        return
    unit = tmp_path / UNIT.name
    unit.write_text(text.replace(command[0], shutil.which("true") or "/bin/true"), "utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_image_copies_what_there_is() -> None:
    lines = IMAGE.read_text("utf-8").replace("\\\n", "").splitlines()
    copies = [line.split()[1:-1] for line in lines if line.startswith("COPY ")]
    names = [name for words in copies if not words[0].startswith("--") for name in words]
    assert {"src", "pyproject.toml", "requirements.txt"} <= set(names)
    assert all((ROOT / name).exists() for name in names)
    words = {line.partition(" ")[0]: line.partition(" ")[2] for line in lines if " " in line}
    assert json.loads(words["ENTRYPOINT"]) == ["pitboss"] and words["USER"] == "pitboss"
    command, *options = json.loads(words["CMD"])
    assert command == "serve" and parser_of(command).parse_args(options)


def test_files_that_the_page_names_are_there() -> None:
    for name in re.findall(r"\]\(([^)#]+)", PAGE):
        assert (ROOT / "docs" / name).exists(), name
