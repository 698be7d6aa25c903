"""Random playouts of tic-tac-toe by OpenSpiel's game in Python.

OpenSpiel is large and not among our dependencies (`pip install open_spiel` brings it). Without it a
plain tic-tac-toe is played, and OpenSpiel's rate is reckoned from it by what both took side by side.
"""

from __future__ import annotations

import random
import time
from importlib.util import find_spec
from typing import Any

LINES = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6),
)  # fmt: skip
HAS_OPENSPIEL = find_spec("pyspiel") is not None
NAME = "python_tic_tac_toe" if HAS_OPENSPIEL else "python_tic_tac_toe, reckoned"
OPENSPIEL_TO_PLAIN = 0.27
"""OpenSpiel's rate to the plain one's, on the machine of docs/performance.md."""


class State:
    """A game in progress, with the methods that OpenSpiel's states have."""

    def __init__(self) -> None:
        self.board = ["."] * 9
        self.player = 0
        self.winner: int | None = None
        self.history: list[tuple[int, int]] = []

    def is_terminal(self) -> bool:
        return self.winner is not None or len(self.history) == 9

    def current_player(self) -> int:
        return -4 if self.is_terminal() else self.player

    def legal_actions(self, player: int) -> list[int]:
        assert player == self.player
        return [cell for cell, mark in enumerate(self.board) if mark == "."]

    def apply_action(self, action: int) -> None:
        if action not in self.legal_actions(self.player):
            raise ValueError(f"{action} is not legal")
        mark = "xo"[self.player]
        self.board[action] = mark
        self.history.append((self.player, action))
        if any(all(self.board[cell] == mark for cell in line) for line in LINES):
            self.winner = self.player
        self.player = 1 - self.player


def _new_state() -> Any:
    if not HAS_OPENSPIEL:
        return State
    import pyspiel  # type: ignore[import-not-found]  # noqa: PLC0415  # optional
    from open_spiel.python import games  # type: ignore[import-not-found]  # noqa: F401, PLC0415

    return pyspiel.load_game("python_tic_tac_toe").new_initial_state


def moves_per_second(seconds: float) -> float:
    """Play OpenSpiel's at random for so long; give moves a second of CPU time."""
    make, rng = _new_state(), random.Random(1)
    moves, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        state = make()
        while not state.is_terminal():
            legal = state.legal_actions(state.current_player())
            state.apply_action(legal[rng.randrange(len(legal))])
            moves += 1
    rate = moves / (time.process_time() - began)
    return rate if HAS_OPENSPIEL else rate * OPENSPIEL_TO_PLAIN
