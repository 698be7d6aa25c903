"""A command at the table in progress: what has been recorded so far, and what may be asked of it.

What each command does is the business of `rules`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.kernel.chance import Chance
from domain.kernel.errors import DecisionClosed, GameNotActive, UpkeepDue
from domain.kernel.play import Play
from domain.kernel.result import Result
from domain.kernel.values import Event, Seat
from domain.table.box import Box
from domain.table.events import GameFinished, SeatLeft, SeatTaken, SeedRevealed
from domain.table.journal import Agenda, Position
from domain.table.state import Chair, Table, evolve


class Sitting(Play[Any, Event]):
    """A command at the table in progress: records table events, and lets the game's rules record theirs."""

    __slots__ = ("agenda", "answered", "box", "decision", "position")

    def __init__(self, box: Box, position: Position | None, chance: Chance) -> None:
        table = position.table if position is not None else None
        super().__init__(table, lambda now, event: evolve(box, now, event), chance)
        self.box = box
        self.position = position
        self.agenda = position.agenda if position is not None else Agenda()
        self.answered: Seat | None = None
        self.decision: str | None = None

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.state  # type: ignore[no-any-return]  # None only before game_created

    def play(self, record: Callable[[Play[Any, Any]], None]) -> None:
        """Let the ruleset record events; see whether the game is over by them."""
        inner: Play[Any, Any] = Play(self.table.game, self.box.ruleset.evolve, self.chance)
        record(inner)
        self.events += inner.events
        self.draws += inner.draws
        self.state = replace(self.table, game=inner.state)
        self._follow_seats()
        result = self.box.ruleset.result(inner.state)
        if result is not None:
            self.record(GameFinished(result=_with_resigned_last(self.table, result)))
            self.reveal_seed()

    def _follow_seats(self) -> None:
        """Tell who has sat down or got up by what the ruleset recorded, where players come and go."""
        campaign = self.box.ruleset.campaign
        if campaign is None:
            return
        chairs = self.table.chairs
        for seat, occupant in enumerate(campaign.seated(self.table.game)):
            chair = chairs[seat] if seat < len(chairs) else Chair()
            if occupant is None and chair.status == "taken":
                self.record(SeatLeft(seat=seat, player=chair.player or ""))
            elif occupant is not None and chair.status != "taken":
                self.record(
                    SeatTaken(
                        seat=seat,
                        player=occupant.player,
                        name=occupant.name,
                        bot=None,
                        client_seed=None,
                    )
                )

    def reveal_seed(self) -> None:
        """Tell the seed, so that anybody can check the luck of the game."""
        table = self.table
        self.record(SeedRevealed(seed=table.seed, client_seeds=table.client_seeds))

    def open_decision(self, seat: Seat, named: str | None) -> None:
        """Make sure that the seat is asked something, and that it is the question it answers."""
        self.require_active()
        decision = self.agenda.decision_of(seat)
        if named is not None and (decision is None or decision.id != named):
            now = f"it is now asked {decision.id}" if decision else "it is asked nothing now"
            raise DecisionClosed(f"Decision {named} of seat {seat} is no longer open; {now}.")
        self.require_nothing_due()
        if decision is not None:
            self.answered, self.decision = seat, decision.id

    def require_active(self) -> None:
        """Refuse what can only be done while the game is played."""
        if self.table.status != "active":
            raise GameNotActive(f"The game is not being played: its status is {self.table.status}.")

    def require_nothing_due(self) -> None:
        """Refuse what has to wait until the bookkeeping is done."""
        if self.agenda.due is not None:
            raise UpkeepDue(f"The table is busy with {self.agenda.due}; try again in a moment.")

    def require_lobby(self) -> None:
        """Refuse what can only be done before the game begins."""
        if self.table.status != "lobby":
            raise GameNotActive(f"The game has left the lobby: its status is {self.table.status}.")


def _with_resigned_last(table: Table, result: Result) -> dict[str, Any]:
    """Place those who resigned behind all others; of those who stayed the best have won."""
    resigned = {s for s, chair in enumerate(table.chairs) if chair.status == "resigned"}
    if resigned:
        stayed = tuple(one for one in result.ranking if one.seat not in resigned)
        gone = tuple(one for one in result.ranking if one.seat in resigned)
        placed = tuple(
            replace(one, place=1 + sum(other.place < one.place for other in stayed))
            for one in stayed
        )
        last = tuple(replace(one, place=1 + len(stayed), resigned=True) for one in gone)
        competing = result.outcome is None
        winners = (
            tuple(one.seat for one in placed if one.place == 1)
            if competing
            else tuple(seat for seat in result.winners if seat not in resigned)
        )
        result = replace(result, ranking=placed + last, winners=winners)
    return msgspec.json.decode(msgspec.json.encode(result))  # type: ignore[no-any-return]  # a struct is a dict
