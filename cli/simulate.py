"""`roundtable simulate`: many games without a server, and what they have in common."""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Annotated

import msgspec
from cyclopts import Parameter
from cyclopts.validators import Number
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from cli.exits import WrongUsage
from cli.screen import err, out
from cli.statistics import Numbers, Side, Statistics
from cli.tables.picture import grid
from domain.catalog import RULESETS
from domain.kernel.errors import GameError
from domain.simulate import AnyRuleset, play_game
from domain.table.box import default_box

CHUNK = 10
"""Games that a process plays before it tells."""
MANY = 100
"""From here on a mean is told without decimals."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played again and again. The games depend on nothing else, so the seed repeats them."""

    ruleset: str
    players: int
    bots: tuple[str, ...]
    """By seat, for the first game; in each game after it they move on by a seat."""
    options: dict[str, str | int | bool]
    seed: int


def simulate(  # noqa: PLR0913  # options of a command line
    ruleset: str,
    *,
    games: Annotated[int, Parameter(name=("--games", "-n"), validator=Number(gte=1))] = 1000,
    players: int | None = None,
    bots: str = "random",
    options: str = "{}",
    seed: int = 1,
    jobs: Annotated[int, Parameter(validator=Number(gte=1))] = 1,
) -> None:
    """Play many games at once, without a server, and tell how they went.

    The same seed plays the same games, however many processes share the work.

    Parameters
    ----------
    ruleset
        Which board game.
    games
        How many games.
    players
        Seats; the fewest that the ruleset allows if left out.
    bots
        Who plays, by commas, seats beyond the last in turn again; the bots move on by a seat from game to
        game, so that none owes its wins to its place.
    options
        The game's options, as JSON.
    seed
        Of all luck.
    jobs
        Processes that share the work.
    """
    plan = _planned(ruleset, players, bots, options, seed)
    statistics, began = Statistics(), perf_counter()
    with _progress(games) as advance:
        for part, played in _played(plan, games, jobs):
            statistics.merge(part)
            advance(played)
    _report(plan, statistics, perf_counter() - began)


def play_some(plan: Plan, numbers: Iterable[int]) -> Statistics:
    """Play the games of these numbers."""
    rules = RULESETS[plan.ruleset]
    options = default_box(rules).options(plan.options)
    statistics = Statistics()
    for number in numbers:
        turn = number % plan.players
        bots = plan.bots[-turn:] + plan.bots[:-turn] if turn else plan.bots
        game = play_game(
            rules,
            players=plan.players,
            rng=random.Random(f"{plan.seed}|{number}"),
            options=options,
            policies=[rules.bots[bot] for bot in bots],
        )
        statistics.add(game.result, (game.actions, game.events), bots)
    return statistics


def _played(plan: Plan, games: int, jobs: int) -> Iterator[tuple[Statistics, int]]:
    """Play all games, in this process or in several; give what each chunk of them has brought."""
    chunks = [range(begin, min(begin + CHUNK, games)) for begin in range(0, games, CHUNK)]
    play = partial(play_some, plan)
    if jobs <= 1:
        yield from ((play(chunk), len(chunk)) for chunk in chunks)
        return
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=spawn) as pool:
        for part, chunk in zip(pool.map(play, chunks), chunks, strict=True):
            yield part, len(chunk)


def _planned(ruleset: str, players: int | None, bots: str, options: str, seed: int) -> Plan:
    """Check what was asked for. Raises `WrongUsage`."""
    rules = RULESETS.get(ruleset)
    if rules is None:
        raise WrongUsage(f"There is no ruleset {ruleset}; there are {', '.join(RULESETS)}.")
    fewest, most = rules.players
    seats = players if players is not None else fewest
    if not fewest <= seats <= most:
        raise WrongUsage(f"--players {seats}: {ruleset} is for {fewest} to {most}.")
    named = [one.strip() for one in bots.split(",") if one.strip()]
    unknown = [one for one in named if one not in rules.bots]
    if unknown or not named:
        raise WrongUsage(f"--bots {bots}: it has to be of {', '.join(rules.bots)}.")
    by_seat = tuple(named[seat % len(named)] for seat in range(seats))
    chosen = _options(rules, seats, options)
    return Plan(ruleset, seats, by_seat, chosen, seed)


def _options(rules: AnyRuleset, seats: int, text: str) -> dict[str, str | int | bool]:
    try:
        told = msgspec.json.decode(text, type=dict[str, str | int | bool])
        rules.check_options(rules.edition, seats, default_box(rules).options(told))
    except (msgspec.DecodeError, GameError) as error:
        raise WrongUsage(f"--options {text}: {error}") from error
    return told


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("", total=games)

        def advance(played: int) -> None:
            progress.advance(task, played)

        yield advance


def _report(plan: Plan, told: Statistics, seconds: float) -> None:
    games, actions = told.actions.count, told.actions.total
    out.print(
        f"[bold]{games} games of {plan.ruleset}[/] with {plan.players} players in {seconds:.2f} s: "
        f"{games / seconds:,.0f} games/s, {actions / seconds:,.0f} actions/s"
    )
    if len(set(plan.bots)) > 1:
        out.print(
            f"Seats at first: {', '.join(plan.bots)}; from game to game each moves on by one."
        )
    length = grid("", "mean", "scatter", "least", "most")
    _add(length, "actions a game", told.actions)
    _add(length, "events a game", told.events)
    out.print(length)
    if told.outcomes:
        parts = (f"{name} {count / games:.1%}" for name, count in sorted(told.outcomes.items()))
        out.print(f"\nOutcome: {', '.join(parts)}")
    out.print()
    out.print(_sides("seat", {str(seat): side for seat, side in sorted(told.seats.items())}))
    if len(told.bots) > 1:
        out.print()
        out.print(_sides("bot", told.bots))


def _sides(heading: str, sides: dict[str, Side]) -> Table:
    """Compare seats, or bots: wins, places, and every figure as `mean ± scatter (least…most)`."""
    figures = list(dict.fromkeys(name for side in sides.values() for name in side.figures))
    table = grid(heading, "games", "wins", "place", *(name.replace("_", " ") for name in figures))
    for name, side in sides.items():
        wins = f"{side.wins / side.games:.1%}"
        cells = (_cell(side.figures[figure]) for figure in figures)
        table.add_row(name, str(side.games), wins, f"{side.places.mean:.2f}", *cells)
    return table


def _cell(numbers: Numbers) -> str:
    digits = 0 if abs(numbers.mean) >= MANY else 1
    ends = f"({numbers.least:.0f}…{numbers.most:.0f})"
    return f"{numbers.mean:.{digits}f} ± {numbers.scatter:.{digits}f} {ends}"


def _add(table: Table, name: str, numbers: Numbers) -> None:
    ends = (f"{numbers.least:.0f}", f"{numbers.most:.0f}")
    table.add_row(name, f"{numbers.mean:.1f}", f"{numbers.scatter:.1f}", *ends)
