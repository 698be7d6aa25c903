"""Server bots of Noughts and Crosses: they see a view and their choices, nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.noughts_and_crosses.actions import Square
from domain.games.noughts_and_crosses.edition import Board
from domain.games.noughts_and_crosses.scoring import has_row
from domain.games.noughts_and_crosses.state import marked, opponent
from domain.games.noughts_and_crosses.view import NoughtsAndCrossesView
from domain.kernel.chance import Rng
from domain.kernel.choices import Choices
from domain.kernel.values import Json, Seat


def greedy(view: NoughtsAndCrossesView, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Win; else block; else take the centre, a corner, any square."""
    me = choices.seat
    squares = [*_completing(view, me), *_completing(view, opponent(me))][:1] or _finest(view)
    return {"type": "place_mark", "square": squares[rng.randrange(len(squares))]}


def _completing(view: NoughtsAndCrossesView, seat: Seat) -> Iterator[Square]:
    """Give the squares with which a player would have a row."""
    for square in _empty(view):
        if has_row(view.board, marked(view.marks, square, seat), square):
            yield square


def _finest(view: NoughtsAndCrossesView) -> list[Square]:
    """Give the empty squares of the best kind that is left."""
    empty = _empty(view)
    best = max(_worth(view.board, square) for square in empty)
    return [square for square in empty if _worth(view.board, square) == best]


def _worth(board: Board, square: Square) -> int:
    """Value a square by where it lies: 2 in the centre, 1 in a corner, else 0."""
    places, end = divmod(square, board.size), board.size - 1
    if all(abs(2 * place - end) <= 1 for place in places):
        return 2
    return 1 if all(place in (0, end) for place in places) else 0


def _empty(view: NoughtsAndCrossesView) -> list[Square]:
    return [square for square, owner in enumerate(view.marks) if owner is None]
