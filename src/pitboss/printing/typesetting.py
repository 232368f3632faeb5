"""Pages set by typst: the same bytes for the same input, on any day.

Each is set by a process of its own, which ends with it: what typst remembers of pages, hundreds of
megabytes of it, it gives back no earlier.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from importlib.resources import files
from importlib.util import find_spec

from pitboss.refusals import did_you_mean, unreadable

PAPERS = {"a4": "a4", "letter": "us-letter"}
"""Sizes of paper, and what typst calls them."""
PARTS = "parts.typ"
"""What all templates share, which stands before each."""


SETTING = """
import json, sys, typst
source, inputs = json.load(sys.stdin.buffer)
page = typst.compile(source.encode(), format="pdf", ignore_system_fonts=True, sys_inputs=inputs)
sys.stdout.buffer.write(page)
"""
"""What the process does: template and inputs come in, the page goes out."""


def check_setting(paper: str) -> None:
    """Refuse paper that there is not, and to set anything without typst."""
    if paper not in PAPERS:
        raise unreadable("unknown-paper", f'"{paper}" is no paper', did_you_mean(paper, PAPERS))
    if find_spec("typst") is None:
        raise unreadable(
            "no-typst", "pages are set by typst, which is missing", "install pitboss[print]"
        )


def typeset(template: str, inputs: Mapping[str, str], paper: str) -> bytes:
    """Return the PDF of a template of this package.

    Texts travel to it as JSON and are set as they are: nothing in them is ever read as markup.
    """
    check_setting(paper)
    folder = files("pitboss.printing")
    source = "".join(folder.joinpath(name).read_text("utf-8") for name in (PARTS, template))
    asked = json.dumps([source, {**inputs, "paper": PAPERS[paper]}]).encode()
    done = subprocess.run([sys.executable, "-P", "-c", SETTING], input=asked, capture_output=True)
    if done.returncode:
        raise RuntimeError(done.stderr.decode(errors="replace"))
    return done.stdout
