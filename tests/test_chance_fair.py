"""Fairness: an honest record passes, and whatever was bent is named by its line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from pitboss.cli import main
from pitboss.games.cards import DECK
from pitboss.house.chance.fairness import Fairness, check_fairness
from pitboss.house.chance.orders import cups, roll, shoe_order
from pitboss.house.chance.shown import against_seed
from pitboss.refusals import Refusal, Unreadable
from pitboss.table.engine import decide
from pitboss.table.record.journal import entries
from pitboss.table.steps import Command
from pitboss.table.steps.chance import AbandonChance, CommitChance, RevealChance, commitment_of
from pitboss.table.steps.craps import RollDice
from pitboss.table.steps.cups import RevealDice
from pitboss.table.steps.dealing import DealCard
from pitboss.table.steps.shoes import BurnCards
from pitboss.table.steps.turning import TurnCards
from table_walk import TABLES
from virtual_games import VirtualGame, recorded

NAMES = ("eternal, mini", "eternal, midi squeeze, two batches", "eternal, face down, continuous")
DICE = ("3 dice", "dice works")


def played(name: str, steps: int = 2_500, seed: int = 5) -> VirtualGame:
    game = VirtualGame(TABLES[name], seed)
    for _ in range(steps):
        game.step()
    return game


def checked(lines: Sequence[str]) -> Fairness:
    (table,) = check_fairness(entries(lines))
    return table


def shown_by_commands(commands: Sequence[Command]) -> int:
    """Count the cards and throws that commands name."""
    count = 0
    for command in commands:
        if isinstance(command, DealCard):
            count += command.card is not None
        elif isinstance(command, TurnCards):
            count += len(command.cards)
        else:
            count += isinstance(command, BurnCards | RollDice | RevealDice)
    return count


@pytest.mark.parametrize("name", (*NAMES, *DICE))
def test_an_honest_record_is_fair(name: str) -> None:
    game = played(name)
    reveals = sum(isinstance(one, RevealChance) for one in game.given)
    table = checked(recorded(game.given))
    assert sum(table.fair.values()) == reveals > 0
    assert table.checked + table.unchecked >= shown_by_commands(game.given) > 100
    assert table.entered == 0 and not table.given_up


# --- forgeries: every hash of the chain is right, for the lines are written anew ---


def last(game: VirtualGame, kind: type, before: type = RevealChance) -> int:
    """Return where the last command of a kind stands that has something else after it."""
    end = max(at for at, one in enumerate(game.given) if isinstance(one, before))
    return max(at for at, one in enumerate(game.given[:end]) if isinstance(one, kind))


def refused(lines: Sequence[str]) -> Refusal:
    with pytest.raises(Unreadable) as caught:
        checked(lines)
    return caught.value.refusal


def test_a_burnt_card_of_another_seed_is_found() -> None:
    """Any other card, whose value burns as many."""
    game = played("eternal, mini")
    at = last(game, BurnCards)
    burnt = game.given[at]
    assert isinstance(burnt, BurnCards)
    other = next(card for card in DECK if card.value == burnt.first.value and card != burnt.first)
    commands = [*game.given[:at], BurnCards(other), *game.given[at + 1 :]]
    told = refused(recorded(commands))
    assert told.code == "unfair"
    assert f"card 1 is {other}; by the seed it is {burnt.first}" in told.message


@pytest.mark.parametrize("name", DICE)
def test_another_throw_is_found(name: str) -> None:
    game = played(name)
    kind = RevealDice if name == "3 dice" else RollDice
    at = next(at for at, one in enumerate(game.given) if isinstance(one, kind))
    true = game.given[at]
    others: list[Command] = [RollDice(1, 1), RollDice(1, 2)]
    if kind is RevealDice:
        others = [RevealDice((1, 1, 1), (2, 2, 2)), RevealDice((1, 1, 2), (2, 2, 2))]
    forged = next(one for one in others if one != true)
    told = refused(recorded([*game.given[:at], forged, *game.given[at + 1 :]]))
    assert told.code == "unfair" and "by the seed they show" in told.message


def test_a_turned_card_of_another_seed_is_found() -> None:
    """The two cards of a hand, turned in the other order."""
    game = played("eternal, midi squeeze, two batches")
    end = last(game, TurnCards)
    at = max(
        at
        for at, one in enumerate(game.given[: end + 1])
        if isinstance(one, TurnCards) and len(set(one.cards)) == 2
    )
    turned = game.given[at]
    assert isinstance(turned, TurnCards)
    swapped = TurnCards(turned.hand, turned.cards[::-1])
    told = refused(recorded([*game.given[:at], swapped, *game.given[at + 1 :]]))
    assert told.code == "unfair" and f"is {turned.cards[1]}; by the seed" in told.message


def test_the_order_of_a_shoe_is_what_anybody_computes() -> None:
    """The rule that `pitboss fair --help` states, followed here step by step."""
    import hmac

    seed = bytes(range(48))
    key, value = bytes(32), b"\x01" * 32

    def mixed(provided: bytes) -> None:
        nonlocal key, value
        for mark in b"\0\1" if provided else b"\0":
            key = hmac.digest(key, value + bytes([mark]) + provided, "sha256")
            value = hmac.digest(key, value, "sha256")

    mixed(seed + b"pitboss shoe")
    cards = [str(card) for card in DECK] * 6
    for place in range(len(cards) - 1, 0, -1):
        while True:
            value = hmac.digest(key, value, "sha256")
            drawn = int.from_bytes(value[:4], "big")
            mixed(b"")
            if drawn < 2**32 // (place + 1) * (place + 1):
                break
        other = drawn % (place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    assert [str(card) for card in shoe_order(seed, 6)] == cards


# --- what the table itself refuses ---


def at_a_shoe() -> VirtualGame:
    """Return a game whose shoe is in play."""
    game = VirtualGame(TABLES["eternal, mini"], 2, irregular=0)
    while game.table.shoe.stage != "in play":
        game.step()
    return game


def code_of(game: VirtualGame, command: Command) -> str:
    answer = decide(game.table, command)
    assert isinstance(answer, Refusal), command
    return answer.code


def test_a_seed_is_committed_to_before_its_cards_and_once() -> None:
    game = VirtualGame(TABLES["eternal, mini"], 2, irregular=0)
    hash = commitment_of("1", "shoe 1", bytes(48))
    assert code_of(game, CommitChance("shoe 1", hash[:-1])) == "bad-commitment"
    assert code_of(game, CommitChance("shoe 1", hash.upper())) == "bad-commitment"
    for what in ("shoe 2", "shoe 0", "throw 1", "round 1", "shoe", "shoe 1 ", ""):
        assert code_of(game, CommitChance(what, hash)) == "chance-not-due"
    assert code_of(game, RevealChance("shoe 1", "00" * 48)) == "nothing-committed"
    assert code_of(game, AbandonChance("shoe 1", "lost")) == "nothing-committed"
    game.accept(CommitChance("shoe 1", hash))
    assert code_of(game, CommitChance("shoe 1", hash)) == "chance-open"
    assert code_of(game, CommitChance("shoe 2", hash)) == "chance-open"


def test_no_seed_is_committed_to_once_cards_were_seen() -> None:
    game = at_a_shoe()
    pending = game.table.chance.open
    assert pending is not None
    game.accept(AbandonChance("shoe 1", "dealt on by hand"))
    assert code_of(game, CommitChance("shoe 1", pending.commitment)) == "chance-not-due"


def test_a_seed_is_revealed_after_its_shoe_and_only_itself() -> None:
    game = at_a_shoe()
    seed = game.seed
    assert seed is not None
    assert code_of(game, RevealChance("shoe 1", seed.hex())) == "chance-not-over"
    while not isinstance(game.chance_due(), RevealChance):
        game.step()
    for other in ("", seed.hex()[:-2], seed.hex() + "00", seed.hex().upper(), "00" * 48):
        assert code_of(game, RevealChance("shoe 1", other)) == "other-seed"
    assert code_of(game, AbandonChance("shoe 1", "tired", "00" * 48)) == "other-seed"
    assert code_of(game, RevealChance("shoe 2", seed.hex())) == "nothing-committed"
    game.accept(RevealChance("shoe 1", seed.hex()))


def test_a_commitment_is_not_given_up_while_its_cards_lie_there() -> None:
    game = at_a_shoe()
    while game.table.round.cards != 2:
        game.step()
    assert code_of(game, AbandonChance("shoe 1", "unlucky")) == "chance-not-over"


def test_a_commitment_holds_for_one_table_and_one_thing() -> None:
    hashes = {
        commitment_of(table, what, bytes(48))
        for table in ("1", "2", "12")
        for what in ("shoe 1", "shoe 2", "throw 1")
    }
    assert len(hashes) == 9


@pytest.mark.parametrize("seedless", [True, False])
def test_what_is_given_up_is_told(seedless: bool) -> None:
    """And cards after it are entered ones."""
    game = at_a_shoe()
    assert game.seed is not None
    for _ in range(40):
        game.step()
    while game.table.round.stage != "betting" or game.table.round.cards:
        game.step()
    game.accept(AbandonChance("shoe 1", "by hand", "" if seedless else game.seed.hex()))
    table = checked(recorded(game.given))
    (given_up,) = table.given_up
    assert given_up == ("table/1", "shoe 1", "by hand", not seedless)
    assert bool(table.checked) != seedless and bool(table.unchecked) == seedless
    assert not table.fair and not table.open


# --- cards that somebody enters at a virtual table ---


def test_other_cards_than_the_seeds_are_refused_and_not_said() -> None:
    game = at_a_shoe()
    assert game.seed is not None
    while not isinstance(command := game.ran_on.next(game.table), DealCard):
        game.step()
    true = command.card
    assert true is not None
    for card in DECK:
        facts = decide(game.table, command._replace(card=card))
        assert not isinstance(facts, Refusal)
        answer = against_seed(game.table, facts, game.seed)
        assert (answer is None) == (card == true)
        if answer is not None:
            assert answer.code == "other-than-the-seed" and str(true) not in str(answer)


@pytest.mark.parametrize("name", DICE)
def test_other_dice_than_the_seeds_are_refused(name: str) -> None:
    game = VirtualGame(TABLES[name], 4, irregular=0)
    while not isinstance(command := game.ran_on.next(game.table), RevealDice | RollDice):
        game.step()
    assert game.seed is not None
    dice: tuple[object, object] = cups(game.seed) if name == "3 dice" else roll(game.seed)
    assert tuple(command) == dice and dice[0] != dice[1]
    swapped = (
        RollDice(*command[::-1])
        if isinstance(command, RollDice)
        else RevealDice(command.banker, command.player)
    )
    for given, fits in ((command, True), (swapped, False)):
        facts = decide(game.table, given)
        assert not isinstance(facts, Refusal)
        assert (against_seed(game.table, facts, game.seed) is None) == fits


# --- on the command line ---


def test_fair_prints_a_table_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = tmp_path / "evening.jsonl"
    game = played("eternal, mini")
    journal.write_text("".join(recorded(game.given)))
    assert main(["fair", str(journal)]) == 0
    said = capsys.readouterr().out
    assert "follow from the seeds committed to" in said and "shoe" in said
    assert max(map(len, said.splitlines())) <= 100 + len(str(journal))
    assert main(["fair", str(journal), "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    (table,) = data["tables"]
    assert data["fair"] is True and table["id"] == "1" and table["checked"] > 100
    assert table["fair"]["shoes"] >= 1 and table["entered"] == 0


def test_fair_refuses_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = tmp_path / "evening.jsonl"
    game = played("dice works", 300)
    at = next(at for at, one in enumerate(game.given) if isinstance(one, RollDice))
    forged = RollDice(1, 1) if game.given[at] != RollDice(1, 1) else RollDice(1, 2)
    journal.write_text("".join(recorded([*game.given[:at], forged, *game.given[at + 1 :]])))
    assert main(["fair", str(journal)]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and "by the seed" in captured.err
    assert main(["fair", str(journal), "--format", "json"]) == 2
    data = json.loads(capsys.readouterr().out)
    assert data["fair"] is False and data["refusal"]["code"] == "unfair"


def test_fair_takes_one_record_at_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fair", "evening.jsonl", "--database", "house.db"]) == 2
    assert "keep one of them" in capsys.readouterr().err


def test_a_damaged_journal_is_refused_as_such() -> None:
    lines = recorded(played("eternal, mini", 300).given)
    assert refused([*lines[:40], *lines[41:]]).code == "journal-line-missing"
