"""The state of a game of Noughts and Crosses and how events change it."""

from __future__ import annotations

from typing import Literal, TypeAlias, assert_never

from msgspec.structs import replace

from domain.games.noughts_and_crosses.actions import Square
from domain.games.noughts_and_crosses.edition import Board, Edition
from domain.games.noughts_and_crosses.events import (
    GameEnded,
    GameSetUp,
    MarkPlaced,
    NoughtsAndCrossesEvent,
)
from domain.kernel.result import Result
from domain.kernel.values import Seat, Value

Marks: TypeAlias = tuple[Seat | None, ...]
"""For each square the seat that has marked it."""


class Options(Value, forbid_unknown_fields=True):
    """How a game may be varied."""

    starting_seat: Literal[0, 1] | None = None
    """NC-R01: who begins; null to draw lots for it."""


class State(Value):
    """All that there is on the table."""

    board: Board
    marks: Marks
    named_starter: Seat | None
    """NC-R01: the option `starting_seat`."""
    turn: Seat | None = None
    """Whose turn it is; null before the game and after it."""
    result: Result | None = None


def initial(edition: Edition, players: int, options: Options) -> State:
    """NC-002: lay out the empty board."""
    del players
    board = edition.board
    return State(board=board, marks=(None,) * board.squares, named_starter=options.starting_seat)


def evolve(state: State, event: NoughtsAndCrossesEvent) -> State:
    """Write down what an event says."""
    match event:
        case MarkPlaced():
            marks = marked(state.marks, event.square, event.seat)
            return replace(state, marks=marks, turn=opponent(event.seat))
        case GameSetUp():
            return replace(state, turn=event.starting_seat)
        case GameEnded():
            return replace(state, turn=None, result=event.result)
        case _:
            assert_never(event)


def opponent(seat: Seat) -> Seat:
    """NC-001: the other of the two seats."""
    return 1 - seat


def marked(marks: Marks, square: Square, seat: Seat) -> Marks:
    """Give the marks with one more."""
    return (*marks[:square], seat, *marks[square + 1 :])
