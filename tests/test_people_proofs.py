"""Names in lines: who is named, whether it was proved, and what takes two people."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest

from pitboss.house.people.permissions import COMMANDS, KINDS
from pitboss.house.people.proofs import (
    NAMES,
    name_fields,
    names_in,
    needs_two,
    proof_of,
    two_of,
    with_badges,
    with_two,
)
from pitboss.jackpot.house import EnrolBadge
from pitboss.jackpot.scripts import read_jackpot_line
from pitboss.refusals import Refusal
from pitboss.table.floor.records import Level
from pitboss.table.language import read
from pitboss.table.setups.usual import usual_setup
from pitboss.table.steps import Command
from pitboss.table.steps.hits import ConfirmHit, WaiveJackpot
from pitboss.table.steps.opening import ChangeSetup

NO_PERSON = {
    *("wager", "on", "day", "whom", "rule", "backs", "inventory_number", "jackpot", "reason"),
    *("patron", "alert"),
    *("decision", "commission", "rate", "table", "row", "level", "levels", "rates", "name"),
    *("text", "number", "playing", "sharers", "odometers", "player_envy", "heard"),
}
"""Fields of text that name nobody who acts: a badge that is enrolled proves nothing by it."""
BADGES: dict[str, Level] = {
    "1101": "dealer",
    "1102": "dealer",
    "2207": "supervisor",
    "2208": "supervisor",
    "3301": "executive",
    "4401": "auditor",
    "5501": "administrator",
}


def command(line: str) -> Command:
    """Read a line of a jackpot, or of a table."""
    return read_jackpot_line(line[1:]) if line.startswith("$") else read(line)


def proof(line: str | Command, *proved: str) -> str:
    """Return what a line lacks, or the code that it is refused with."""
    given = command(line) if isinstance(line, str) else line
    answer = proof_of(given, frozenset(proved), BADGES)
    return answer.code if isinstance(answer, Refusal) else answer


def holds_text(hint: object) -> bool:
    return hint is str or any(holds_text(one) for one in get_args(hint))


def test_every_field_of_text_is_classified() -> None:
    """A new command whose field of text is neither a person's name nor known as none fails."""
    for kinds in KINDS.values():
        for name, kind in kinds.items():
            if not COMMANDS[name]:
                continue  # the server's own
            for field, hint in get_type_hints(kind).items():
                known = field in NO_PERSON or field in NAMES
                assert known or not holds_text(hint), f"{name}.{field}"


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("void round by 2207: misdeal", ("2207",)),
        ("fill 500 signed 1101 and 2207", ("1101", "2207")),
        ("fill 500 signed 1101", ("1101",)),
        ("adjust 3 +25 signed 1101 and 2207: overpaid", ("1101", "2207")),
        ("hit jackpot sun-7", ()),
        ("hit jackpot sun-7 by 2207: misread", ("2207",)),
        ("hand player to 3 by agreement", ()),
        ("roll 3 4", ()),
        ("$pay 2 by 2207", ("2207",)),
        ("$back out 1 by 2207 and 3301: wrong", ("2207", "3301")),
        ("$limit 9000 by 2207 and 3301", ("2207", "3301")),
    ],
)
def test_who_is_named(line: str, names: tuple[str, ...]) -> None:
    assert names_in(command(line)) == names


def test_what_takes_two_people() -> None:
    two = {
        name
        for kinds in KINDS.values()
        for name, kind in kinds.items()
        if name_fields(kind) == ("first", "second") or name == "ChangeSetup"
    }
    assert two == {
        *("CountTray", "FillTray", "CreditTray", "AdjustBet", "EmptyBox", "ChangeSetup"),
        "CloseShift",
        *("BackOutHit", "AdjustMeter", "ChangeLimit", "ChangeRates", "ChangeFloor"),
    }
    assert needs_two(command("$adjust +5 by 2207 and 3301: x")) and needs_two(command("fill 500"))
    assert not needs_two(command("void round by 2207: x")) and not needs_two(command("roll 3 4"))


# --- one name ---


def test_a_name_counts_if_it_was_proved() -> None:
    line = "void round by 2207: misdeal"
    assert proof(line, "1101", "2207") == "proved"
    for proved in ((), ("1101",), ("2208",)):
        assert proof(line, *proved) == "not-proved"


def test_another_badge_in_a_line_is_refused_alike_whether_there_is_one() -> None:
    there, nowhere = (
        proof_of(command(f"$pay by {badge}"), frozenset(("2207",)), BADGES)
        for badge in ("3301", "3999")
    )
    assert isinstance(there, Refusal) and isinstance(nowhere, Refusal)
    assert there._replace(message="") == nowhere._replace(message="")


def test_a_badge_that_was_retired_proves_nothing() -> None:
    kept = {badge: level for badge, level in BADGES.items() if badge != "2207"}
    answer = proof_of(command("$pay by 2207"), frozenset(("2207",)), kept)
    assert isinstance(answer, Refusal) and answer.code == "not-proved"


@pytest.mark.parametrize(
    "line",
    [
        *(
            "void round by {}: x",
            "break seal by {}",
            "correct player 1 9s by {}",
            "order recut by {}",
        ),
        *("decide by {}: stands", "run dry by {}", "hit jackpot sun-7 by {}: x", "confirm by {}"),
        *("no jackpot sun-7 by {}: x", "verify cards by {}", "accommodate Ann waive x by {}"),
    ],
)
def test_a_supervisors_signature_is_a_supervisors(line: str) -> None:
    for badge, level in BADGES.items():
        fits = level in ("supervisor", "executive")
        assert proof(line.format(badge), badge) == ("proved" if fits else "level-too-low")


def test_a_signature_that_is_left_out_is_refused_but_where_none_is_needed() -> None:
    """JSON can leave empty what a line cannot."""
    for empty in (ConfirmHit("", "sun-7", ""), WaiveJackpot("sun-7", "", "x")):
        assert proof(empty, "1101") == "name-needed"
    for line in ("hit jackpot sun-7", "run dry", "no more bets"):
        assert proof(line, "1101") == "proved"
    assert proof(EnrolBadge("1999", "dealer"), "5501") == "proved"


# --- two names ---


def test_two_names_that_are_both_proved_are_carried_out() -> None:
    for line in ("$adjust +5 by 2207 and 3301: x", "$adjust +5 by 3301 and 2207: x"):
        assert proof(line, "2207", "3301") == "proved"
    assert proof("fill 500 signed 1101 and 2207", "1101", "2207") == "proved"


def test_one_of_two_waits_for_the_other() -> None:
    line = command("$adjust +5 by 2207 and 3301: x")
    assert proof(line, "2207") == proof(line, "3301") == "second-needed"
    assert two_of(line, frozenset(("2207",))) == ("2207", "3301")
    assert two_of(line, frozenset(("3301",))) == ("3301", "2207")
    for proved in ((), ("2208",)):
        assert proof(line, *proved) == "not-proved"


def test_a_line_may_leave_open_who_the_second_is() -> None:
    line = command("$adjust +5 by 2207: x")
    assert proof(line, "2207") == proof(line, "2207", "3301") == "second-needed"
    assert two_of(line, frozenset(("2207",))) == ("2207", "")
    approved = with_two(line, "2207", "3301")
    assert names_in(approved) == ("2207", "3301") and proof(approved, "2207", "3301") == "proved"


def test_who_approves_does_not_change_whom_a_line_names() -> None:
    line = command("$adjust +5 by 2207 and 3301: x")
    assert with_two(line, "2207", "2208") == line


def test_one_person_named_twice_is_left_to_the_command_which_refuses_it() -> None:
    assert proof("$adjust +5 by 2207 and 2207: x", "2207") == "proved"
    assert proof("$adjust +5 by 2207 and 2207: x", "3301") == "not-proved"


def test_two_dealers_do_not_sign_for_the_tray() -> None:
    assert proof("fill 500 signed 1101 and 1102", "1101", "1102") == "level-too-low"
    assert proof("fill 500 signed 2207 and 1102", "2207", "1102") == "proved"


def test_configuration_without_names_is_signed_by_whoever_proved_it() -> None:
    line = ChangeSetup(usual_setup("ez-baccarat"))

    def signed(*proved: str) -> Command:
        return with_badges(line, frozenset(proved), BADGES)

    assert (
        names_in(signed("3301")) == ("3301",) and proof(signed("3301"), "3301") == "second-needed"
    )
    assert names_in(signed("3301", "2207")) == ("2207", "3301")
    assert proof(signed("3301", "2207"), "3301", "2207") == "proved"
    assert names_in(signed("9999")) == () and proof(line) == "not-proved"
    assert names_in(with_two(line, "2208", "2207")) == ("2208", "2207")
    named = line._replace(first="3301", second="2207")
    assert with_badges(named, frozenset(("3301", "2208")), BADGES) == named
    assert proof(named, "3301", "2208") == "second-needed"
