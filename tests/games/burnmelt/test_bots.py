"""Server bots see a view and their choices, and the greedy one plays better than chance."""

from __future__ import annotations

import random

import pytest

from domain.simulate import play_game
from tests.games.burnmelt.table import BURNMELT


@pytest.mark.parametrize("players", [3, 4, 5])
def test_greedy_beats_random(players):
    """In one seat of many, rotated: it wins well over its fair share (figures: docs/performance.md)."""
    greedy, chance = BURNMELT.bots["greedy"], BURNMELT.bots["random"]
    games, won = 60, 0
    for number in range(games):
        seat = number % players
        policies = [greedy if one == seat else chance for one in range(players)]
        ended = play_game(BURNMELT, players=players, rng=random.Random(number), policies=policies)
        won += ended.result.winners == (seat,)
    assert won > 1.4 * games / players
