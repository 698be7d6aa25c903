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
from domain.games.aristo_maze.edition.abilities import PassCrest, Peek
from domain.games.aristo_maze.edition.tables import Edition
from domain.games.aristo_maze.rules.choosing import move_crest, peek_floor
from domain.games.aristo_maze.rules.exploring import place_plan, resolve_exploration
from domain.games.aristo_maze.rules.inquiring import place_inquiry
from domain.games.aristo_maze.rules.organizing import place_bids
from domain.games.aristo_maze.rules.play import AristoMazePlay
from domain.games.aristo_maze.rules.providing import (
    check_options,
    others,
    setup,
    start_round,
)
from domain.games.aristo_maze.state.table import Options, State, initial
from domain.kernel.values import Json, Seat

__all__ = ["bound", "check_options", "decide", "keep", "pile", "setup", "upkeep"]


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


def pile(edition: Edition, players: int, options: Options, point: str) -> tuple[Json, ...]:
    """Give the crests, the characters that may or may not be in, or the dungeon cards."""
    setup = initial(edition, players, options).setup
    if point == "crest_deal":
        return setup.crests
    if point == "character_draw":
        return others(setup)
    return tuple(card.id for card in setup.components.cards)


def bound(edition: Edition, players: int, options: Options) -> int:
    """AM-R49: four placements a seat in each round, and the choices that characters may ask for."""
    abilities = [one for c in edition.characters for one in (*c.normal, *c.crest)]
    asking = sum(isinstance(ability, Peek | PassCrest) for ability in abilities)
    return edition.mode(options.mode).rounds * (4 * players + asking)
