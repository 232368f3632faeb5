"""The drill for dealers: its answers against the rules themselves, and its life in a terminal."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from itertools import islice
from random import Random
from typing import Any

import pytest

from command_line import Capture
from command_line import run as run_line
from pitboss.cli import main
from pitboss.games.cards import Card, cards
from pitboss.refusals import Unreadable
from pitboss.table.training import TOPICS, Question, drill, judge
from terminal import Terminal

DEALT = re.compile(r"Player ((?:[A2-9TJQK][cdhs] ?)+)\. Banker ((?:[A2-9TJQK][cdhs] ?)+)\.")

# 30-2814(3): by the Banker's two-card count, the Player's third cards on which the Banker draws.
BANKER_DRAWS = {
    0: "0123456789",
    1: "0123456789",
    2: "0123456789",
    3: "012345679",
    4: "234567",
    5: "4567",
    6: "67",
    7: "",
}


def asked(topic: str, number: int = 150, game: str = "baccarat", seed: int = 1) -> list[Question]:
    return list(islice(drill(game, [topic], Random(seed)), number))


def hands(question: Question) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    match = DEALT.search(question.asks)
    assert match is not None, question.asks
    return cards(match[1]), cards(match[2])


def count(hand: tuple[Card, ...]) -> int:
    return sum(card.value for card in hand) % 10


def draws(side: str, player: tuple[Card, ...], banker: tuple[Card, ...]) -> bool:
    """Say whether a hand draws, as the two tables of 30-2814 are printed."""
    if max(count(player[:2]), count(banker[:2])) >= 8:
        return False
    if side == "Player":
        return count(player[:2]) <= 5
    if len(player) == 2:
        return count(banker[:2]) <= 5
    return str(player[2].value) in BANKER_DRAWS[count(banker[:2])]


# --- the answers, by the rules ---


def test_30_2814__third_cards() -> None:
    sides: Counter[tuple[str, str]] = Counter()
    for question in asked("third-card", 400):
        player, banker = hands(question)
        side = "Player" if "Does the Player" in question.asks else "Banker"
        assert question.answer == ("draw" if draws(side, player, banker) else "stand"), question
        natural = max(count(player[:2]), count(banker[:2])) >= 8
        assert question.citation == ("30-2814(1)" if natural else "30-2814"), question
        sides[side, question.answer] += 1
    assert len(sides) == 4 and min(sides.values()) > 30, "each answer is wanted now and then"


def test_30_2815_1__winners() -> None:
    winners: Counter[str] = Counter()
    for question in asked("winner", 200):
        player, banker = map(count, hands(question))
        winner = "player" if player > banker else "banker" if banker > player else "tie"
        assert question.answer == winner, question
        winners[winner] += 1
    assert min(winners[one] for one in ("player", "banker", "tie")) > 20


def test_30_2899_09_8__winners_of_dice() -> None:
    for question in asked("winner", 60, "3-dice-baccarat"):
        cups = re.findall(r"(\d) (\d) (\d)\.", question.asks)
        player, banker = (sum(map(int, cup)) % 10 for cup in cups)
        winner = "player" if player > banker else "banker" if banker > player else "tie"
        assert question.answer == winner, question


def test_30_2808__pays_of_the_base_wagers_to_the_cent() -> None:
    """Even money, less 5 percent on the Banker; 8 to 1 on the tie; both hands push on a tie."""
    seen: Counter[tuple[str, bool]] = Counter()
    for question in asked("pay", 600):
        match = re.match(r"Position \d has \$(\d+) on (player|banker|tie)\.", question.asks)
        if match is None:
            continue
        stake, wager = int(match[1]), match[2]
        player, banker = map(count, hands(question))
        winner = "player" if player > banker else "banker" if banker > player else "tie"
        if winner == wager:
            cents = stake * {"player": 100, "banker": 95, "tie": 800}[wager]
            assert judge(question, f"{cents // 100}.{cents % 100:02d}") is True, question
            assert judge(question, str(stake * 100)) is False
            assert ("vigorish" in question.reason) == (wager == "banker")
        else:
            expected = "push" if winner == "tie" else "lose"
            assert question.answer == expected, question
        seen[wager, winner == wager] += 1
    assert len(seen) == 6


def test_30_2815_2__losers_are_collected_and_winners_paid_from_the_highest() -> None:
    forms: Counter[bool] = Counter()
    for question in asked("order", 100):
        player, banker = map(count, hands(question))
        laid = re.findall(r"(\d) on the (Player|Banker)", question.asks)
        won = "Player" if player > banker else "Banker"
        assert player != banker, "a tie has nobody to pay or collect"
        collected = "Whose bets" in question.asks
        positions = [int(at) for at, hand in laid if (hand == won) != collected]
        assert question.answer == " ".join(map(str, sorted(positions, reverse=True))), question
        assert question.citation == ("30-2815(2)" if collected else "30-2815(2)(a)")
        forms[collected] += 1
        if not collected and len(positions) > 1:
            upwards = " ".join(map(str, sorted(positions)))
            assert judge(question, upwards) is False, "the order counts"
        if collected:
            assert judge(question, ", ".join(map(str, sorted(positions)))) is True
    assert min(forms.values()) > 20 and len(forms) == 2


def test_30_2810_4__burns() -> None:
    for question in asked("burn", 60):
        match = re.search(r"new shoe is ([A2-9TJQK])", question.asks)
        assert match is not None
        first = 10 if match[1] in "TJQK" else 1 if match[1] == "A" else int(match[1])
        assert question.answer == str(1 + first), question


def test_30_2816__irregularities() -> None:
    seen: Counter[str] = Counter()
    for question in asked("irregularities", 300):
        answer = _by_the_rule(question)
        assert question.answer == answer, question
        seen[answer] += 1
        assert question.answer in question.choices
    assert len(seen) == 9, "every answer is the right one now and then"


def _by_the_rule(question: Question) -> str:
    asks = question.asks
    if "in error" in asks:
        player, banker = hands(question)
        if draws("Banker", player, banker):
            return "it is the Banker's"
        return "it is used in a free hand" if "everybody" in asks else "it begins the next hand"
    if "face up" in asks:
        return "bets go back, the hand is free" if "first card" in asks else "bets stand"
    if "shoe is empty" in asks:
        player, banker = hands(question)
        due = draws("Player", player, banker) or draws("Banker", player, banker)
        return "the round is void, all is reshuffled" if due else "the round counts"
    return "refused" if asks.startswith("After") else "taken"


def test_irregularities_of_dice() -> None:
    answers = {one.answer for one in asked("irregularities", 60, "3-dice-baccarat")}
    assert answers == {"both cups are shaken again", "taken", "refused"}


# --- questions ---


@pytest.mark.parametrize("game", ["baccarat", "99-fortunes", "eternal-baccarat", "3-dice-baccarat"])
def test_every_question_can_be_answered_and_missed(game: str) -> None:
    for question in islice(drill(game, [], Random(5)), 100):
        assert judge(question, question.answer) is True
        assert judge(question, question.answer.upper()) is True
        assert judge(question, "") is None and judge(question, "no idea") is None
        assert question.reason and question.citation and question.asks
        for choice in question.choices:
            assert judge(question, choice) is (choice == question.answer)


def test_the_same_seed_asks_the_same_questions() -> None:
    first, again, other = (
        list(islice(drill("baccarat", [], Random(seed)), 30)) for seed in (7, 7, 8)
    )
    assert first == again != other


def test_a_topic_that_a_game_lacks_is_refused() -> None:
    with pytest.raises(Unreadable, match="choose of winner, pay"):
        drill("3-dice-baccarat", ["third-card"], Random(1))
    with pytest.raises(Unreadable, match="dice-works has no drill"):
        drill("dice-works", [], Random(1))
    with pytest.raises(Unreadable, match="did you mean"):
        drill("bacarat", [], Random(1))


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("23.75", True),
        ("$23.75", True),
        ("23.75 dollars", None),
        ("25", False),
        ("push", False),
        ("lost", False),
        ("x" * 10_000, None),
        ("9" * 10_000, None),
    ],
)
def test_amounts_are_read_as_everywhere(text: str, verdict: bool | None) -> None:
    question = Question("pay", "?", "outcome", "23.75", "", "")
    assert judge(question, text) is verdict


def test_a_choice_may_be_a_letter_or_a_beginning() -> None:
    question = Question("winner", "?", "choice", "tie", "", "", ("player", "banker", "tie"))
    assert [judge(question, text) for text in ("c", "c)", "T", "tie", "2")] == [
        *(True, True, True, True, None)
    ]
    assert judge(question, "p") is False and judge(question, "b") is False


# --- on the command line ---


def run(capsys: Capture, monkeypatch: pytest.MonkeyPatch, line: str, answers: str) -> Any:
    monkeypatch.setattr(sys, "stdin", StringIO(answers))
    return run_line(capsys, "train", *line.split())


def test_answers_may_be_piped(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    right = [one.answer for one in islice(drill("baccarat", [], Random(4)), 4)]
    answers = "\n".join([right[0], "no idea", right[1], "", right[3]]) + "\n"
    code, out, err = run(capsys, monkeypatch, "--questions 4 --seed 4", answers)
    assert (code, err) == (0, "")
    assert out.count("Right.") == 3 and out.count("Wrong: ") == 1
    assert out.count("That is no answer here") == 1
    assert "\n3 of 4 right.\n" in out and "--seed 4" in out
    assert max(map(len, out.splitlines())) <= 80


def test_the_end_of_the_answers_ends_with_the_score(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for answers in ("\n", "\nq\nplayer\n", "\nQUIT\n"):
        code, out, err = run(capsys, monkeypatch, "--questions 4 --seed 4", answers)
        assert (code, err) == (0, "")
        assert "\n0 of 1 right, 3 not answered.\n" in out


def test_json_has_questions_answers_and_score(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = "--topic third-card --questions 3 --seed 2 --format json"
    code, out, err = run(capsys, monkeypatch, line, "draw\ndraw\n")
    assert (code, err) == (0, "")
    data = json.loads(out)
    answers = [one.answer for one in islice(drill("baccarat", ["third-card"], Random(2)), 3)]
    assert [one["answer"] for one in data["questions"]] == answers
    assert [one["given"] for one in data["questions"]] == ["draw", "draw", None]
    assert [one["right"] for one in data["questions"]] == [
        *(answer == "draw" for answer in answers[:2]),
        None,
    ]
    right = answers[:2].count("draw")
    assert data["score"] == {"asked": 3, "answered": 2, "right": right}
    assert all(one["citation"].startswith("30-2814") for one in data["questions"])
    assert (data["game"], data["seed"]) == ("baccarat", 2)


def test_without_a_seed_there_are_other_questions_each_time(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds = set()
    for _ in range(3):
        _, out, _ = run(capsys, monkeypatch, "--questions 1 --format json", "")
        seeds.add(json.loads(out)["seed"])
    assert len(seeds) > 1


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("--questions 0", "choose 1 to 1,000"),
        ("--questions 100000", "choose 1 to 1,000"),
        ("--questions x", "is not a whole number"),
        ("dice-works", "has no drill"),
        ("bacarat", 'did you mean "baccarat"?'),
        ("3-dice-baccarat --topic burn", "choose of winner, pay, order, irregularities"),
    ],
)
def test_what_cannot_be_asked_is_one_line(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, line: str, says: str
) -> None:
    try:
        code, out, err = run(capsys, monkeypatch, line, "")
    except SystemExit as ended:
        code, (out, err) = ended.code, capsys.readouterr()
    assert (code, out) == (2, "") and says in err and err.count("\n") == 1


def test_an_unknown_topic_lists_the_topics(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main(["train", "--topic", "poker"])
    assert all(topic in capsys.readouterr().err for topic in ["third-card"]) and "burn" in TOPICS


def test_what_is_no_text_is_no_answer() -> None:
    line = [sys.executable, "-m", "pitboss.cli", "train", "--questions", "1", "--seed", "1"]
    done = subprocess.run(line, input=b"\xff\xfe\n\x00\n\n", capture_output=True, timeout=60)
    assert done.returncode == 0 and done.stderr == b""
    assert done.stdout.count(b"That is no answer here") == 2


# --- in a terminal ---


@pytest.fixture
def terminal(request: pytest.FixtureRequest) -> Iterator[Terminal]:
    opened = Terminal("train", *request.param.split())
    yield opened
    opened.end()


@pytest.mark.parametrize("terminal", ["--topic burn --questions 2 --seed 6"], indirect=True)
def test_one_question_at_a_time_with_the_verdict_at_once(terminal: Terminal) -> None:
    first, second = asked("burn", 2, seed=6)
    terminal.until("> ")
    assert "1/2" in terminal.plain and "2/2" not in terminal.plain
    assert "\x1b[" in terminal.seen, "a terminal is drawn on in styles"
    terminal.type(f"{first.answer}\n")
    terminal.until("2/2")
    assert "Right." in terminal.plain and "[30-2810(4)]" in terminal.plain
    terminal.until("> ")
    terminal.type(f"{int(second.answer) + 1}\n")
    terminal.until(f"Wrong: {second.answer}.")
    terminal.until("1 of 2 right.")
    assert terminal.close() == 0


@pytest.mark.parametrize("terminal", ["--topic burn --questions 5 --seed 6"], indirect=True)
@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)])
def test_an_interruption_or_the_end_of_input_ends_politely(
    terminal: Terminal, key: str, code: int
) -> None:
    terminal.until("> ")
    terminal.type("2\n")
    terminal.until("2/5")
    terminal.until("> ")
    terminal.type(key)
    terminal.until("of 1 right, 4 not answered.")
    assert "Traceback" not in terminal.seen
    assert terminal.close() == code


@pytest.mark.parametrize(
    "terminal", ["--topic burn --questions 1 --seed 6 --format json"], indirect=True
)
def test_json_asks_at_a_terminal_too(terminal: Terminal) -> None:
    terminal.until("How many cards are burnt")
    terminal.type("2\n")
    terminal.until('"score"')
    assert terminal.close() == 0
