"""Positions of Noughts and Crosses, reached by events: given these, when a seat acts, then those follow."""

from __future__ import annotations

import msgspec

from domain.catalog import RULESETS
from domain.games.noughts_and_crosses.edition import Board
from domain.games.noughts_and_crosses.events import (
    GameSetUp,
    MarkPlaced,
    NoughtsAndCrossesEvent,
)
from domain.games.noughts_and_crosses.state import State
from domain.kernel.chance import NoChance, ScriptedChance
from domain.kernel.errors import RuleViolation
from domain.kernel.play import Play
from domain.simulate import begin
from tests.games.table import AnyTable

NOUGHTS = RULESETS["noughts_and_crosses"]


class Table(AnyTable[State]):
    """A game at some position."""

    rules = NOUGHTS

    def marks(self, seat: int, square: int) -> list[NoughtsAndCrossesEvent]:
        """Let a seat mark a square; give the events."""
        return self.acts(seat, "place_mark", square=square)

    def refuses_mark(self, rule: str, reason: str, seat: int, square: int) -> RuleViolation:
        """Make sure that a mark is refused by a rule and changes nothing."""
        return self.refuses(rule, reason, seat, "place_mark", square=square)

    @property
    def offered(self) -> list[int]:
        """The squares that the seat whose turn it is may mark."""
        legal = NOUGHTS.legal(self.state, self.state.turn)
        return [action["square"] for action in legal.actions()]

    def __str__(self) -> str:
        """The board as the specification writes it: `XX./OO./...`."""
        signs = "".join("." if seat is None else "XO"[seat] for seat in self.state.marks)
        size = self.state.board.size
        return "/".join(signs[at : at + size] for at in range(0, len(signs), size))


def fresh(players: int = 2, lots: int | None = None, **options: int) -> Table:
    """A game that has just begun."""
    chance = ScriptedChance({} if lots is None else {"starting_player": ((lots,),)}, {}, NoChance())
    raw = msgspec.convert(options, NOUGHTS.options)
    play: Play = begin(NOUGHTS, NOUGHTS.edition, players, raw, chance)
    return Table(play.state)


def midway(drawn: str, turn: int, row: int = 3) -> Table:
    """A board as the specification writes it, with marks in some order; then it is a seat's turn."""
    board = Board(size=drawn.index("/"), row=row)
    edition = msgspec.structs.replace(NOUGHTS.edition, board=board)
    marks = [
        MarkPlaced(seat="XO".index(sign), square=square)
        for square, sign in enumerate(drawn.replace("/", ""))
        if sign != "."
    ]
    bare = Table(NOUGHTS.initial(edition, 2, NOUGHTS.options()))
    return bare.evolved([*marks, GameSetUp(starting_seat=turn)])
