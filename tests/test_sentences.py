"""The event language: what it understands, what it refuses, and that it runs nothing else."""

from __future__ import annotations

import ast
import pickle
from argparse import ArgumentTypeError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cli.asked import whole
from pitboss.games import KINDS, Atom, Coup, Shoe, ShooterHand, Span, Throw
from pitboss.games.cards import cards
from pitboss.games.features import Feature
from pitboss.refusals import Unreadable
from pitboss.rulebook import Sentence, SentenceError, parse
from pitboss.rulebook.compiling import selector_of, truth_selector
from pitboss.rulebook.events import MOST_PARTS, Events
from pitboss.rulebook.judging import judge
from pitboss.rulebook.nodes import Compare, comparisons_of
from pitboss.rulebook.pays import read_cents, read_money, read_pay, read_percent
from pitboss.rulebook.sentences import DEEPEST, DEEPEST_RESOLVED, LONGEST
from pitboss.table.arguments import amount, number

SUN_7 = "banker.wins and banker.cards == 3 and banker.total == 7"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (SUN_7, SUN_7),
        ("((tie))", "tie"),
        ("  tie", "tie"),
        ("tie\n  and margin == 0", "tie and margin == 0"),
        ("not(tie)", "not tie"),
        ("not (tie or margin==9)", "not (tie or margin == 9)"),
        ("(tie and suited) and zeros", "tie and suited and zeros"),
        ("(tie or suited) and zeros", "(tie or suited) and zeros"),
        ("margin in (9,4 , 9)", "margin in (4, 9)"),
        ("margin not in (9,)", "margin not in (9,)"),
        ("4<=margin<=9", "4 <= margin <= 9"),
        ("player.third == banker.third", "player.third == banker.third"),
    ],
)
def test_canonical_form(text: str, canonical: str) -> None:
    sentence = parse(text, "baccarat")
    assert str(sentence) == canonical
    assert parse(canonical, "baccarat") == sentence


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("baker.total == 7", 1, 'did you mean "banker.total"?'),
        ("tie and baker.total == 7", 9, "not a feature of baccarat"),
        ("rolled(6) >= 2", 1, "the call of rolled is not allowed"),
        ("len(tie)", 1, "the call of len is not allowed"),
        ("banker.total.real == 1", 1, "does not belong"),
        ("banker.total == 10", 17, "outside the range of banker.total"),
        ("0 == first_four.rank", 6, "outside the range of first_four.rank"),
        ("margin in (3, 12)", 15, "outside the range of margin"),
        ("margin in ()", 11, "tuple of numbers"),
        ("margin in (3)", 12, "tuple of numbers"),
        ("margin in player.total", 11, "tuple of numbers"),
        ("margin in (player.total, 3)", 12, "not a number"),
        ("3 in (3, 4)", 6, "needs a feature"),
        ("3 == 3", 6, "two numbers"),
        ("3", 1, "says nothing"),
        ("True", 1, "says nothing"),
        ("margin == True", 11, "not a whole number"),
        ("margin == 2.0", 11, "not a whole number"),
        ("banker.total", 1, "is a number (0-9)"),
        ("tie == 1", 1, "true or false"),
        ("margin", 1, "compare it"),
        ("margin is 3", 1, "`is` does not belong"),
        ("1 < margin in (3, 4)", 1, "does not chain"),
        ("margin in (3, 4) == 1", 1, "does not chain"),
        ("tie and", 8, "does not parse"),
        ("", 1, "does not parse"),
        ("tie; tie", 4, "does not belong"),
        ("tie if tie else suited", 1, "does not belong"),
        ("lambda: tie", 7, "does not belong"),
        ("margin == -1", 11, "does not belong"),
        ("__import__('os')", 12, "does not belong"),
        ("tie or [tie]", 8, "does not belong"),
        ("tie and банкир", 9, "does not belong"),
        ("margin + 1 == 3", 8, "does not belong"),
        ("(tie, tie)", 1, "does not belong"),
        ("tie = suited", 5, "does not parse"),
        ("(tie := suited)", 6, "does not belong"),
    ],
)
def test_refusals_name_the_position_and_the_remedy(text: str, column: int, says: str) -> None:
    with pytest.raises(SentenceError) as caught:
        parse(text, "baccarat")
    assert says in str(caught.value)
    assert caught.value.column + 1 == column
    assert f"column {column} of" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_unknown_names_say_what_was_meant_and_where_the_features_are_listed() -> None:
    with pytest.raises(SentenceError) as caught:
        parse("player.tripel == 3", "three-dice")
    message = str(caught.value)
    assert 'did you mean "player.triple"? `pitboss features three-dice` lists them' in message
    assert "player.straight" not in message
    with pytest.raises(SentenceError) as caught:
        parse("dragon7", "baccarat", {"dragon_7": parse(SUN_7, "baccarat")})
    assert 'did you mean "dragon_7"?' in str(caught.value)


@pytest.mark.parametrize(
    ("text", "column", "word"),
    [
        ("margin == 9and tie", 11, "9and"),
        ("margin == 0x9", 11, "0x9"),
        ("margin == 0o7", 11, "0o7"),
        ("margin == 0b1", 11, "0b1"),
        ("margin in (1_0, 2)", 12, "1_0"),
        ("margin == 1e0", 11, "1e0"),
        ("margin == 2.", 11, "2."),
        ("margin == 2j", 11, "2j"),
        ("margin == 09", 11, "09"),
        ("margin == 00", 11, "00"),
        ("3if tie else 4", 1, "3if"),
        ("margin == 12345678901234567890123456", 11, "12345678901234567890"),
    ],
)
def test_numbers_are_digits_and_nothing_that_only_python_takes_for_one(
    text: str, column: int, word: str
) -> None:
    with pytest.raises(SentenceError) as caught:
        parse(text, "baccarat")
    assert f'column {column} of "{text}": "{word}" is not a whole number' in str(caught.value)
    parse("player.third == 9 and(tie)", "baccarat")


@pytest.mark.parametrize("five", ["\u0665", "5\u20e3", "\uff15", "\U0001d7d3", "\u2164", "\u00b2"])
def test_look_alike_digits_are_refused_everywhere(five: str) -> None:
    with pytest.raises(SentenceError, match="does not belong in a sentence"):
        parse(f"margin == {five}", "baccarat")
    for reader, text in (
        (Shoe.parse, f"{five} decks"),
        (Shoe.parse, f"8 decks - {five}h"),
        (cards, f"{five}h"),
        (ShooterHand.parse, f"7,{five}"),
        (lambda cup: Throw.parse(cup, "123"), f"12{five}"),
        (read_cents, five),
        (read_cents, f"1.{five}"),
        (read_cents, f"1,00{five}"),
        (read_percent, f"{five}%"),
        (read_money, f"${five}"),
        (lambda pay: read_pay(pay, "to"), f"{five} to 1"),
        (whole, five),
        (number, five),
        (amount, five),
    ):
        with pytest.raises((Unreadable, ArgumentTypeError)):
            reader(text)


@pytest.mark.parametrize(
    "text",
    [
        "rolled == 3",
        "rolled() >= 1",
        "rolled(13) >= 1",
        "rolled(points_made) >= 1",
        "rolled(2, n=3) >= 1",
        "rolled(2) >= 51",
        "rolled(2) == rolled(3)",
        "points_made > line_wins",
        "rolled(rolled(2)) >= 1",
    ],
)
def test_craps_counters_take_totals_and_compare_with_literals(text: str) -> None:
    with pytest.raises(SentenceError):
        parse(text, "craps")


def test_text_and_nesting_are_bounded_before_any_recursion() -> None:
    parse("not " * (DEEPEST - 2) + "tie", "baccarat")
    for text in (
        "not " * DEEPEST + "tie",
        "(" * (DEEPEST + 1) + "tie" + ")" * (DEEPEST + 1),
        "(" * 490 + "tie" + ")" * 490,
        "not " * 249 + "tie",
        "a." * 499 + "a",
        "rolled(" * 120 + "2" + ")" * 120,
    ):
        assert len(text) <= LONGEST
        with pytest.raises(SentenceError, match=f"nested deeper than {DEEPEST}"):
            parse(text, "craps")
    with pytest.raises(SentenceError, match="longer than 1000"):
        parse("tie or " * 200 + "tie", "baccarat")
    parse(" or ".join(["tie"] * 140), "baccarat")


def test_shared_events_are_sentences_too() -> None:
    events = {"dragon_7": parse(SUN_7, "baccarat"), "panda_8": parse("player.wins", "baccarat")}
    either = parse("dragon_7 or panda_8", "baccarat", events)
    assert str(either) == "dragon_7 or panda_8"
    assert either.spelled_out == f"{SUN_7} or player.wins"
    assert parse(either.spelled_out, "baccarat").atoms == either.atoms
    with pytest.raises(SentenceError, match="true or false"):
        parse("dragon_7 == 1", "baccarat", events)


def test_a_missing_value_makes_every_comparison_false() -> None:
    tie = Coup.parse("Kh9s", "4d5c")
    for text in ("== 3", "!= 3", "< 3", ">= 0", "in (3,)", "not in (3,)"):
        assert not parse(f"winner.total {text}", "baccarat").true_of(tie)
        assert not parse(f"player.third {text}", "baccarat").true_of(tie)
    assert not parse("winner.natural", "baccarat").true_of(tie)
    assert parse("not winner.natural", "baccarat").true_of(tie)
    assert not parse("0 <= winner.total <= 9", "baccarat").true_of(tie)


def test_hand_seat_and_suits_are_bound_not_tallied() -> None:
    wins = parse("hand.wins and not hand.natural", "baccarat")
    assert wins.unbound == ("hand",)
    assert str(wins.bind({"hand": "banker"})) == "banker.wins and not banker.natural"
    seat = parse("first_four.rank == seat", "baccarat")
    assert seat.unbound == ("seat",)
    assert str(seat.bind({"seat": 7})) == "first_four.rank == 7"
    spades = parse("in_chosen_suits", "baccarat").bind({"in_chosen_suits": (3,)})
    assert spades.true_of(Coup.parse("KsQs8s", "4s3s"))
    assert not spades.true_of(Coup.parse("KsQs8s", "4s3h"))
    with pytest.raises(LookupError, match="must be bound"):
        wins.true_of(Coup.parse("9s9s", "7h7h"))


# --- judging from partial knowledge ---


@pytest.mark.parametrize(
    ("text", "spans", "verdict"),
    [
        ("rolled(2) >= 2", {"rolled(2)": Span(2, None)}, True),
        ("rolled(2) >= 2", {"rolled(2)": Span(1, None)}, None),
        ("rolled(2) == 2", {"rolled(2)": Span(2, None)}, None),
        ("rolled(2) == 2", {"rolled(2)": Span(3, None)}, False),
        ("rolled(2) != 2", {"rolled(2)": Span(3, None)}, True),
        ("rolled(2) <= 2", {"rolled(2)": Span(3, None)}, False),
        ("rolled(2) < 2", {"rolled(2)": Span(1, None)}, None),
        ("rolled(2) in (1, 2)", {"rolled(2)": Span(3, None)}, False),
        ("rolled(2) in (1, 2)", {"rolled(2)": Span(1, 2)}, True),
        ("rolled(2) not in (1, 2)", {"rolled(2)": Span(1, 2)}, False),
        ("not rolled(2) >= 2", {"rolled(2)": Span(2, None)}, False),
        ("points_made >= 1 or line_wins >= 1", {"points_made": Span(1, None)}, True),
        ("points_made >= 1 and line_wins >= 1", {"points_made": Span(1, None)}, None),
        ("1 <= points_made <= 3", {"points_made": Span(4, None)}, False),
    ],
)
def test_judging_from_partial_knowledge(
    text: str, spans: dict[str, Span], verdict: bool | None
) -> None:
    sentence = parse(text, "craps")
    assert sentence.judge(lambda atom: spans.get(str(atom), Span(0, None))) is verdict


def test_what_may_be_missing_is_never_certainly_true() -> None:
    maybe = Span(3, 3, may_be_missing=True)
    assert parse("winner.total == 3", "baccarat").judge(lambda _: maybe) is None
    assert parse("winner.total == 4", "baccarat").judge(lambda _: maybe) is False
    assert parse("winner.total != 4", "baccarat").judge(lambda _: maybe) is None
    assert parse("winner.total not in (4,)", "baccarat").judge(lambda _: maybe) is None
    assert parse("winner.natural", "baccarat").judge(lambda _: None) is False


# --- Hypothesis: whatever is written, it is understood or refused, and printed back ---

FLAGS = st.sampled_from([n for n, f in KINDS["baccarat"].features.items() if f.type == "flag"])
NUMBERS = st.sampled_from([f for f in KINDS["baccarat"].features.values() if f.type == "number"])
SIGNS = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])


@st.composite
def mentions(draw: st.DrawFn, feature: Feature) -> str:
    """A feature as it is written: with a number where it takes one."""
    takes = feature.takes
    return f"{feature.name}({draw(st.integers(takes.low, takes.high))})" if takes else feature.name


@st.composite
def comparisons(draw: st.DrawFn) -> str:
    feature = draw(NUMBERS)
    name = draw(mentions(feature))
    number = st.integers(feature.low, feature.high)
    form = draw(st.integers(0, 3))
    if form == 0:
        return f"{name} {draw(SIGNS)} {draw(number)}"
    if form == 1:
        return f"{draw(number)} {draw(SIGNS)} {name} {draw(SIGNS)} {draw(number)}"
    if form == 2:
        members = draw(st.lists(number, min_size=1, max_size=4))
        return f"{name} {draw(st.sampled_from(['in', 'not in']))} {tuple(members)}"
    return f"{name} {draw(SIGNS)} {draw(mentions(draw(NUMBERS)))}"


SENTENCES = st.recursive(
    st.one_of(FLAGS, comparisons()),
    lambda inner: st.one_of(
        inner.map(lambda one: f"not ({one})"),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: f"({' and '.join(parts)})"),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: f"({' or '.join(parts)})"),
    ),
    max_leaves=8,
)


def plainly(text: str, values: dict[Atom, int | bool | None]) -> bool:
    """Evaluate a sentence the slow way: walk Python's own tree, one rule per node."""

    written = {str(atom): atom for atom in values}

    def walk(node: ast.expr) -> int | bool | None:
        match node:
            case ast.BoolOp(op=ast.And()):
                return all(bool(walk(one)) for one in node.values)
            case ast.BoolOp():
                return any(bool(walk(one)) for one in node.values)
            case ast.UnaryOp():
                return not walk(node.operand)
            case ast.Constant(value=int(number)):
                return number
            case ast.Compare():
                left = walk(node.left)
                for sign, right in zip(node.ops, node.comparators, strict=True):
                    if isinstance(right, ast.Tuple):
                        inside = left in [walk(one) for one in right.elts]
                        if left is None or inside != isinstance(sign, ast.In):
                            return False
                        continue
                    other = walk(right)
                    if left is None or other is None:
                        return False
                    if not {
                        ast.Eq: left == other,
                        ast.NotEq: left != other,
                        ast.Lt: left < other,
                        ast.LtE: left <= other,
                        ast.Gt: left > other,
                        ast.GtE: left >= other,
                    }[type(sign)]:
                        return False
                    left = other
                return True
        return values[written[ast.unparse(node)]]

    return bool(walk(ast.parse(text, mode="eval").body))


def drawn_values(data: st.DataObject, sentence: Sentence) -> dict[Atom, int | bool | None]:
    values: dict[Atom, int | bool | None] = {}
    for atom in sentence.atoms:
        feature = KINDS[sentence.kind].features[atom.name]
        if feature.type == "flag":
            value: st.SearchStrategy[int | bool | None] = st.booleans()
        else:
            value = st.integers(feature.low, feature.high)
        values[atom] = data.draw(st.one_of(st.none(), value) if feature.optional else value)
    return values


@given(st.data())
def test_compiled_sentences_agree_with_a_plain_walk(data: st.DataObject) -> None:
    text = data.draw(SENTENCES)
    sentence = parse(text, "baccarat")
    values = drawn_values(data, sentence)
    assert sentence.holds(values.values()) == plainly(text, values)
    assert sentence.judge(lambda atom: values[atom]) == plainly(text, values)


@given(SENTENCES)
def test_a_sentence_prints_back_what_was_parsed(text: str) -> None:
    sentence = parse(text, "baccarat")
    assert parse(str(sentence), "baccarat") == sentence
    assert str(parse(str(sentence), "baccarat")) == str(sentence)


@given(st.data())
def test_judging_never_contradicts_what_turns_out(data: st.DataObject) -> None:
    """A verdict on spans holds for every value within them."""
    sentence = parse(data.draw(SENTENCES), "baccarat")
    values = drawn_values(data, sentence)
    spans: dict[Atom, Span] = {}
    for atom, value in values.items():
        feature = KINDS["baccarat"].features[atom.name]
        low = data.draw(st.integers(feature.low, int(value if value is not None else feature.high)))
        high = data.draw(st.integers(int(value if value is not None else low), feature.high))
        spans[atom] = Span(low, high, may_be_missing=feature.optional)
    verdict = sentence.judge(lambda atom: spans[atom])
    assert verdict is None or verdict == sentence.holds(values.values())


SCRAPS = (
    *("tie", "and", "or", "not", "in", "(", ")", ",", "==", "<", "3", "banker.total", "margin"),
    *("import", "os", ".", "__class__", "lambda", "exec(", "open(", "'x'", "[", "]", "1e9", "~"),
)
WORDS = st.sampled_from(SCRAPS)


@given(st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=12).map(" ".join)))
def test_garbage_is_refused_with_a_message_and_nothing_runs(text: str) -> None:
    try:
        sentence = parse(text, "baccarat")
    except SentenceError as error:
        assert error.refusal.remedy and error.refusal.message
        assert "\n" not in str(error)
    else:
        allowed = {Atom(name) for name in KINDS["baccarat"].features}
        assert sentence.atoms and set(sentence.atoms) <= allowed
        assert sentence.true_of(Coup.parse("KsQs8s", "4s3h")) in (True, False)


# --- events that stand on each other: a graph, looked at once ---


def such_events(number: int) -> Events:
    """Return events that each name the one before twice: spelled out they double every time."""
    texts = {f"e{at}": f"e{at - 1} and margin < 9 or e{at - 1}" for at in range(1, number + 1)}
    return Events({"e0": "player.total == 3", **texts}, "baccarat")


def test_events_that_double_are_read_evaluated_and_judged_once_each() -> None:
    """2**200 mentions of e0; each answer is e0's own, for (a and m) or a is a."""
    sentence = such_events(200).sentence("e200", {})
    assert [str(atom) for atom in sentence.atoms] == ["player.total", "margin"]
    assert sentence.holds((3, 2)) and not sentence.holds((4, 2))
    assert [str(one) for one in comparisons_of(sentence.node)] == [
        "<Compare player.total == 3>",
        "<Compare margin < 9>",
    ]
    assert sentence.judge(lambda atom: 3 if atom.name == "player.total" else Span(0, 9))
    assert sentence.judge(lambda _: Span(0, 9)) is None
    assert str(sentence) == "e200" == sentence.spelled_out
    few = such_events(2).sentence("e2", {}).spelled_out
    one = "player.total == 3 and margin < 9 or player.total == 3"
    assert few == f"({one}) and margin < 9 or {one}"


def test_equal_sentences_are_one_node_however_they_were_made() -> None:
    first, second = (such_events(300).sentence("e300", {}).node for _ in range(2))
    assert first is second and hash(first) == hash(second)
    assert pickle.loads(pickle.dumps(such_events(20).sentence("e20", {}))).node is (
        such_events(20).sentence("e20", {}).node
    )
    assert parse("tie", "baccarat").node is not parse("not tie", "baccarat").node


def test_binding_reaches_the_events_below() -> None:
    texts = {f"e{at}": f"not e{at - 1}" for at in range(1, 401)}
    events = Events({"e0": "hand.wins", **texts}, "baccarat")
    assert events.sentence("e400", {}).unbound == ("hand",)
    for hand, other in (("player", "banker"), ("banker", "player")):
        bound = events.sentence("e400", {"hand": hand})
        assert [str(atom) for atom in bound.atoms] == [f"{hand}.wins"]
        assert bound.holds((True,)) and not bound.holds((False,))
        assert f"{other}.wins" not in map(str, bound.atoms)


def test_how_deep_events_may_stand_on_each_other() -> None:
    """The n-th event is 2n + 1 parts deep, a name and a `not` more each; naming it adds one."""
    chain = {"e0": "tie", **{f"e{at}": f"not e{at - 1}" for at in range(1, 2000)}}
    most = (DEEPEST_RESOLVED - 2) // 2
    events = Events(chain, "baccarat")
    assert events.sentence(f"e{most}", {}).holds((True,)) == (most % 2 == 0)
    with pytest.raises(Unreadable) as caught:
        events.sentence("e1999", {})
    assert f"events.e{most + 1}: column 1" in str(caught.value)
    assert f"{DEEPEST_RESOLVED:,} is the most" in str(caught.value)


def test_how_many_parts_events_may_have_together() -> None:
    """Each event of this kind has three parts: a flag, a comparison and their `and`."""
    texts = {f"e{at}": f"tie and margin == {at % 10}" for at in range(MOST_PARTS // 3 + 1)}
    *fitting, last = texts
    events = Events(texts, "baccarat")
    assert all(len(events[name].atoms) == 2 for name in fitting)
    with pytest.raises(Unreadable, match=f"events.{last}: .* {MOST_PARTS:,} is the most"):
        events[last]


@given(st.data())
def test_rows_compile_to_the_first_that_holds(data: st.DataObject) -> None:
    """One table on values, several on the truth of their comparisons: row by row, by hand."""
    names = [f"s{at}" for at in range(data.draw(st.integers(1, 4)))]
    events = {name: parse(data.draw(SENTENCES), "baccarat") for name in names}
    rows = [
        parse(
            data.draw(st.sampled_from([f"{a} and not {b}", f"{a} or {b}", a])), "baccarat", events
        )
        for a, b in data.draw(
            st.lists(
                st.tuples(st.sampled_from(names), st.sampled_from(names)), min_size=1, max_size=6
            )
        )
    ]
    values: dict[Atom, int | bool | None] = {}
    for sentence in rows:
        values |= drawn_values(data, sentence)
    held = [row.judge(lambda atom: values[atom]) for row in rows]
    nodes = [row.node for row in rows]
    select = selector_of(nodes, tuple(values), KINDS["baccarat"].optional)
    assert select(*values.values()) == first_true(held)
    split = data.draw(st.integers(0, len(rows)))
    asked = list(dict.fromkeys(one for node in nodes for one in comparisons_of(node)))
    choose = truth_selector([nodes[:split], nodes[split:]], asked)
    truths = [bool(judge(one, lambda atom: values[atom])) for one in asked]
    assert choose(*truths) == (first_true(held[:split]), first_true(held[split:]))


def first_true(held: list[bool | None]) -> int:
    return held.index(True) if True in held else -1


def test_a_table_of_thousands_of_rows_compiles() -> None:
    rows = [Compare((Atom("margin"), at % 9 + 1), ("==",)) for at in range(3000)]
    select = selector_of(rows, (Atom("margin"),), ())
    assert (select(9), select(0)) == (8, -1)
    choose = truth_selector([rows, rows[:3]], asked := list(dict.fromkeys(rows)))
    assert choose(*(one is rows[3] for one in asked)) == (3, -1)
