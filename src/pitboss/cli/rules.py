"""``pitboss rules``: Find paragraphs, commands, refusals, wagers and scenarios by words."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from textwrap import TextWrapper

from pitboss.cli.output import add_format, print_json, print_text
from pitboss.cli.rule_search import Hit, by_paragraph, nearest_words, search
from pitboss.cli.rule_texts import Text, texts
from pitboss.codes import codes
from pitboss.refusals import unreadable

COLUMNS = 80
SHOWN = 5
"""How many of each group are shown, unless all are asked for."""
GROUPS = {
    "commands": "Commands of a script",
    "refusals": "Refusals",
    "choices": "Readings and choices of the house",
    "wagers": "Games and wagers",
    "facts": "Facts of the record",
    "features": "Features of an outcome",
    "scenarios": "Scenarios",
}
PARAGRAPHS = "Paragraphs"

EPILOG = """examples:
  pitboss rules exposed card
  pitboss rules 30-2816
  pitboss rules tie vigorish --all
  pitboss rules --codes --format json
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    parser.add_argument("words", nargs="*", metavar="WORDS", help="words, or a paragraph: 30-2816")
    parser.add_argument(
        "--codes", action="store_true", help="list the codes of refusals, all or those with WORDS"
    )
    parser.add_argument("--all", action="store_true", help=f"show more than {SHOWN} of a group")
    add_format(parser)


def run(arguments: Namespace) -> int:
    """Look the words up, or list the codes."""
    words = arguments.words
    if not words and not arguments.codes:
        raise unreadable("no-words", "there is nothing to look for", 'add words, such as "burn"')
    known = [text for text in texts() if text.group == "refusals" or not arguments.codes]
    hits = search(known, words) if words else [Hit(text, 0) for text in known]
    if not hits:
        close = nearest_words(known, words)
        remedy = f"the nearest words are {', '.join(close)}" if close else "try other words"
        raise unreadable("nothing-matches", f'nothing here speaks of "{" ".join(words)}"', remedy)
    if arguments.codes:
        _list_codes([hit.text.name for hit in hits], arguments.format)
    elif arguments.format == "json":
        print_json(_data(hits, words))
    else:
        _print_hits(hits, words, sys.maxsize if arguments.all else SHOWN)
    return 0


def _list_codes(names: Iterable[str], form: str) -> None:
    listed = [codes()[name] for name in names]
    if form == "json":
        print_json([one._asdict() for one in listed])
        return
    for one in listed:
        _print_text(one.code, one.meaning, one.citation)


def _data(hits: list[Hit], words: Sequence[str]) -> dict[str, object]:
    """Return what was found, for machines: best first in every group."""
    groups = {group: [_text_data(hit.text) for hit in _of(group, hits)] for group in GROUPS}
    listed = [
        {"citation": paragraph, "says": best.says, "texts": number}
        for paragraph, best, number in by_paragraph(hits, words)
    ]
    return {"paragraphs": listed, **groups}


def _text_data(text: Text) -> dict[str, object]:
    return {"name": text.name, "says": text.says, "citation": text.cite}


def _of(group: str, hits: Iterable[Hit]) -> list[Hit]:
    return [hit for hit in hits if hit.text.group == group]


# --- for people ---


def _print_hits(hits: list[Hit], words: Sequence[str], most: int) -> None:
    """Print the groups, the paragraphs first."""
    resting = by_paragraph(hits, words)
    if resting:
        print_text(PARAGRAPHS, "bold")
        for paragraph, best, number in resting[:most]:
            more = f" (and {number - 1} more)" if number > 1 else ""
            _print_text(paragraph, _brief(best.says) + more, None)
        _print_more(len(resting) - most)
    for at, (group, title) in enumerate(GROUPS.items()):
        found = _of(group, hits)
        if found:
            print_text(f"\n{title}" if resting or at else title, "bold")
            for hit in found[:most]:
                _print_text(hit.text.name, _brief(hit.text.says), hit.text.cite)
            _print_more(len(found) - most)


def _brief(says: str) -> str:
    """Return the first two sentences or so, without the paragraph that a comment begins with."""
    flat = re.sub(r"^30-[^ ]+: ", "", " ".join(says.split()))
    flat = flat[:1].upper() + flat[1:]
    return flat if len(flat) <= 200 else f"{flat[:197].rpartition(' ')[0]} ..."


def _print_text(name: str, says: str, cite: str | None) -> None:
    """Print a name and, below it, what is said and cited, in 80 columns."""
    cited = f" [{cite}]" if cite else ""
    for text, indent, deeper in ((name, "  ", "    "), (f"{says}{cited}", "      ", "      ")):
        if text:
            wrapper = TextWrapper(
                COLUMNS, indent, deeper, break_long_words=False, break_on_hyphens=False
            )
            print(wrapper.fill(text))


def _print_more(number: int) -> None:
    if number > 0:
        print(f"  and {number} more: add --all")
