"""What a viewer may see of a game of Noughts and Crosses: everything."""

from __future__ import annotations

from typing import Literal

from domain.games.noughts_and_crosses.edition import Board
from domain.games.noughts_and_crosses.state import Marks, State
from domain.kernel.result import Result
from domain.kernel.secrecy import Viewer
from domain.kernel.values import Seat, Value


class SeatView(Value):
    """What is to be seen of a player."""

    seat: Seat
    player: str | None
    """The player's name, filled in by the table."""
    mark: Literal["cross", "nought"]
    """NC-001: what the player draws."""


class NoughtsAndCrossesView(Value):
    """The table as everybody sees it."""

    board: Board
    marks: Marks
    """For each square, row by row, the seat that has marked it."""
    turn: Seat | None
    seats: tuple[SeatView, ...]
    result: Result | None


def view(state: State, viewer: Viewer) -> NoughtsAndCrossesView:
    """Show the table; nothing is hidden from anybody."""
    del viewer
    return NoughtsAndCrossesView(
        board=state.board,
        marks=state.marks,
        turn=state.turn,
        seats=(
            SeatView(seat=0, player=None, mark="cross"),
            SeatView(seat=1, player=None, mark="nought"),
        ),
        result=state.result,
    )
