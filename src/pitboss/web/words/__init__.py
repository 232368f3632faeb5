"""The English of the pages, in one place: a file of words for each page.

>>> words["common"]["live"]
'Live'
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

words: dict[str, dict[str, Any]] = {
    file.stem: tomllib.loads(file.read_text("utf-8"))
    for file in sorted(Path(__file__).parent.glob("*.toml"))
}
"""By page, then by name; a name that is missing fails where it is used."""
