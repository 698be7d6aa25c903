"""Choices in the middle of the auctions: Minstrel's floor, and who gets Alchemist's crest."""

from __future__ import annotations

from domain.games.aristo_maze.actions import MoveCrest, PeekFloor
from domain.games.aristo_maze.events import ChoiceKind
from domain.games.aristo_maze.rules.auction import hold_auctions
from domain.games.aristo_maze.rules.employing import employ, pass_crest
from domain.games.aristo_maze.rules.inquiring import look
from domain.games.aristo_maze.rules.play import AristoMazePlay
from domain.games.aristo_maze.rules.refusals import no_such_floor, require_pending
from domain.games.aristo_maze.state.table import State
from domain.kernel.errors import RuleViolation
from domain.kernel.values import Seat


def peek_floor(play: AristoMazePlay, seat: Seat, action: PeekFloor) -> None:
    """Minstrel looks at a card: AM-068, AM-R24."""
    state, at = play.state, "/action/floor"
    what = "A floor is chosen by the winner of a character that peeks."
    pending = require_pending(state, seat, "peek", "AM-068", what)
    if not 1 <= action.floor <= state.setup.floors:
        raise no_such_floor(state, action.floor, at, "AM-068")
    if action.floor not in pending.options:
        shown = ", ".join(map(str, pending.options))
        detail = f"The card on floor {action.floor} is face up; choose among floors {shown}."
        raise RuleViolation("AM-068", detail, reason="floor_is_face_up", pointer=at)
    look(play, seat, action.floor, "minstrel")
    _go_on(play, "peek")


def move_crest(play: AristoMazePlay, seat: Seat, action: MoveCrest) -> None:
    """Alchemist passes a crest marker on: AM-069, AM-070, AM-R25."""
    state = play.state
    what = "A crest marker is moved by the winner of a character that passes it on."
    pending = require_pending(state, seat, "move_crest", "AM-069", what)
    if action.character not in pending.options:
        others = ", ".join(map(str, pending.options))
        detail = (
            f"{action.character} is not another character of your party; choose among {others}."
        )
        pointer = "/action/character"
        raise RuleViolation("AM-069", detail, reason="not_in_party", pointer=pointer)
    giver = state.names[latest_won(state)]
    pass_crest(play, seat, giver, action.character)
    _go_on(play, "move_crest")


def _go_on(play: AristoMazePlay, answered: ChoiceKind) -> None:
    """Carry out what is left of the character's abilities, then hold the other auctions."""
    employ(play, latest_won(play.state), after=answered)
    hold_auctions(play)


def latest_won(state: State) -> int:
    """AM-048: the place of the character won last; auctions go by order number."""
    return max(place for place, offer in enumerate(state.line_up) if offer.status == "won")
