"""OpenSpiel's side of the pipe: run by the Python of its own environment, it needs none of our packages.

A line of input is a question, `moves <seconds>` or `clones <states>`; a line of output a rate by CPU time.
"""

from __future__ import annotations

import random
import sys
import time
from typing import Any

import pyspiel
from open_spiel.python import games  # noqa: F401  # makes the games in Python known

from bench.floors import tic_tac_toe


def moves_per_second(seconds: str) -> float:
    """Play tic-tac-toe at random for so long."""
    game = pyspiel.load_game("python_tic_tac_toe")
    return tic_tac_toe.moves_per_second(game.new_initial_state, float(seconds))


def clones_per_second(number: str) -> float:
    """Clone so many states of games in progress."""
    states = _middles(int(number))
    began = time.process_time()
    for state in states:
        state.clone()
    return len(states) / (time.process_time() - began)


def _middles(number: int) -> list[Any]:
    """Play liar's poker at random; give what lies between the deal and the end."""
    game, rng = pyspiel.load_game("python_liars_poker"), random.Random(3)
    found: list[Any] = []
    while len(found) < number:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                legal = [action for action, _ in state.chance_outcomes()]
            else:
                found.append(state.clone())
                legal = state.legal_actions()
            state.apply_action(rng.choice(legal))
    return found[:number]


RATES = {"moves": moves_per_second, "clones": clones_per_second}

for line in sys.stdin:
    what, amount = line.split()
    print(RATES[what](amount), flush=True)
