"""What is offered: counted along fixed games, and complete in both directions."""

from __future__ import annotations

import random
from itertools import combinations, product
from math import comb

import msgspec
import pytest

from domain.kernel.choices import IntRange, OneOf, Placement, Subset
from domain.kernel.errors import RuleViolation
from tests.games.aristo_maze.table import ARISTO_MAZE, A, B, Table, hired, laid, row, supplied

DUNGEON = ["slime", "ghoul", "trap", "ogre", "dragon", "wraith", "lich", "gazer"]


def test_perft_along_a_fixed_game():
    """The number of legal actions at each decision of one round; a change of rules shows here."""
    table, rng = laid(*DUNGEON, players=3, wanted=["minstrel"]), random.Random(11)
    counts = []
    while ARISTO_MAZE.upkeep(table.state) is None:
        seat = table.state.awaiting[0]
        choices = ARISTO_MAZE.legal(table.state, seat)
        counts.append(choices.count())
        action = choices.sample(rng)
        table.acts(seat, action.pop("type"), **action)
    assert counts == PERFT


PERFT = [112488750, 112488750, 112488750, 55, 2915, 5940, 1, 286, 726, 64, 64, 32]


def offered(table, seat):
    (choice,) = ARISTO_MAZE.legal(table.state, seat).items
    return choice


@pytest.mark.rule("AM-033", "AM-034")
def test_what_is_offered_in_the_inquiry():
    choice = offered(laid(*DUNGEON), A)
    assert choice.type == "place_inquiry"
    assert choice.open["floors"] == Placement(
        spot="floor",
        of=tuple(range(1, 9)),
        pieces={"gold": 12, "crest": 3, "intrigue": 1},
        limits={"gold": 4},
        min=0,
        max=16,
    )


@pytest.mark.rule("AM-044", "AM-R15", "AM-046")
def test_what_is_offered_in_the_bids():
    table = laid(*DUNGEON, wanted=["knight"])
    table.inquires({A: {1: 4, 2: 4, 3: 3, 4: (0, 2, 1)}})
    short, full = offered(table, A).open["bids"], offered(table, B).open["bids"]
    assert (short.min, short.max, short.pieces) == (2, 2, {"gold": 1, "crest": 1, "intrigue": 0})
    assert (full.min, full.max, full.of) == (4, 4, table.state.names)
    assert short.count() == 144
    gold_alone = comb(4 + 11, 11)
    assert full.count() > gold_alone
    table.bids({A: {"knight": (1, 1)}, **{seat: {"hermit": 4} for seat in (1, 2, 3)}})
    assert (offered(table, A).open["bids"].max, offered(table, B).open["bids"].max) == (0, 12)
    assert offered(table, B).open["bids"].min == 0


@pytest.mark.rule("AM-083", "AM-084", "AM-086", "AM-R42")
def test_what_is_offered_for_a_plan():
    table = hired(DUNGEON, {"ninja": 0, "berserker": 0}, {"knight": 0})
    assert offered(table, A).open == {
        "return_floor": IntRange(min=5, max=8),
        "skip_floors": Subset(of=tuple(range(1, 9)), min=2, max=2),
    }
    assert offered(table, B).open["return_floor"] == IntRange(min=1, max=8)
    assert ARISTO_MAZE.legal(table.state, A).count() == 4 * 28


@pytest.mark.rule("AM-068", "AM-069", "AM-R23")
def test_what_is_offered_in_the_middle_of_the_auctions():
    table = laid(*DUNGEON, wanted=["minstrel", "alchemist", "knight"])
    table.auctions({A: {"minstrel": 2, "knight": 2, "alchemist": (2, 1)}})
    assert offered(table, A).open == {"floor": OneOf(of=(4, 5, 6, 7, 8))}
    assert ARISTO_MAZE.legal(table.state, B).items == ()
    first = ARISTO_MAZE.question(table.state, A)
    table.acts(A, "peek_floor", floor=4)
    assert offered(table, A).open == {"character": OneOf(of=("knight", "minstrel"))}
    assert ARISTO_MAZE.question(table.state, A) != first


def test_a_second_choice_of_a_kind_is_another_question():
    """An answer to the first one that is sent twice must not answer the second."""
    peek = [{"timing": 3, "kind": "peek", "amount": 1}]
    edition = supplied(
        *(
            (("characters", row("characters", name), "normal"), peek)
            for name in ("knight", "wizard")
        )
    )
    table = laid(*DUNGEON, edition=edition)
    table.auctions({A: {"knight": 2, "wizard": 2}})
    asked = []
    for _ in range(2):
        asked.append(ARISTO_MAZE.question(table.state, A))
        table.acts(A, "peek_floor", floor=4)
    assert len(set(asked)) == 2
    assert table.state.phase == "planning"


def accepts(table, seat, kind, fields) -> bool:
    trial = Table(table.state, table.chance)
    try:
        trial.acts(seat, kind, **fields)
    except RuleViolation:
        return False
    return True


def small():
    """A game with few markers, so that all placements can be tried."""
    return supplied(
        (("setup", "gold_per_round"), 3),
        (("limits", "max_gold_per_floor"), 2),
        (("limits", "first_bid_markers"), 3),
        (("modes", "practice", "crest_markers"), 1),
        (("modes", "practice", "characters"), ["knight", "witch", "hermit"]),
    )


@pytest.mark.rule("AM-033", "AM-034", "AM-R50")
def test_exactly_the_offered_inquiries_are_accepted():
    table = laid(mode="practice", edition=small())
    choices, seen = ARISTO_MAZE.legal(table.state, A), 0
    laid_ = list(product(range(4), range(3), range(2)))
    for (one, first), (two, second) in product(product((1, 2), laid_), product((2, 5), laid_)):
        entries = [
            {"floor": floor, "gold": gold, "crest": crest, "intrigue": intrigue}
            for floor, (gold, crest, intrigue) in ((one, first), (two, second))
        ]
        for listed in (entries, entries[:1]):
            action = {"type": "place_inquiry", "floors": listed}
            is_offered = choices.contains(action)
            assert is_offered == accepts(table, A, "place_inquiry", {"floors": listed})
            seen += is_offered
    assert seen > 50


@pytest.mark.rule("AM-044", "AM-R50")
def test_exactly_the_offered_first_bids_are_accepted():
    table = laid(mode="practice", edition=small())
    table.inquires()
    choices = ARISTO_MAZE.legal(table.state, A)
    every = list(choices.actions())
    assert len(every) == choices.count()
    assert all(accepts(table, A, "place_bids", {"bids": one["bids"]}) for one in every)
    names = table.state.names
    kinds = [{"gold": 1}, {"crest": 1}, {"intrigue": 1}, {"gold": 2}, {"gold": 2, "crest": 1}]
    for size in (0, 1, 2, 3):
        for spots in combinations((*names, "cat"), size):
            for laid_ in product(kinds, repeat=size):
                bids = [
                    {"character": name, "gold": 0, "crest": 0, "intrigue": 0, **counts}
                    for name, counts in zip(spots, laid_, strict=True)
                ]
                is_offered = choices.contains({"type": "place_bids", "bids": bids})
                assert is_offered == accepts(table, A, "place_bids", {"bids": bids})


@pytest.mark.parametrize("seed", range(4))
def test_choices_are_small_wherever_a_game_leads(seed):
    rng, table = random.Random(seed), laid(*DUNGEON)
    while ARISTO_MAZE.result(table.state) is None:
        if ARISTO_MAZE.upkeep(table.state) is not None:
            table.keeps()
            continue
        seat = table.state.awaiting[0]
        choices = ARISTO_MAZE.legal(table.state, seat)
        assert len(msgspec.json.encode(choices)) < 1000
        action = choices.sample(rng)
        table.acts(seat, action.pop("type"), **action)
