"""What a seat can ask for in Noughts and Crosses."""

from __future__ import annotations

from typing import TypeAlias

from domain.kernel.values import Action

Square: TypeAlias = int
"""A square of the board, counted from 0, row by row from the top left."""


class PlaceMark(Action):
    """NC-004, NC-005: mark an empty square."""

    square: Square


NoughtsAndCrossesAction: TypeAlias = PlaceMark
"""The union of the actions; a game with a second one writes `PlaceMark | Another`."""
