"""The server bot greedy follows the advice of the specification, and hardly ever loses to random."""

from __future__ import annotations

import random

import pytest

from domain.simulate import play_game
from tests.games.noughts_and_crosses.table import NOUGHTS, midway

GREEDY = NOUGHTS.bots["greedy"]


def chosen(board, turn=0, row=3):
    """The squares that the bot chooses at a position, whatever its luck."""
    state = midway(board, turn, row).state
    view, choices = NOUGHTS.view(state, turn), NOUGHTS.legal(state, turn)
    return {GREEDY(view, choices, random.Random(seed))["square"] for seed in range(30)}


@pytest.mark.parametrize(
    ("board", "squares"),
    [
        pytest.param("XX./OO./...", {2}, id="wins rather than blocks"),
        pytest.param("OO./X../...", {2}, id="blocks rather than takes the centre"),
        pytest.param("O../.../...", {4}, id="takes the centre"),
        pytest.param(".../.O./...", {0, 2, 6, 8}, id="takes a corner"),
        pytest.param("XOX/.X./OXO", {3, 5}, id="takes what is left"),
        pytest.param("O.../..../..../....", {5, 6, 9, 10}, id="knows the centre of any board"),
    ],
)
def test_greedy_wins_blocks_and_takes_what_is_best(board, squares):
    assert chosen(board) == squares


def test_greedy_hardly_ever_loses_to_random():
    games, won, lost = 400, 0, 0
    for number in range(games):
        seat = number % 2
        policies = [NOUGHTS.bots["random"]] * 2
        policies[seat] = GREEDY
        ended = play_game(NOUGHTS, players=2, rng=random.Random(number), policies=policies)
        won += ended.result.winners == (seat,)
        lost += ended.result.winners == (1 - seat,)
    assert won > 0.8 * games
    assert lost < 0.03 * games
