"""The rules of Aristo-Maze: what comes of an action and of the bookkeeping. One module a phase."""

from __future__ import annotations

from typing import assert_never

from domain.games.aristo_maze.actions import (
    AristoMazeAction,
    MoveCrest,
    PeekFloor,
    PlaceBids,
    PlaceInquiry,
    PlacePlan,
)
from domain.games.aristo_maze.rules.choosing import move_crest, peek_floor
from domain.games.aristo_maze.rules.exploring import place_plan, resolve_exploration
from domain.games.aristo_maze.rules.inquiring import place_inquiry
from domain.games.aristo_maze.rules.organizing import place_bids
from domain.games.aristo_maze.rules.providing import AristoMazePlay, start_round
from domain.games.aristo_maze.state.table import State
from domain.kernel.values import Seat


def upkeep(state: State) -> str | None:
    """Name the bookkeeping that is due."""
    if state.phase == "providing":
        return "start_round"
    return "resolve_exploration" if state.phase == "exploring" else None


def keep(play: AristoMazePlay, name: str) -> None:
    """Do the bookkeeping that is due."""
    if name == "start_round":
        start_round(play)
    else:
        resolve_exploration(play)


def decide(play: AristoMazePlay, seat: Seat, action: AristoMazeAction) -> None:
    """Record what comes of a player's action."""
    match action:
        case PlaceInquiry():
            place_inquiry(play, seat, action)
        case PlaceBids():
            place_bids(play, seat, action)
        case PeekFloor():
            peek_floor(play, seat, action)
        case MoveCrest():
            move_crest(play, seat, action)
        case PlacePlan():
            place_plan(play, seat, action)
        case _:
            assert_never(action)
