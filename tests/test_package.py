"""What is installed elsewhere is whole: the wheel has every file, the extras every library."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "pitboss"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
DISTRIBUTIONS = {"argon2": "argon2-cffi", "starlette": "fastapi", "pydantic": "fastapi"}
"""Where an import and what is installed for it have different names, or one brings the other."""


def test_a_wheel_has_every_file_of_the_source(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    leaving = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=leaving)
    asked = ("wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", "dist", ".")
    subprocess.run([sys.executable, "-m", "pip", *asked], cwd=tmp_path, check=True, timeout=120)
    (wheel,) = (tmp_path / "dist").iterdir()
    inside = {name for name in ZipFile(wheel).namelist() if name.startswith("pitboss/")}
    outside = {
        path.relative_to(tmp_path / "src").as_posix()
        for path in (tmp_path / "src" / "pitboss").rglob("*")
        if path.is_file()
    }
    assert inside == outside
    assert {"pitboss/web/static/live.js", "pitboss/house/automatic/demo.toml"} <= inside


def imported(path: Path) -> Iterator[str]:
    """Yield the packages that a module imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def installed_by(extra: str) -> set[str]:
    """Return what an extra brings, with the extras it names."""
    names: set[str] = set()
    for line in PROJECT["optional-dependencies"][extra]:
        name, _, other = re.fullmatch(r"([\w-]+)(\[(\w+)\])?.*", line, re.DOTALL).groups()  # type: ignore[union-attr]
        names |= installed_by(other) if name == PROJECT["name"] else {name}
    return names


@pytest.mark.parametrize(
    ("extra", "where"), [("house", "house"), ("serve", "web"), ("serve", "client.py")]
)
def test_an_extra_brings_what_its_room_imports(extra: str, where: str) -> None:
    place = SOURCE / where
    modules = [place] if place.is_file() else list(place.rglob("*.py"))
    packages = {name for module in modules for name in imported(module)}
    needed = packages - sys.stdlib_module_names - {"pitboss"}
    assert needed
    assert {DISTRIBUTIONS.get(name, name) for name in needed} <= installed_by(extra)
