"""What is offered: counted along a fixed game, and complete in both directions."""

from __future__ import annotations

import random
from itertools import product

import pytest

from domain.kernel.errors import RuleViolation
from tests.games.burnmelt.table import BURNMELT, TYPES, K, M, P, T, Table, dealt, midway

CENTRE = {K: 1, M: 2, P: 1}


def test_perft_along_a_fixed_game():
    """The number of legal actions at each of the first turns of one game; a change of rules shows here."""
    table, rng = dealt(3, starting_seat=0), random.Random(11)
    counts = []
    for _ in range(12):
        seat = table.state.awaiting[0]
        choices = BURNMELT.legal(table.state, seat)
        counts.append(choices.count())
        assert counts[-1] == len(list(choices.actions()))
        action = choices.sample(rng)
        table.acts(seat, action.pop("type"), **action)
    assert counts == PERFT


PERFT = [2, 2, 2, 19, 15, 15, 4, 16, 6, 6, 11, 4]


@pytest.mark.rule("BM-025")
def test_exactly_the_offered_actions_are_accepted():
    """Every action over these types, counts and takes: offered if and only if accepted.

    Save that to take the whole Centre is offered once, in the words that need no cards.
    """
    table = midway({0: {T: 2, M: 1}}, CENTRE)
    offered = BURNMELT.legal(table.state, 0)
    takes = [None] + [
        {t: n for t, n in zip(TYPES, numbers, strict=True) if n}
        for numbers in product(range(3), repeat=4)
    ]
    seen = 0
    for name, count, take in product(TYPES, range(1, 4), takes):
        action = {"type": "play_cards", "adventurer": name, "count": count, "take": take}
        assert offered.contains(action) == (accepts(table, action) and take != CENTRE)
        seen += offered.contains(action)
    assert seen == offered.count()


def accepts(table: Table, action) -> bool:
    trial = Table(table.state)
    try:
        trial.plays(0, action["adventurer"], action["count"], action["take"])
    except RuleViolation:
        return False
    return True
