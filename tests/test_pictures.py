"""Pictures: what is in the files, read back from them, and what is refused without leaving one."""

from __future__ import annotations

import os
import re
import struct
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pitboss import simulate
from pitboss.printing.pictures import check_path, plot_convergence, plot_jackpot, plot_sessions
from pitboss.printing.pictures.charts import histogram
from pitboss.printing.pictures.look import written
from pitboss.refusals import Unreadable

pytest.importorskip("matplotlib")


@cache
def evening() -> simulate.Sessions:
    return simulate.sessions(
        "baccarat", {"player": 1000}, bankroll_cents=20_000, rounds=60, number=200, seed=3
    )


@cache
def run() -> simulate.Simulation:
    return simulate.coups("baccarat", rounds=200_000, seed=3, keep_trail=True)


@cache
def years() -> simulate.JackpotYears:
    return simulate.jackpot("eternal-baccarat/sun-7-progressive", table="PT-PRG-S7-05", years=20)


def draw_convergence(path: Path) -> None:
    plot_convergence(run(), [run().analyse("banker"), run().analyse("tie")], path)


PLOTS: dict[str, Callable[[Path], object]] = {
    "convergence": draw_convergence,
    "sessions": lambda path: plot_sessions(evening(), path),
    "jackpot": lambda path: plot_jackpot(years(), path),
}


def texts_of(path: Path) -> list[str]:
    name = "{http://www.w3.org/2000/svg}text"
    return ["".join(one.itertext()) for one in ET.parse(path).iter(name)]


@pytest.mark.parametrize("kind", PLOTS)
def test_png_is_twice_a_screen_and_holds_no_time(kind: str, tmp_path: Path) -> None:
    PLOTS[kind](tmp_path / "a.png")
    content = (tmp_path / "a.png").read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", content[16:24]) == (3040, 840)
    assert b"tIME" not in content and b"Software" not in content
    assert [one.name for one in tmp_path.iterdir()] == ["a.png"]


@pytest.mark.parametrize("kind", PLOTS)
def test_the_same_data_give_the_same_bytes_and_no_date(kind: str, tmp_path: Path) -> None:
    import matplotlib

    before = dict(matplotlib.rcParams)
    PLOTS[kind](tmp_path / "a.svg")
    assert dict(matplotlib.rcParams) == before
    with matplotlib.rc_context({"font.size": 30, "svg.fonttype": "path", "axes.grid": False}):
        PLOTS[kind](tmp_path / "b.svg")
    content = (tmp_path / "a.svg").read_bytes()
    assert content == (tmp_path / "b.svg").read_bytes()
    assert not re.search(rb"\d\d:\d\d:\d\d|20\d\d-\d\d-\d\d", content)


def test_edges_end_at_the_estimate_beside_the_exact_one(tmp_path: Path) -> None:
    draw_convergence(tmp_path / "a.svg")
    texts = texts_of(tmp_path / "a.svg")
    found = run().analyse("tie")
    assert found.edge is not None
    # 6 decks and more: the tie at 8 to 1 costs 14.36%; two digits of the error are shown.
    assert "exact: 14.4%" in texts or "exact: 14.36%" in texts
    assert f"simulated: {100 * found.edge:.2f}%" in texts
    assert {"Banker, table vigorish, seed 3", "Tie, table 1, seed 3", "coups"} <= set(texts)


def test_bankrolls_are_told_by_their_percentiles(tmp_path: Path) -> None:
    plot_sessions(evening(), tmp_path / "a.svg")
    texts = texts_of(tmp_path / "a.svg")
    ends = sorted(evening().end_cents.tolist())
    for percent, words in ((5, "5th percentile"), (50, "median"), (95, "95th percentile")):
        cents = ends[-(-200 * percent // 100) - 1]
        assert f"{words}: {written(cents, 'USD')}" in texts
    assert {"start: $200", "200 sessions: player, flat", "3 sample sessions"} <= set(texts)


def test_the_meter_and_its_hits(tmp_path: Path) -> None:
    plot_jackpot(years(), tmp_path / "a.svg")
    seed = years().setting.meter_seed_cents
    assert {f"seed: {written(seed, 'USD')}", "a sample year"} <= set(texts_of(tmp_path / "a.svg"))


def test_only_four_edges_fit_and_the_others_are_counted(tmp_path: Path) -> None:
    names = ("player", "banker", "tie", "total-4", "total-5", "total-6")
    estimates = [run().analyse(name) for name in names]
    assert plot_convergence(run(), estimates, tmp_path / "a.png") == 2
    with pytest.raises(Unreadable, match="nothing to draw"):
        plot_convergence(run(), [], tmp_path / "b.png")
    assert [one.name for one in tmp_path.iterdir()] == ["a.png"]


def bars(values: list[int]) -> tuple[dict[float, Fraction], list[str]]:
    """Draw a histogram; return the height of each bar by its left edge, and the labels."""
    from matplotlib.figure import Figure

    axes: Any = Figure().add_subplot()
    histogram(axes, values, {}, "sessions", "USD")
    heights = {
        one.get_x(): Fraction(one.get_height()).limit_denominator(10**6)
        for one in axes.patches
        if one.get_height()
    }
    return heights, axes.get_legend_handles_labels()[1]


def test_a_histogram_counts_everyone_once() -> None:
    heights, labels = bars([0] * 30 + [1000] * 50 + [3000] * 20)
    assert heights == {0: Fraction(3, 10), 1000: Fraction(1, 2), 3000: Fraction(1, 5)}
    assert not labels


def test_a_histogram_says_whom_it_leaves_out() -> None:
    heights, labels = bars([*range(0, 100_000, 100), *range(0, 100_000, 100), 10_000_000])
    assert sum(heights.values()) == Fraction(2000, 2001)
    assert labels == ["not shown: 1 sessions,\nas far as $100,000"]


def test_one_amount_is_one_bar() -> None:
    assert list(bars([5_000] * 7)[0].values()) == [1]


def refused(path: Any) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        check_path(path)
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize("name", ["a", "a.gif", "a.pdf", "a.html", ".png", "a.png/", "png"])
def test_other_suffixes_are_refused(name: str, tmp_path: Path) -> None:
    error = refused(f"{tmp_path}/{name}" if name != "a.png/" else f"{tmp_path}/a.jpg/")
    assert error.refusal.code == "unknown-picture"
    assert error.refusal.remedy == "end it in .png or .svg"


def test_paths_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    (tmp_path / "dir.png").mkdir()
    (tmp_path / "file").write_text("")
    (tmp_path / "loop.png").symlink_to(tmp_path / "loop.png")
    os.mkfifo(tmp_path / "pipe.png")
    names = ("no/a.png", "dir.png", "file/a.svg", "loop.png", "pipe.png", "a\0.png", "x\n/a.png")
    before = sorted(tmp_path.rglob("*"))
    for name in (*names, "n" * 300 + ".png"):
        assert refused(f"{tmp_path}/{name}").refusal.code == "cannot-write", name
    assert sorted(tmp_path.rglob("*")) == before


def test_read_only_places_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(b"kept")
    for closed, reason in ((tmp_path, "its directory is read-only"), (file, "it is read-only")):
        with monkeypatch.context() as patched:
            patched.setattr(
                os, "access", lambda path, _, closed=closed: Path(path) != closed.resolve()
            )
            assert reason in str(refused(file))
    assert file.read_bytes() == b"kept"


def test_a_failed_write_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.svg"
    file.write_bytes(b"kept")

    def full(_: Path, __: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(Unreadable, match="No space left") as error:
        plot_sessions(evening(), file)
    assert error.value.refusal.code == "cannot-write"
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [b"kept"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "a.svg").symlink_to(tmp_path / "there" / "b.svg")
    plot_sessions(evening(), tmp_path / "a.svg")
    assert (tmp_path / "a.svg").is_symlink() and (tmp_path / "there" / "b.svg").is_file()


def test_a_missing_library_is_named_with_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    refusal = refused(tmp_path / "a.svg").refusal
    assert refusal.code == "extra-not-installed" and "pitboss[plot]" in refusal.remedy


@pytest.mark.parametrize(
    ("value", "unit", "places", "expected"),
    [
        (0.010579, "percent", 4, "1.0579%"),
        (-0.00004, "percent", 2, "0.00%"),
        (-1250, "USD", None, "\N{MINUS SIGN}$12.50"),
        (99_999_999, "USD", None, "$1,000,000"),
        (2_500_000, "count", None, "2.5 million"),
        (1_234_567, "count", None, "1,234,567"),
        (0.05, "percent", None, "5%"),
    ],
)
def test_numbers_as_they_are_written(
    value: float, unit: str, places: int | None, expected: str
) -> None:
    assert written(value, unit, places) == expected
