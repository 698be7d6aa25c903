"""The rules of Noughts and Crosses: what comes of an action."""

from __future__ import annotations

from typing import TypeAlias

from domain.games.noughts_and_crosses.actions import NoughtsAndCrossesAction, Square
from domain.games.noughts_and_crosses.edition import Edition
from domain.games.noughts_and_crosses.events import (
    GameEnded,
    GameSetUp,
    MarkPlaced,
    NoughtsAndCrossesEvent,
)
from domain.games.noughts_and_crosses.scoring import drawn, has_row, won_by
from domain.games.noughts_and_crosses.state import Options, State
from domain.kernel.errors import RuleViolation
from domain.kernel.play import Play
from domain.kernel.values import Seat

NoughtsAndCrossesPlay: TypeAlias = Play[State, NoughtsAndCrossesEvent]


def check_options(edition: Edition, players: int, options: Options) -> None:
    """NC-001: refuse a game that the number of players rules out."""
    del edition, options
    if players != 2:
        detail = f"Noughts and Crosses is for 2 players, not {players}."
        raise RuleViolation("NC-001", detail, reason="players", pointer="/seats")


def setup(play: NoughtsAndCrossesPlay) -> None:
    """NC-003, NC-R01: settle who begins."""
    starter = play.state.named_starter
    if starter is None:
        (starter,) = play.roll("starting_player", (0, 1))
    play.record(GameSetUp(starting_seat=starter))


def decide(play: NoughtsAndCrossesPlay, seat: Seat, action: NoughtsAndCrossesAction) -> None:
    """NC-004 to NC-007: mark a square, which may end the game."""
    _require_turn(play.state, seat)
    _require_empty(play.state, action.square)
    play.record(MarkPlaced(seat=seat, square=action.square))
    state = play.state
    if has_row(state.board, state.marks, action.square):
        play.record(GameEnded(result=won_by(seat)))
    elif None not in state.marks:
        play.record(GameEnded(result=drawn()))


def pile(edition: Edition, players: int, options: Options, point: str) -> tuple[Seat, ...]:
    """NC-003: the seats that may begin."""
    del edition, players, options, point
    return (0, 1)


def bound(edition: Edition, players: int, options: Options) -> int:
    """NC-007, NC-R04: a mark for each square."""
    del players, options
    return edition.board.squares


def _require_turn(state: State, seat: Seat) -> None:
    if state.turn != seat:
        detail = "It is not your turn." if state.result is None else "The game is over."
        raise RuleViolation("NC-004", detail, reason="not_your_turn")


def _require_empty(state: State, square: Square) -> None:
    last = state.board.squares - 1
    if not 0 <= square <= last:
        detail = f"There is no square {square}; the squares are 0 to {last}."
        raise RuleViolation("NC-002", detail, reason="no_square", pointer="/action/square")
    if state.marks[square] is not None:
        detail = f"Square {square} is marked; choose an empty one."
        raise RuleViolation("NC-005", detail, reason="marked", pointer="/action/square")
