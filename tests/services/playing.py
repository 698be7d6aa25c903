"""Games played by use cases, without HTTP and without workers."""

from __future__ import annotations

import random
from typing import Any

from domain.catalog import RULESETS
from domain.table.box import default_box
from domain.table.commands import Act, Clock, CreateGame, SeatPlan
from services.chores import carry_on
from services.games import Ask, Done
from services.service import Services

BOX = default_box(RULESETS["burnmelt"])
ME = "07abcdefghijkmnp"


async def created(
    services: Services, *seats: str, clock: Clock | None = None, **options: Any
) -> str:
    """Create a game: each seat `me` or the name of a server bot."""
    plans = tuple(
        SeatPlan(player=ME, name="Me", seated=True)
        if seat == "me"
        else SeatPlan(bot=seat, name=seat)
        for seat in seats
    )
    command = CreateGame(creator=ME, seats=plans, options=options, clock=clock)
    game, _ = await services.games.create(BOX, command, lambda *_: b"")
    return game


async def acted(
    services: Services, game: str, seat: int, rng: random.Random, wanted: Any = None, **more: Any
) -> Done:
    """Take an action for a seat: the one wanted, or any."""

    def command(box: Any, position: Any) -> Any:
        action = wanted or box.ruleset.legal(position.table.game, seat).sample(rng)
        return Act(seat=seat, action=action), f"seat:{seat}"

    return await services.games.change(game, Ask(command=command, **more))


async def played_out(services: Services, game: str, seed: int = 1) -> int:
    """Play all that is to be played; give the last version."""
    rng = random.Random(seed)
    while True:
        await carry_on(services, game)
        position = (await services.positions.latest(game)).position
        if position.table.is_over:
            return position.version
        await acted(services, game, position.agenda.to_act[0].seat, rng)
