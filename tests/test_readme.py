"""Every example of the README and the documents runs, and prints what they say it prints."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[tuple[str, str]]:
    return [
        (path.name, match[2])
        for path in DOCUMENTS
        for match in BLOCK.finditer(path.read_text("utf-8"))
        if match[1] == language
    ]


def commands() -> Iterator[tuple[str, str, str]]:
    """Yield the commands of the console blocks with the output printed below them."""
    for name, block in blocks("console"):
        text = block.replace("\\\n", "")
        for chunk in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, output = chunk.partition("\n")
            if command.startswith("pitboss"):
                yield name, command, output


@pytest.mark.parametrize(("name", "command", "output"), list(commands()))
def test_console_examples(name: str, command: str, output: str) -> None:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        command,
        shell=True,
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        cwd=ROOT / "docs" / "examples",
    )
    said = (done.stdout + done.stderr).rstrip("\n")
    assert timeless(said) == timeless(output.rstrip("\n")), f"{name}: {command}"


def timeless(text: str) -> str:
    """Leave out how long a simulation took, and how far it had come: both differ by run."""
    lines = [line for line in text.split("\n") if not re.match(r"\d+%, [\d,]+ of [\d,]+ ", line)]
    return "\n".join(re.sub(r"^  counted in .*$", "  counted in ...", line) for line in lines)


@pytest.mark.parametrize(("name", "block"), blocks("python"))
def test_python_examples(name: str, block: str) -> None:
    test = doctest.DocTestParser().get_doctest(block, {}, name, name, 0)
    assert test.examples, "write python examples with >>>"
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.failures == 0


def test_there_are_examples() -> None:
    assert len(list(commands())) >= 8 and blocks("python")
