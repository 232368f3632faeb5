"""What rounds came to, as pages remember it over a restart of the server."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from house_scripts import founded, play
from pitboss.games.three_dice import Throw
from pitboss.house.database import Database
from pitboss.house.journal.rounds import Rounds
from pitboss.house.serving.board import Board
from pitboss.house.writer import House
from pitboss.web.screens.results import Results, on_record, thrown_on_record

DICE = Path(__file__).parent / "floors" / "triple-colorado.toml"
THROWN = ("126 345", "333 124", "666 555", "112 113")
ROUND = """
table 1: bet 3 player 5
table 1: no more bets
table 1: shake cups
table 1: reveal {}
table 1: call result
table 1: finish
"""
VOIDED = """
table 1: bet 3 player 5
table 1: no more bets
table 1: void round by 2207: the layout was pushed
"""


def test_the_road_of_dice_is_whole_after_a_restart(tmp_path: Path) -> None:
    """The server remembers the rounds of now; those before are read from the record."""
    url = f"sqlite:///{tmp_path / 'house.db'}"
    founded(url, DICE).close()
    first, *later = (ROUND.format(throw) for throw in THROWN)
    begin = "table 1: sit 3\ntable 1: buy in 3 100\ntable 1: prepare\n"
    play(url, begin + first + VOIDED + "".join(later))
    with closing(Database(url)) as database, closing(House(database)) as house:
        board, rounds = Board(house.load()), Rounds(database)
        results = Results(board)
        for id, before in on_record(rounds, board).items():
            results.remember(id, before)
        results.remember_throws("1", thrown_on_record(rounds, "1", board))
        assert results.throws("1") == tuple(Throw.parse(*text.split()) for text in THROWN)
