"""Pictures: what is in the files, read back from them, and what is refused without leaving one."""

from __future__ import annotations

import json
import os
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.printing.pictures import (
    Axis,
    Band,
    Bars,
    Level,
    Line,
    Marks,
    MeterRun,
    Picture,
    check_path,
    convergence,
    counted_histogram,
    fan,
    files,
    histogram,
    meter_path,
    save,
)
from pitboss.printing.pictures.look import spread, ticks, written
from pitboss.refusals import Unreadable

HOSTILE = 'Edge of <b>"A & B"</b> $5 to $10 </script><script>alert(1)</script> <!-- %{x}'
PERCENT = Axis(label="edge", unit="percent", places=4)
MONEY = Axis(label="bankroll", unit="cents")
KINDS = ("convergence", "fan", "histogram", "meter")


def walks(number: int, rounds: int, start: int, unit: int) -> list[list[int]]:
    random = Random(11)
    paths = []
    for _ in range(number):
        path = [start]
        for _ in range(rounds):
            path.append(path[-1] + (unit if random.random() < 0.49 else -unit))
        paths.append(path)
    return paths


def percentiles_of(paths: list[list[int]]) -> dict[int, list[int]]:
    columns = [sorted(column) for column in zip(*paths, strict=True)]
    return {p: [one[p * (len(one) - 1) // 100] for one in columns] for p in (5, 25, 50, 75, 95)}


@cache
def picture(kind: str) -> Picture:
    paths = walks(60, 120, 100_000, 2_500)
    found = percentiles_of(paths)
    if kind == "convergence":
        rounds = [100 * 2**n for n in range(17)]
        edges = [0.0106 + 0.3 * (-1) ** n / rounds[n] ** 0.5 for n in range(17)]
        errors = [0.93 / n**0.5 for n in rounds]
        return convergence(rounds, edges, errors, 0.010579, title="Banker: edge", unit="coups")
    if kind == "fan":
        return fan(range(121), found, paths[:3], 100_000, title="Flat bets of $25")
    if kind == "histogram":
        ends = [path[-1] for path in paths]
        marks = {"mean": sum(ends) / 60, "median": sorted(ends)[30], "start": 100_000}
        return histogram(ends, marks, title="Where sessions end", footnote="Seed 11.")
    if kind == "hard":
        fall = {p: [100_000 - 1_000 * n * (p < 90) for n in range(101)] for p in found}
        return fan(range(101), fall, (), 0, title="Word " * 40, footnote="Word " * 60)
    before = [(day, 10_000 * day) for day in range(71)]
    after = [(day, 10_000 * (day - 69)) for day in range(70, 121)]
    run = MeterRun([*before, *after], hits=[(70, 700_000)])
    return meter_path(range(121), found, [run], 10_000, title="A meter")


def drawn(pictures: Picture | list[Picture], path: Path) -> bytes:
    save(pictures, path)
    return path.read_bytes()


def svg_texts(content: bytes) -> list[str]:
    found = ET.fromstring(content).iter("{http://www.w3.org/2000/svg}text")
    return ["".join(one.itertext()).strip() for one in found]


class Page(HTMLParser):
    """What a browser would see of a page: elements, the texts of some, and its scripts."""

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(content.decode())
        self.texts = [(tag, text.strip()) for tag, text in self.texts]
        scripts = [text for tag, text in self.texts if tag == "script"]
        self.charts = json.loads(scripts[-1].partition("const charts = ")[2].partition(";\n")[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.texts.append((tag, ""))

    def handle_data(self, data: str) -> None:
        if self.texts:
            tag, text = self.texts[-1]
            self.texts[-1] = (tag, text + data)


# --- files ---


@pytest.mark.parametrize("kind", KINDS)
def test_png_is_twice_a_screen_and_holds_no_time(kind: str, tmp_path: Path) -> None:
    content = drawn(picture(kind), tmp_path / "a.png")
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", content[16:24]) == (1600, 1000)
    assert b"tIME" not in content and b"Software" not in content
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.png"]


@pytest.mark.parametrize("kind", KINDS)
def test_svg_is_xml_with_its_texts_and_no_date(kind: str, tmp_path: Path) -> None:
    one = picture(kind)
    content = drawn(one, tmp_path / "a.svg")
    texts = svg_texts(content)
    labels = [text for _, text, _ in one.labels_at_the_right()]
    labels += [level.label for level, _, _ in one.labels_on_top()]
    labels += [layer.label for layer in one.key()]
    for text in (one.title, one.x.label, one.y.label, *labels):
        assert text in texts
    assert b"date" not in content.lower()
    assert not re.search(rb"\d\d:\d\d:\d\d|20\d\d-\d\d-\d\d", content)


@pytest.mark.parametrize("suffix", ["png", "svg", "html"])
def test_same_data_same_bytes(suffix: str, tmp_path: Path) -> None:
    both = [picture("convergence"), picture("histogram")]
    first = drawn(both, tmp_path / f"a.{suffix}")
    assert drawn(both, tmp_path / f"b.{suffix}") == first
    moved = replace(both[0], layers=(*both[0].layers, Level(y=0.0100001)))
    assert drawn([moved, both[1]], tmp_path / f"c.{suffix}") != first


def test_same_bytes_whatever_the_settings_of_the_user(tmp_path: Path) -> None:
    settings = tmp_path / "matplotlibrc"
    settings.write_text("lines.linewidth: 9\nfont.size: 30\nsvg.fonttype: path\naxes.grid: False\n")
    code = """if True:
        import sys
        from pitboss.printing.pictures import fan, save
        save(fan([0, 9], {5: [1, 0], 50: [1, 2], 95: [1, 9]}, [], 1, title="t"), sys.argv[1])"""
    environment = os.environ | {"MATPLOTLIBRC": str(settings), "PYTHONHASHSEED": "3"}
    path = tmp_path / "a.svg"
    subprocess.run([sys.executable, "-c", code, path], env=environment, check=True)
    here = fan([0, 9], {5: [1, 0], 50: [1, 2], 95: [1, 9]}, [], 1, title="t")
    assert path.read_bytes() == drawn(here, tmp_path / "b.svg")


def test_drawing_leaves_the_settings_of_the_user(tmp_path: Path) -> None:
    import matplotlib

    before = dict(matplotlib.rcParams)
    save(picture("fan"), tmp_path / "a.svg")
    assert dict(matplotlib.rcParams) == before


@pytest.mark.parametrize("kinds", [*([kind] for kind in (*KINDS, "hard")), ["hard", *KINDS]])
def test_no_text_is_cut_off_or_lies_on_another(
    kinds: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from matplotlib.figure import Figure
    from matplotlib.text import Text

    from pitboss.printing.pictures import matplotlib_sheet

    seen: list[tuple[str, Any]] = []

    class Watched(Figure):  # type: ignore[misc, unused-ignore]
        def savefig(self, *arguments: Any, **options: Any) -> None:
            super().savefig(*arguments, **options)
            self.draw_without_rendering()
            renderer = self.canvas.get_renderer()  # type: ignore[attr-defined, unused-ignore]
            for text in self.findobj(Text):
                if text.get_visible() and text.get_text():
                    seen.append((text.get_text(), text.get_window_extent(renderer)))
            seen.append(("", self.bbox))

    monkeypatch.setattr(matplotlib_sheet, "Figure", Watched)
    save([picture(kind) for kind in kinds], tmp_path / "a.svg")
    *texts, (_, sheet) = seen
    assert len(texts) > 12
    for text, box in texts:
        assert sheet.x0 <= box.x0 and box.x1 <= sheet.x1, text
        assert sheet.y0 <= box.y0 and box.y1 <= sheet.y1, text
    for (text, box), (other, beside) in combinations(texts, 2):
        apart = (
            box.x1 <= beside.x0 or beside.x1 <= box.x0,
            # A box keeps room for letters that reach down; three of 1,000 pixels may be shared.
            box.y1 <= beside.y0 + 3 or beside.y1 <= box.y0 + 3,
        )
        assert any(apart), f"{text} lies on {other}"


def test_pages_load_nothing_and_hold_the_data(tmp_path: Path) -> None:
    for kind in KINDS:
        page = Page(drawn(picture(kind), tmp_path / "a.html"))
        for tag, attributes in page.tags:
            assert tag not in ("link", "img", "iframe", "object", "embed", "base"), tag
            assert not {"src", "href", "srcset", "data"} & set(attributes), tag
        policy = next(one["content"] for _, one in page.tags if "http-equiv" in one)
        assert policy is not None and "default-src 'none'" in policy and "http" not in policy
        assert ("h1", picture(kind).title) in page.texts
    median = next(
        one for one in picture("fan").layers if isinstance(one, Line) and one.hue == "blue"
    )
    page = Page(drawn(picture("fan"), tmp_path / "a.html"))
    (chart,) = page.charts
    trace = next(one for one in chart["data"] if "median" in one.get("hovertemplate", ""))
    assert trace["y"] == [cents / 100 for cents in median.y]
    assert trace["customdata"][0] == "$1,000"
    assert "start: $1,000" in [note["text"] for note in chart["layout"]["annotations"]]


def test_plotly_knows_everything_that_is_asked_of_it(tmp_path: Path) -> None:
    from plotly.graph_objects import Figure

    for chart in Page(drawn([picture(kind) for kind in KINDS], tmp_path / "a.html")).charts:
        assert Figure(data=chart["data"], layout=chart["layout"]).data


def test_texts_are_never_read_as_markup(tmp_path: Path) -> None:
    line = Line(x=(0, 1), y=(0, 1), label=HOSTILE)
    band = Band(x=(0, 1), low=(0, 0), high=(1, 1), label=HOSTILE, high_label=HOSTILE)
    axis = Axis(label=HOSTILE)
    layers = (line, band, Level(x=0.2, label=HOSTILE), Marks(x=(1,), y=(1,), label="a\x00\nb"))
    one = Picture(title=HOSTILE, subtitle=HOSTILE, footnote=HOSTILE, x=axis, y=axis, layers=layers)
    page = Page(drawn(one, tmp_path / "a.html"))
    kinds = ("script", "b", "meta", "style", "h1", "p")
    count = [sum(tag == kind for tag, _ in page.tags) for kind in kinds]
    assert count == [2, 0, 3, 1, 1, 1]
    assert ("h1", HOSTILE) in page.texts
    texts = svg_texts(drawn(one, tmp_path / "a.svg"))
    assert "a  b" in texts
    # Title, subtitle, footnote, both axes, line, level, and the band in the key and at its end.
    assert " ".join(texts).count(HOSTILE) == 9


# --- refusals ---


def refused(path: str | Path) -> Unreadable:
    with pytest.raises(Unreadable) as checked:
        check_path(path)
    with pytest.raises(Unreadable) as saved:
        save(picture("histogram"), path)
    assert checked.value.refusal == saved.value.refusal
    assert len(str(checked.value).splitlines()) == 1
    return checked.value


@pytest.mark.parametrize("name", ["a.gif", "a", "png", "a.png.txt", "a.pdf", "a.svgz", ".png", ""])
def test_other_suffixes_are_refused(name: str, tmp_path: Path) -> None:
    error = refused(f"{tmp_path}/{name}")
    assert error.refusal.code == "unknown-picture"
    assert error.refusal.remedy == "end it in .png, .svg or .html"
    assert not list(tmp_path.iterdir())


def test_case_of_the_suffix_does_not_matter(tmp_path: Path) -> None:
    assert check_path(tmp_path / "A.PNG").name == "A.PNG"
    assert drawn(picture("histogram"), tmp_path / "A.SVG").startswith(b"<?xml")


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
    assert "there is no such directory" in str(refused(tmp_path / "no" / "a.html"))


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
        save(picture("histogram"), file)
    assert error.value.refusal.code == "cannot-write"
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [b"kept"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "a.svg").symlink_to(tmp_path / "there" / "b.svg")
    content = drawn(picture("histogram"), tmp_path / "a.svg")
    assert (tmp_path / "a.svg").is_symlink()
    assert (tmp_path / "there" / "b.svg").read_bytes() == content


@pytest.mark.parametrize(("suffix", "library"), files.LIBRARIES.items())
def test_a_missing_library_is_named_with_the_remedy(
    suffix: str, library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    refusal = refused(tmp_path / f"a{suffix}").refusal
    assert refusal.code == "extra-not-installed"
    assert library in refusal.message and "pip install 'pitboss[plot]'" in refusal.remedy
    assert not list(tmp_path.iterdir())


def test_nothing_to_draw_is_refused(tmp_path: Path) -> None:
    for draw in (
        lambda: save([], tmp_path / "a.png"),
        lambda: convergence([], [], [], None, title=""),
        lambda: convergence([1], [float("nan")], [0.1], None, title=""),
        lambda: fan([], {50: []}, title=""),
        lambda: fan([1], {}, title=""),
        lambda: meter_path([], {50: []}, title=""),
        lambda: histogram([], title=""),
        lambda: counted_histogram([0, 1], [0], title=""),
    ):
        with pytest.raises(Unreadable) as error:
            draw()
        assert error.value.refusal.code == "nothing-to-draw"
    assert not list(tmp_path.iterdir())


def test_layers_refuse_what_cannot_be_drawn() -> None:
    for layer in (
        lambda: Line(x=(1, 2), y=(1,)),
        lambda: Band(x=(1,), low=(1,), high=(1, 2)),
        lambda: Bars(edges=(1, 2), heights=(1, 2)),
        lambda: Marks(x=(1,), y=(float("inf"),)),
        lambda: Line(x=(float("nan"),), y=(1,)),
        lambda: Level(),
        lambda: Level(x=1, y=1),
    ):
        with pytest.raises(ValueError):
            layer()
    with pytest.raises(ValueError):
        convergence([1, 2], [0.1], [0.1], None, title="")
    with pytest.raises(ValueError):
        fan([1, 2], {50: [1]}, title="")


def test_importing_pictures_imports_no_library() -> None:
    code = (
        "import sys, pitboss.printing.pictures; "
        "print({'numpy', 'matplotlib', 'plotly'} & set(sys.modules))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "set()\n"


# --- the pictures of a run ---


def layer_of(one: Picture, kind: type, place: int = 0) -> Any:
    return [layer for layer in one.layers if isinstance(layer, kind)][place]


def test_convergence_shows_95_percent_and_the_exact_edge() -> None:
    rounds, edges, errors = (
        [100, 1_000, 10_000, 100_000],
        [0.3, 0.1, 0.02, 0.012],
        [9, 1, 0.1, 0.01],
    )
    one = convergence(rounds, edges, errors, 0.0106, title="t", unit="throws")
    band, line = layer_of(one, Band), layer_of(one, Line)
    assert list(line.x) == rounds and list(line.y) == edges
    for low, high, edge, error in zip(band.low, band.high, edges, errors, strict=True):
        assert (low + high) / 2 == pytest.approx(edge)
        assert (high - low) / 2 == pytest.approx(1.96 * error, rel=1e-4)
    assert layer_of(one, Level).label == "exact: 1.06%" and layer_of(one, Level).y == 0.0106
    assert one.subtitle == "1.20% ± 1.96% after 100,000 throws; exactly 1.06%"
    assert one.x.log and one.x_range() == (100, 100_000)
    assert not [
        layer
        for layer in convergence(rounds, edges, errors, title="").layers
        if isinstance(layer, Level)
    ]


def test_convergence_leaves_out_the_noise_before_the_last_three_decades() -> None:
    rounds = [10**n for n in range(9)]
    one = convergence(rounds, [0.01] * 9, [1 / n**0.5 for n in rounds], 0.01, title="t")
    assert one.x_range() == (10**5, 10**8)
    low, high = one.y_range()
    last = 1.96 / 10**4
    assert low < 0.01 - last and 0.01 + last < high
    assert high - low < 60 * last, "the last band is still seen"


def test_long_curves_keep_their_peaks() -> None:
    path = [100_000] * 50_000
    path[31_415] = 999_999
    path[27_182] = 7
    one = fan(range(50_000), {50: [100_000] * 50_000}, [path], title="t")
    sample = layer_of(one, Line)
    assert sample.style == "sample" and len(sample.x) < 3_000
    assert (31_415, 999_999) in zip(sample.x, sample.y, strict=True)
    assert (27_182, 7) in zip(sample.x, sample.y, strict=True)
    assert (sample.x[0], sample.x[-1]) == (0, 49_999)


def test_fan_pairs_percentiles_from_the_outside() -> None:
    given_ = {75: [10, 75], 5: [10, 5], 50: [10, 50], 95: [10, 95], 25: [10, 25]}
    one = fan([0, 1], given_, [[10, 20]], 10, title="t")
    outer, inner = layer_of(one, Band, 0), layer_of(one, Band, 1)
    assert (outer.low[-1], outer.high[-1], inner.low[-1], inner.high[-1]) == (5, 95, 25, 75)
    assert outer.label == "5th to 95th percentile"
    assert [text for _, text, _ in one.labels_at_the_right()] == [
        "5th: $0.05",
        "start: $0.10",
        "25th: $0.25",
        "median: $0.50",
        "75th: $0.75",
        "95th: $0.95",
    ]
    assert [layer.label for layer in one.key()][-1] == "a sample session"


def test_percentiles_do_not_tremble_between_odd_and_even_rounds() -> None:
    median = [100_000 - 2_500 * (n % 2) for n in range(101)]
    assert set(layer_of(fan(range(101), {50: median}, title="t"), Line).y) == {100_000}


def test_labels_of_equal_heights_keep_the_order_of_their_percentiles() -> None:
    one = fan([0, 1], {p: [9, 0] for p in (5, 25, 50, 75, 95)}, title="t")
    names = [text.partition(":")[0] for _, text, _ in one.labels_at_the_right()]
    assert names == ["5th", "25th", "median", "75th", "95th"]


def test_histogram_counts_everyone_once() -> None:
    random = Random(5)
    values = [100_000 + 2_500 * random.randrange(-40, 41) for _ in range(2_000)]
    one = histogram(values, title="t")
    bars = layer_of(one, Bars)
    edges = list(bars.edges)
    for low, high, height in zip(edges, edges[1:], bars.heights, strict=False):
        assert height == pytest.approx(sum(low <= value < high for value in values) / 2_000)
    assert sum(bars.heights) == pytest.approx(1)
    assert 10 <= len(bars.heights) <= 51
    width = edges[1] - edges[0]
    assert width % 2_500 == 0, "every bar holds equally many of the amounts that can occur"
    assert one.footnote == ""


def test_histogram_says_whom_it_leaves_out() -> None:
    random = Random(6)
    values = [round(random.gauss(100_000, 10_000)) for _ in range(10_000)] + [90_000_000] * 3
    one = histogram(values, title="t", footnote="Seed 6.")
    bars = layer_of(one, Bars)
    assert one.x_range()[1] < 300_000
    left_out = 10_003 - round(sum(bars.heights) * 10_003)
    assert 3 <= left_out <= 20
    assert one.footnote == f"Seed 6. Not shown: {left_out} of 10,003 sessions, as far as $900,000."


def test_histogram_of_one_amount_is_a_narrow_bar() -> None:
    bars = layer_of(histogram([500] * 9, {"start": 500}, title="t"), Bars)
    assert [height for height in bars.heights if height] == [1]
    place = list(bars.heights).index(1)
    assert bars.edges[place] <= 500 < bars.edges[place + 1] and len(bars.heights) > 10


def test_counted_histogram_takes_edges_as_they_are() -> None:
    one = counted_histogram([0, 100, 300], [1, 3], {"mean": 150.4}, total=8, title="t", of="shoes")
    bars = layer_of(one, Bars)
    assert list(bars.edges) == [0, 100, 300] and list(bars.heights) == [1 / 8, 3 / 8]
    assert layer_of(one, Level).label == "mean: $1.50" and one.y.label == "share of shoes"


def test_upright_levels_have_a_row_each_and_no_line_runs_through_a_text() -> None:
    marks = {"a": 10.0, "b": 20.0, "c": 90.0, "d": 95.0}
    rows = counted_histogram([0, 100], [1], marks, title="t").labels_on_top()
    row = {level.label[0]: (row, left) for level, row, left in rows}
    assert sorted(place for place, _ in row.values()) == [0, 1, 2, 3]
    assert row["a"] > row["b"], "b begins under the text of a, which stands to its right"
    assert row["d"] > row["c"], "c ends under the text of d, which stands to its left"
    assert [row[name][1] for name in "abcd"] == [False, False, True, True]


def test_meter_drops_upright_at_a_hit() -> None:
    run = MeterRun([(0, 100), (1, 200), (2, 290), (2, 50), (3, 150)], [(2, 290)])
    one = meter_path(range(4), {50: [1, 2, 3, 4]}, [run], 50, title="t")
    path = layer_of(one, Line, 1)
    assert list(zip(path.x, path.y, strict=True)) == [
        (0, 100), (1, 200), (2, 290), (2, 50), (3, 150),
    ]  # fmt: skip
    marks = layer_of(one, Marks)
    assert (list(marks.x), list(marks.y), marks.label) == ([2], [290], "hit")
    assert layer_of(one, Level).label == "seed: $0.50"


def test_numpy_columns_are_taken(tmp_path: Path) -> None:
    np = pytest.importorskip("numpy")
    n = np.arange(1, 50)
    one = convergence(n, 1 / n, 1 / n, 0.01, title="t")
    two = fan(n, {p: n * p for p in (5, 50, 95)}, [n * 40, n * 60], 5, title="t")
    three = histogram(n * 100, {"mean": np.float64(2_500)}, title="t")
    four = meter_path(
        n,
        {50: n},
        [MeterRun(list(zip(n, n, strict=True)), [(np.int64(3), np.int64(9))])],
        5,
        title="t",
    )
    for suffix in ("svg", "html"):
        assert drawn([one, two, three, four], tmp_path / f"a.{suffix}")


# --- numbers ---


def test_numbers_as_they_are_written() -> None:
    assert written(0.010579, PERCENT) == "1.0579%"
    assert written(-0.5, PERCENT) == "\N{MINUS SIGN}50.0000%"
    assert written(-0.0000001, PERCENT) == "0.0000%", "no minus before nothing"
    assert written(123_456, MONEY) == "$1,235", "whole dollars from a thousand on"
    assert written(12_345, MONEY) == "$123.45"
    assert written(-125_000, MONEY) == "\N{MINUS SIGN}$1,250"
    assert written(1_234_567, Axis(label="n")) == "1,234,567"


@pytest.mark.parametrize(
    ("low", "high", "axis", "expected"),
    [
        (0, 0.05, PERCENT, "0% 1% 2% 3% 4% 5%"),
        (0.0100, 0.0105, PERCENT, "1.00% 1.01% 1.02% 1.03% 1.04% 1.05%"),
        (0, 1_000, MONEY, "$0 $2 $4 $6 $8 $10"),
        (0, 130, MONEY, "$0.00 $0.20 $0.40 $0.60 $0.80 $1.00 $1.20"),
        (0, 12_000_000, MONEY, "$0 $20,000 $40,000 $60,000 $80,000 $100,000 $120,000"),
        (0, 365, Axis(label="day", unit="days"), "0 60 120 180 240 300 360"),
        (0, 10, Axis(label="day", unit="days"), "0 2 4 6 8 10"),
        (0, 3, Axis(label="n"), "0 1 2 3"),
        (1, 10**4, Axis(label="n", log=True), "1 10 100 1,000 10,000"),
        (10**5, 10**9, Axis(label="n", log=True),
         "100,000 1_million 10_million 100_million 1_billion"),
        (1_500, 9_000, Axis(label="n", log=True), "2,000 5,000"),
    ],
)  # fmt: skip
def test_ticks(low: float, high: float, axis: Axis, expected: str) -> None:
    found = ticks(low, high, axis)
    assert [text.replace(" ", "_") for _, text in found] == expected.split()
    assert all(low * 0.999 <= at <= high * 1.001 for at, _ in found)


@settings(deadline=None)
@given(
    st.floats(-1e9, 1e9),
    st.floats(1e-6, 1e9),
    st.sampled_from(["percent", "cents", "count", "days"]),
)
def test_ticks_are_few_different_and_evenly_spaced(low: float, size: float, unit: Any) -> None:
    size = max(size, abs(low) * 1e-6, 1e-6 if unit == "percent" else 3.0)
    found = ticks(low, low + size, Axis(label="", unit=unit))
    assert len({text for _, text in found}) == len(found)
    if unit != "days":
        assert 2 <= len(found) <= 8


@settings(deadline=None)
@given(st.lists(st.floats(0, 100), max_size=8), st.floats(0.1, 10))
def test_spread_labels_keep_their_order_and_distance(wanted: list[float], gap: float) -> None:
    found = spread(wanted, gap, 0, 100)
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    places = [found[at] for at in order]
    for place, after in pairwise(places):
        assert after - place >= gap - 1e-9
    assert all(-1e-9 <= place <= 100 + 1e-9 for place in places)
    alone = all(abs(a - b) >= gap for a, b in combinations(wanted, 2))
    if alone:
        assert found == pytest.approx(wanted)
