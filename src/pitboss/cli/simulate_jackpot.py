"""``pitboss simulate jackpot``: Let a progressive run for a year, many times over."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from fractions import Fraction

from pitboss.cli.asked import whole
from pitboss.cli.library import rulebook_of
from pitboss.cli.output import add_file, add_format, print_json, print_table, print_text
from pitboss.cli.progress import Pace
from pitboss.cli.simulate import INTERRUPTED, check_plot, deaf, say_drawn
from pitboss.odds.progressive import RESERVE_POLICIES, read_increment
from pitboss.rulebook import Money
from pitboss.rulebook.pays import read_cents, read_percent
from pitboss.rulebook.readings import DEFAULT
from pitboss.rulebook.spots import read_place
from pitboss.simulate import JackpotYears, jackpot
from pitboss.simulate.jackpots.means import Figure, Spread, figure_of
from pitboss.simulate.jackpots.records import assumptions
from pitboss.simulate.jackpots.setting import MICROS, OVERFLOW_POLICIES

YEARS = 1_000
EPILOG = """examples:
  pitboss simulate jackpot eternal-baccarat/sun-7-progressive --table PT-PRG-S7-05 --tables 20
  pitboss simulate jackpot eternal-baccarat/harmony --meter-seed 50000 --tables 12 --players 5
  pitboss simulate jackpot eternal-baccarat/sun-7-progressive --meter-seed 10,000 \\
      --increment 15%+5% --participation 30% --plot year.png
  pitboss simulate jackpot eternal-baccarat/sun-7-progressive --table PT-PRG-S7-E04 \\
      --meter-seed 5000 --tables 20 --reserve-policy up-to-seed
  pitboss simulate jackpot eternal-baccarat/sun-7-progressive --meter-seed 10,000 \\
      --minimum 5000 --limit 100,000 --overflow to-reserve
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    add = parser.add_argument
    add("target", metavar="GAME/WAGER", help="a progressive of the catalog")
    add("--table", help="a pay table; the first without it")
    add("--on", help="a seat number, where seats differ")
    add("--reading", default=DEFAULT, help="a reading's name; several with commas")
    meter = parser.add_argument_group("the meter; what is printed holds where nothing is given")
    meter.add_argument("--meter-seed", metavar="AMOUNT", help="what a meter begins with")
    meter.add_argument("--start", metavar="AMOUNT", help="the meter on the first day; the seed")
    meter.add_argument("--start-reserve", metavar="AMOUNT", help="the reserve then; nothing")
    meter.add_argument("--increment", metavar="RATES", help="main+reserve, such as 15%%+3%%")
    meter.add_argument(
        "--reserve-policy",
        choices=RESERVE_POLICIES,
        default=RESERVE_POLICIES[0],
        help="the reserve becomes the new meter, or fills it up to the seed; rolls-over",
    )
    meter.add_argument(
        "--minimum", metavar="AMOUNT", help="of a new meter; the house advances and recovers it"
    )
    meter.add_argument("--limit", metavar="AMOUNT", help="the most on the meter; none")
    meter.add_argument(
        "--overflow",
        choices=OVERFLOW_POLICIES,
        default=OVERFLOW_POLICIES[0],
        help="where what exceeds the limit goes after a hit; to-meter",
    )
    meter.add_argument("--unit", metavar="AMOUNT", help="the base unit")
    floor = parser.add_argument_group("the floor")
    floor.add_argument("--tables", type=whole, default=1, help="linked tables; 1")
    floor.add_argument("--per-hour", type=whole, default=70, help="hands an hour and table; 70")
    floor.add_argument("--hours", type=whole, default=24, help="hours a day; 24")
    floor.add_argument("--players", type=whole, help="seats of a table; 7, or as the layout has")
    floor.add_argument(
        "--participation", metavar="PERCENT", default="50%", help="who bets, of the seats; 50%%"
    )
    floor.add_argument("--decks", type=whole, default=8, help="full decks; 8")
    time = parser.add_argument_group("time")
    time.add_argument("--days", type=whole, default=365, help="days of a year; 365")
    time.add_argument("--years", type=whole, default=YEARS, help=f"how many; {YEARS:,}")
    time.add_argument("--seed", type=_seed, default=1, help="seed of chance; same seed, same years")
    add_format(parser)
    add("--plot", metavar="FILE", help="the meter over the year: png or svg")
    add_file(parser)


def _seed(text: str) -> int:
    """Read the seed of chance, which an amount of money is not."""
    try:
        return whole(text)
    except ArgumentTypeError as error:
        words = "--seed is the seed of chance, what a meter begins with is --meter-seed"
        raise ArgumentTypeError(f"{error}: {words}") from None


def run(arguments: Namespace) -> int:
    """Play years, and print what they look like."""
    picture = check_plot(arguments.plot)
    main, reserve = (
        (None, None) if arguments.increment is None else read_increment(arguments.increment)
    )
    with Pace("years") as progress:
        ahead = jackpot(
            rulebook_of(arguments).wager(arguments.target),
            table=arguments.table,
            on=read_place(arguments.on),
            reading=arguments.reading,
            decks=arguments.decks,
            meter_seed_cents=_cents(arguments.meter_seed),
            start_cents=_cents(arguments.start),
            start_reserve_cents=_cents(arguments.start_reserve) or 0,
            main=main,
            reserve=reserve,
            reserve_policy=arguments.reserve_policy,
            minimum_cents=_cents(arguments.minimum),
            limit_cents=_cents(arguments.limit),
            overflow=arguments.overflow,
            unit_cents=_cents(arguments.unit),
            tables=arguments.tables,
            hands_per_hour=arguments.per_hour,
            hours_per_day=arguments.hours,
            players=arguments.players,
            participation=read_percent(arguments.participation),
            days=arguments.days,
            years=arguments.years,
            seed=arguments.seed,
            progress=progress,
        )
    with deaf():
        if arguments.format == "json":
            print_json(ahead.record())
        else:
            _print(ahead)
        if picture:
            from pitboss.printing.pictures import plot_jackpot

            plot_jackpot(ahead, arguments.plot)
            say_drawn(arguments.plot)
    if ahead.interrupted:
        print(
            f"pitboss simulate jackpot: stopped after {ahead.years:,} of {ahead.asked:,} years",
            file=sys.stderr,
        )
    return INTERRUPTED if ahead.interrupted else 0


def _cents(text: str | None) -> int | None:
    return None if text is None else read_cents(text)


def _print(ahead: JackpotYears) -> None:
    setting = ahead.setting
    hand = setting.hand
    print_text(f"{hand.table.wager.name}, table {hand.table.id}, {ahead.years:,} years", "bold")
    print_text(f"[{hand.table.cite}] {'; '.join(assumptions(setting))}", "dim")
    reserve = "" if not setting.reserve else f" + {_rate(setting.reserve)} reserve"
    unit, seed = (
        Money(cents, setting.currency) for cents in (hand.unit_cents, setting.meter_seed_cents)
    )
    print(
        f"  {setting.hands:,} hands a year, {hand.players} seats of which "
        f"{float(hand.participation):.0%} bet {unit}; seed {seed}, "
        f"increment {_rate(setting.main)}{reserve}"
    )
    print()
    heads = ("month", "hits", "meter at end", "5%", "95%", "paid from it", "house take")
    print_table(heads, _months(ahead), right=tuple(range(1, len(heads))))
    print()
    print_table(("a year", "mean", "s.e.", "exact", "z"), list(_figures(ahead)), right=(1, 2, 3, 4))


def _rate(rate: Fraction) -> str:
    return f"{float(100 * rate):.4f}".rstrip("0").rstrip(".") + "%"


def _money_in(currency: str) -> Callable[[float], str]:
    """Return what writes cents in whole units of a currency."""
    return lambda cents: str(Money(round(cents / 100) * 100, currency))


def _months(ahead: JackpotYears) -> list[tuple[str, ...]]:
    """Return a row for each month, and the year as the last."""
    money = _money_in(ahead.setting.currency)

    def row(name: str, hits: Figure, meter: Spread, paid: Figure, take: Spread) -> tuple[str, ...]:
        cents = (meter.mean, meter.percentiles[5], meter.percentiles[95], paid.mean, take.mean)
        return (name, f"{hits.mean:.2f}", *map(money, cents))

    rows = [row(str(one.number), one.hits, one.meter, one.paid, one.take) for one in ahead.months]
    paid = figure_of(ahead.total("meter_paid_cents"))
    end = ahead.months[-1].meter
    return [*rows, row("year", ahead.hits_per_year, end, paid, ahead.take_per_year)]


def _figures(ahead: JackpotYears) -> Iterator[tuple[str, ...]]:
    money = _money_in(ahead.setting.currency)
    yield _line("hits", ahead.hits_per_year, "{:,.2f}".format)
    for name, figure in (
        ("meter at a hit", ahead.meter_at_hit),
        ("paid per hit", ahead.paid_per_hit),
        ("paid per winner", ahead.paid_per_winner),
    ):
        if figure is not None:
            yield _line(name, figure, money)
    yield _line("house take", ahead.take_per_year.figure, money)
    low, high = (ahead.take_per_year.percentiles[percent] for percent in (5, 95))
    yield ("house take, 5% to 95%", f"{money(low)} to {money(high)}", "", "", "")
    if ahead.hold is not None:
        yield _line("hold of the handle", ahead.hold, "{:.3%}".format)
    if ahead.edge is not None:
        yield _line("edge, as odds count it", ahead.edge, "{:.3%}".format)
    yield from _parts(ahead, money)


def _parts(ahead: JackpotYears, money: Callable[[float], str]) -> Iterator[tuple[str, ...]]:
    """Yield what the house adds, and what lies beside the meter."""
    setting, total = ahead.setting, ahead.total
    beside = [("seeds paid by the house", total("from_house_micros"))]
    if setting.minimum_cents:
        beside.append(("advanced", total("advanced_micros")))
        beside.append(("recovered", total("recovered_micros")))
    envy = total("dealer_envy_cents") + total("player_envy_cents")
    if envy.any():
        beside.append(("envy", envy * MICROS))
    if setting.has_reserve or ahead.reserve_at_end_micros.any():
        beside.append(("reserve at the end", ahead.reserve_at_end_micros))
    if setting.limit_cents is not None:
        beside.append(("overflow at the end", ahead.overflow_at_end_micros))
    for name, micros in beside:
        yield (name, money(float(micros.mean()) / MICROS), "", "", "")
    if setting.may_be_short:
        short = int((total("short") > 0).sum())
        yield ("years with the reserve short", f"{short:,}", "", "", "")


def _line(name: str, figure: Figure, shown: Callable[[float], str]) -> tuple[str, ...]:
    return (
        name,
        shown(figure.mean),
        "" if figure.standard_error is None else shown(figure.standard_error),
        "" if figure.exact is None else shown(float(figure.exact)),
        "" if figure.z is None else f"{figure.z:+.2f}",
    )
