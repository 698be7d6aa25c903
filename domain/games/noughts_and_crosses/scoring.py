"""Who has a row, and the ranking."""

from __future__ import annotations

from functools import cache

from domain.games.noughts_and_crosses.actions import Square
from domain.games.noughts_and_crosses.edition import Board
from domain.games.noughts_and_crosses.state import Marks, opponent
from domain.kernel.result import Result, Standing
from domain.kernel.values import Seat

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""NC-006: across, down, and along both diagonals; as steps down and to the right."""


@cache
def rows(board: Board) -> tuple[tuple[Square, ...], ...]:
    """NC-006: list the squares of every row that would win."""
    size, reach = range(board.size), board.row - 1
    return tuple(
        tuple((y + n * down) * board.size + x + n * right for n in range(board.row))
        for y in size
        for x in size
        for down, right in DIRECTIONS
        if y + reach * down in size and x + reach * right in size
    )


@cache
def rows_through(board: Board) -> tuple[tuple[tuple[Square, ...], ...], ...]:
    """NC-006: list for each square the rows that it is part of."""
    squares = range(board.squares)
    return tuple(tuple(row for row in rows(board) if square in row) for square in squares)


def has_row(board: Board, marks: Marks, square: Square) -> bool:
    """NC-006, NC-R02: tell whether the mark on a square is part of a whole row."""
    mark = marks[square]
    for row in rows_through(board)[square]:
        for one in row:
            if marks[one] != mark:
                break
        else:
            return True
    return False


def won_by(seat: Seat) -> Result:
    """NC-006: the player with the row wins."""
    places = (Standing(seat=seat, place=1), Standing(seat=opponent(seat), place=2))
    return Result(ranking=places, winners=(seat,))


def drawn() -> Result:
    """NC-007, NC-R03: both share the first place."""
    return Result(ranking=(Standing(seat=0, place=1), Standing(seat=1, place=1)), winners=(0, 1))
