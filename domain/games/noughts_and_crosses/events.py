"""What can have happened in Noughts and Crosses."""

from __future__ import annotations

from typing import TypeAlias

from domain.games.noughts_and_crosses.actions import Square
from domain.kernel.result import Result
from domain.kernel.values import Event, Seat, tags_of


class _Event(Event, tag=tags_of("noughts_and_crosses")):
    """An event of Noughts and Crosses."""


class GameSetUp(_Event):
    """NC-003, NC-R01: it is settled who begins."""

    starting_seat: Seat


class MarkPlaced(_Event):
    """NC-004, NC-005: a player has marked a square."""

    seat: Seat
    square: Square


class GameEnded(_Event):
    """NC-006, NC-007: somebody has a row, or the board is full."""

    result: Result


NoughtsAndCrossesEvent: TypeAlias = GameSetUp | MarkPlaced | GameEnded
