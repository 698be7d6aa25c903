"""A plain tic-tac-toe, from which OpenSpiel's rates are reckoned where it is not installed.

OpenSpiel's own Python imports this too and plays its game by the same loop: nothing but the standard library here.
"""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Callable
from typing import Any

LINES = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6),
)  # fmt: skip


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


def moves_per_second(make: Callable[[], Any], seconds: float) -> float:
    """Play at random for so long; give moves a second of CPU time."""
    rng = random.Random(1)
    moves, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        state = make()
        while not state.is_terminal():
            legal = state.legal_actions(state.current_player())
            state.apply_action(legal[rng.randrange(len(legal))])
            moves += 1
    return moves / (time.process_time() - began)


def copies_per_second(number: int) -> float:
    """Copy a game in progress deeply, so often; give copies a second of CPU time."""
    state = State()
    for cell in (4, 0, 2):
        state.apply_action(cell)
    began = time.process_time()
    for _ in range(number):
        copy.deepcopy(state)
    return number / (time.process_time() - began)
