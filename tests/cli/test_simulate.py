"""`roundtable simulate`: the same seed plays the same games, and the figures are right."""

from __future__ import annotations

import re
import statistics as stdlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.exits import WrongUsage
from cli.simulate import Plan, play_some, simulate
from cli.statistics import Numbers, Statistics
from domain.catalog import RULESETS
from tests.cli.conftest import roundtable

PLAN = Plan("burnmelt", 4, ("greedy", "random", "random", "random"), {}, seed=5)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_ruleset_can_be_simulated(ruleset: str) -> None:
    told = roundtable("simulate", ruleset, "-n", "3")

    assert told.returncode == 0
    assert told.stdout.startswith(
        f"3 games of {ruleset} with {RULESETS[ruleset].players[0]} players"
    )


def test_the_seed_repeats_the_games_however_the_work_is_shared(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shared = roundtable("simulate", "burnmelt", "-n", "25", "--seed", "9", "--jobs", "2").stdout
    simulate("burnmelt", games=25, seed=9)
    alone = capsys.readouterr().out
    simulate("burnmelt", games=25, seed=8)
    other = capsys.readouterr().out

    assert figures(alone) == figures(shared) != figures(other)


def figures(text: str) -> list[list[str]]:
    """All but the first line, which tells the time that it took, without the columns' widths."""
    return [line.split() for line in text.splitlines()[1:]]


def test_seats_and_bots_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    simulate("burnmelt", games=4, players=4, bots="greedy,random,random,random")

    text = capsys.readouterr().out
    rows = dict(re.findall(r"^(\w+) +(\d+) +[\d.]+% ", text, re.MULTILINE))
    assert rows == {"0": "4", "1": "4", "2": "4", "3": "4", "greedy": "4", "random": "12"}
    assert re.search(r"^actions a game +\d+\.\d", text, re.MULTILINE)


def test_the_bots_move_on_by_a_seat_from_game_to_game() -> None:
    told = play_some(PLAN, range(4))

    assert told.bots["greedy"].games == 4
    assert all(side.games == 4 for side in told.seats.values())
    assert sum(side.wins for side in told.seats.values()) == 4
    assert sum(side.wins for side in told.bots.values()) == 4


def test_parts_add_up_to_the_whole() -> None:
    whole, parts = play_some(PLAN, range(6)), Statistics()
    for part in (range(2), range(2, 5), range(5, 6)):
        parts.merge(play_some(PLAN, part))

    assert parts == whole


@given(
    st.lists(st.integers(-1000, 1000), min_size=1), st.lists(st.integers(-1000, 1000), min_size=1)
)
def test_numbers(some: list[int], more: list[int]) -> None:
    one, two = Numbers(), Numbers()
    for value in some:
        one.add(value)
    for value in more:
        two.add(value)
    one.merge(two)

    assert one.count == len(some + more)
    assert (one.least, one.most) == (min(some + more), max(some + more))
    assert one.mean == pytest.approx(stdlib.fmean(some + more))
    assert one.scatter == pytest.approx(stdlib.pstdev(some + more), abs=1e-6)


def test_of_nothing_there_is_nothing_to_tell() -> None:
    assert (Numbers().mean, Numbers().scatter, Numbers().least) == (0.0, 0.0, None)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"ruleset": "chess"}, "There is no ruleset chess; there are burnmelt"),
        ({"players": 2}, "--players 2: burnmelt is for 3 to 5"),
        ({"bots": "greedy,clever"}, "--bots greedy,clever: it has to be of "),
        ({"bots": " , "}, "--bots"),
        ({"options": "{"}, "--options {"),
        ({"options": '{"rounds": 9}'}, "--options"),
        ({"options": '{"colour": 1}'}, "colour"),
    ],
)
def test_what_cannot_be_simulated(given: dict[str, object], why: str) -> None:
    with pytest.raises(WrongUsage, match=re.escape(why)):
        simulate(**({"ruleset": "burnmelt"} | given))  # type: ignore[arg-type]  # on purpose


def test_options_reach_the_game() -> None:
    one, two = (
        play_some(Plan("burnmelt", 3, ("random",) * 3, {"rounds": rounds}, 1), range(20))
        for rounds in (1, 2)
    )

    assert one.actions.mean < 0.6 * two.actions.mean
