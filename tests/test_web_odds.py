"""The pages of odds: every game, every figure as the odds room counts it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from pitboss import rulebook
from pitboss.odds.analysis import analyse
from web_house import WebHouse, web_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHouse]:
    with web_house(Path(tmp_path_factory.mktemp("odds"))) as made:
        yield made


@pytest.mark.parametrize("game", [game.id for game in rulebook.games()])
def test_every_wager_of_a_game_is_listed_with_its_exact_edge(house: WebHouse, game: str) -> None:
    with house.client() as client:
        text = unescape(client.get(f"/odds/{game}").text)
    for wager in rulebook.game(game).wagers.values():
        table = wager.tables[0]
        for place in wager.places(table)[:1]:
            edge = analyse(wager, table=table, on=place).edge
            assert all(part in text for part in wager.name.split(", "))
            assert edge is None or f"{float(edge) * 100:.4f}%" in text
    edges = re.findall(r'</a></td><td class="num">(.*?)</td>', text)
    assert edges and all(
        edge.endswith("%") or "even at $" in edge or "owes" in edge for edge in edges
    )


def test_a_pay_table_returns_all_of_a_dollar_but_the_edge(house: WebHouse) -> None:
    with house.client() as client:
        text = client.get("/odds/eternal-baccarat?table=golden-talons.PT-FLT-GT-01.player").text
    par = text[text.index('id="par"') :]
    assert "103547854751/3904998652737" in par
    returns = [float(cell) for cell in re.findall(r'<td class="num">([\d.]+)%</td>', par)]
    assert sum(returns) == pytest.approx(100, abs=0.05)


def test_what_is_not_there_is_said_so(house: WebHouse) -> None:
    with house.client() as client:
        assert client.get("/odds/roulette").status_code == 404
        unknown = client.get("/odds/baccarat?table=nonsense")
        assert unknown.status_code == 200 and "<script>" not in unknown.text
        assert client.get("/odds", follow_redirects=False).headers["location"] == "/odds/baccarat"


def par_of(house: WebHouse, game: str, table: str) -> str:
    with house.client() as client:
        text = unescape(client.get(f"/odds/{game}?table={table}").text)
    return text[text.index('id="par"') :]


def test_names_that_rows_take_for_known_are_explained_beside_them(house: WebHouse) -> None:
    """By 30-2899.07(7) and (8): what each event is, and whose choice the specific suit is."""
    fate = par_of(house, "eternal-baccarat", "fate-38.PT-PRG-F38-01")
    assert "Fate 38 is an 8 as the Player's third card" in fate and "2-card 3" in fate
    assert "the house's choice" in fate and "here it is spades" in fate
    assert "hearts or spades" in par_of(house, "eternal-baccarat", "fate-38.PT-PRG-F38-04")
    eclipse = par_of(house, "eternal-baccarat", "eclipse.PT-FLT-MB-01")
    for name in ("Sun 7", "Moon 8", "Supreme 7", "Divine 9"):
        assert name in eclipse
    assert "specific suit" not in eclipse
    assert "rank win the meter" in par_of(house, "99-fortunes", "progressive.sample.1")


def test_pay_tables_and_edges_that_are_not_counted_are_told_in_words(house: WebHouse) -> None:
    assert "depends on the meter" in par_of(house, "ez-baccarat", "progressive.1")
    with house.client() as client:
        page = unescape(client.get("/odds/baccarat").text)
    names = re.findall(r'<span class="why hide-s">([^<]*)</span>', page)
    assert {"the only pay table", "pay table A", "with vigorish on wins"} <= set(names)
    assert not {name for name in names if len(name) < 4}
