"""The Python interface as a caller meets it: through the package, more than once, with slips."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest

from pitboss import simulate
from pitboss.games import Shoe
from pitboss.refusals import Unreadable
from pitboss.simulate.bankroll.play import session_run
from pitboss.simulate.parallel import Piece


def test_every_function_can_be_called_again() -> None:
    for _ in range(2):
        assert simulate.coups("baccarat", rounds=10).rounds == 10
        assert simulate.throws(rounds=10).rounds == 10
        assert simulate.shooters("dice-works", rounds=10).rounds == 10
        assert len(simulate.sessions("baccarat", {"tie": 100}, **EVENING)) == 5
    assert all(hasattr(simulate, name) for name in simulate.__all__)


EVENING: Any = {"bankroll_cents": 5_000, "rounds": 10, "number": 5}


def test_a_misspelt_word_is_not_passed_over() -> None:
    slips: Any = {"sede": 7}
    for call in (
        lambda: simulate.coups("baccarat", rounds=10, **slips),
        lambda: simulate.throws(rounds=10, **slips),
        lambda: simulate.shooters("dice-works", rounds=10, **slips),
        lambda: simulate.sessions("baccarat", {"tie": 100}, **EVENING, **slips),
        lambda: simulate.shooters("dice-works", rounds=10, **{"decks": 6}),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError, match="unexpected keyword"):
            call()


def test_a_place_that_is_none_is_refused() -> None:
    with pytest.raises(Unreadable, match="no place to run"):
        simulate.coups("baccarat", rounds=10, place=2)  # type: ignore[arg-type]


def test_a_session_without_a_bet_is_refused() -> None:
    with pytest.raises(Unreadable, match="needs a bet"):
        simulate.sessions("baccarat", {}, **EVENING)


def test_sessions_take_the_words_of_coups() -> None:
    shallow, deep = (
        simulate.sessions("baccarat", {"tie": 100}, **EVENING, decks=6, cut=cut)
        for cut in (14, 290)
    )
    assert shallow.end_cents.tolist() != deep.end_cents.tolist()


def test_interrupted_sessions_are_not_lost() -> None:
    def stop(done: int, _: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    played = simulate.sessions("baccarat", {"tie": 100}, **EVENING, chunk=2, progress=stop)
    assert len(played) == 4


def test_a_constant_stake_has_the_edge_of_what_is_staked() -> None:
    """Seven cents at 5% pay a cent of vigorish; three times as much pays two, not three."""
    shoe = Shoe.of(8)
    one, three = (
        session_run("baccarat", {"banker": cents}, bankroll_cents=9_999, rounds=9, strategy=units)
        for cents, units in ((21, "1"), (7, "3"))
    )
    assert one.exact_edge(shoe) == three.exact_edge(shoe) != None  # noqa: E711
    martingale = session_run(
        "baccarat", {"tie": 100}, bankroll_cents=9_999, rounds=9, strategy="martingale"
    )
    assert martingale.exact_edge(shoe) is None


def test_a_plan_travels_light() -> None:
    found = simulate.coups("eternal-baccarat", rounds=20_000)
    before = len(pickle.dumps(found.plan))
    found.analyse("sun-7")
    assert len(pickle.dumps(found.plan)) == before
    again = pickle.loads(pickle.dumps(found.plan))
    assert (again.count(Piece(0, 3)).cells == found.plan.count(Piece(0, 3)).cells).all()


def test_until_is_rounds_enough() -> None:
    tables = [simulate.coups("baccarat", rounds=1).game.open("tie")]
    found = simulate.coups("baccarat", until=Fraction(1, 100), tables=tables)
    interval = found.analyse("tie").interval
    assert interval is not None and interval[1] - interval[0] <= 0.02
