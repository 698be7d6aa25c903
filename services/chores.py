"""What happens at a table without a player's doing: bookkeeping, bots' turns, and time running out."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from domain.kernel.errors import DecisionClosed, GameError
from domain.table.box import Box
from domain.table.commands import AnyCommand, Keep, TimeOut
from domain.table.journal import Position
from domain.table.rules import stand_in
from services.bots import answer, choose
from services.games import Ask
from services.service import Services

PLAY_SECONDS = 0.5
"""How long one job plays on before it lets other games have their turn."""


async def carry_on(services: Services, game: str, version: int | None = None) -> int:
    """Do all that is due at a table, and give the number of commits made.

    With a `version`, do nothing if the game has moved on from it: then the work was done, or is
    another job's. Safe to run twice and at the same time as others: each step has effect once.
    """
    held = await services.positions.latest(game)
    if version is not None and held.position.version != version:
        return 0
    ends = monotonic() + PLAY_SECONDS
    made = 0
    while _is_due(services, held.position):
        before = held.position.version
        if made and monotonic() > ends:
            await services.store.call_workers(game, before, held.position.agenda.work or "clock")
            break
        try:
            await services.games.change(game, Ask(command=_next_step(services), goes_on=True))
            made += 1
        except GameError:
            # Somebody else was faster; if nobody was, it would go wrong for ever.
            await services.positions.refresh(held)
            if held.position.version == before:
                raise
    return made


def _is_due(services: Services, position: Position) -> bool:
    agenda = position.agenda
    late = agenda.deadline is not None and agenda.deadline <= services.now()
    return agenda.work is not None or late


def _next_step(services: Services) -> Callable[[Box, Position], tuple[AnyCommand, str]]:
    time_ms = services.settings.bot_time_ms

    def step(box: Box, position: Position) -> tuple[AnyCommand, str]:
        agenda = position.agenda
        if agenda.due is not None:
            return Keep(upkeep=agenda.due), "system"
        for decision in agenda.to_act:
            if decision.bot:
                return answer(box, position, decision, time_ms), f"seat:{decision.seat}"
        return time_out(services, box, position), "system"

    return step


def time_out(services: Services, box: Box, position: Position) -> TimeOut:
    """Say what happens to a seat whose time is over. Raises `DecisionClosed` if none's is."""
    table = position.table
    for decision in position.agenda.to_act:
        if decision.deadline is not None and decision.deadline <= services.now():
            action = None
            if table.clock is not None and table.clock.on_timeout == "bot":
                how = (stand_in(box), services.settings.bot_time_ms)
                action, _ = choose(box, position, decision.seat, how)
            return TimeOut(seat=decision.seat, decision=decision.id, action=action)
    raise DecisionClosed("No seat's time is over.")
