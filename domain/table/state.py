"""The table and how it changes."""

from __future__ import annotations

import hashlib
import hmac
from functools import lru_cache
from typing import Any, Literal, TypeAlias, assert_never

from msgspec.structs import replace

from domain.kernel.chain import canonical
from domain.kernel.errors import CorruptStream
from domain.kernel.values import Event, Json, Seat, Value
from domain.table.box import Box
from domain.table.commands import Clock, PlayerId, Visibility
from domain.table.events import (
    AnyTableEvent,
    BotFellBack,
    DecisionTimedOut,
    GameAbandoned,
    GameCreated,
    GameFinished,
    GameStarted,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    SeedRevealed,
    TableEvent,
)

Status: TypeAlias = Literal["lobby", "active", "finished", "abandoned"]
ChairStatus: TypeAlias = Literal["open", "invited", "taken", "resigned"]


class Chair(Value):
    """A seat and who holds it. Of a resigned seat the player is still named; the bot plays."""

    status: ChairStatus = "open"
    player: PlayerId | None = None
    name: str | None = None
    bot: str | None = None
    client_seed: str | None = None


class Table(Value):
    """All that is known of a game, secrets included."""

    ruleset: str
    ruleset_version: int
    edition: str
    options: dict[str, Json]
    creator: PlayerId
    visibility: Visibility
    clock: Clock | None
    autostart: bool
    rated: bool
    client_seed: str | None
    seed: str
    commitment: str
    script: dict[str, tuple[Json, ...]] | None
    chairs: tuple[Chair, ...]
    status: Status = "lobby"
    gone: tuple[PlayerId, ...] = ()
    """Players who have left a session while it was played: they may come back."""
    creator_left: bool = False
    """Whether the creator got up in the lobby and has not sat down again."""
    game: Any = None
    """The ruleset's own state, from the start on."""
    result: dict[str, Json] | None = None
    seed_revealed: bool = False
    mixed_in: tuple[str | None, ...] = ()
    """`client_seeds` from the start on: who sits down later adds nothing to the luck."""

    def held_by(self, player: PlayerId) -> tuple[Seat, ...]:
        """List the seats at which the player sits and has not resigned."""
        return tuple(
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.status == "taken" and chair.player == player
        )

    def knows(self, player: PlayerId) -> bool:
        """Tell whether the player belongs to the table: as creator, seated, invited, resigned or gone."""
        sits = any(chair.player == player for chair in self.chairs)
        return sits or player == self.creator or player in self.gone

    def bot_at(self, seat: Seat) -> str | None:
        """Name the server bot that plays this seat, if one does."""
        return self.chairs[seat].bot

    @property
    def is_over(self) -> bool:
        """Tell whether nothing more can happen."""
        return self.status in ("finished", "abandoned")

    @property
    def client_seeds(self) -> tuple[str | None, ...]:
        """The players' contributions to the luck: the creator's, then each seat's."""
        return self.mixed_in or (self.client_seed, *(chair.client_seed for chair in self.chairs))

    def luck(self) -> bytes:
        """Mix the seed with the players' contributions: the key of every draw of this game.

        HMAC-SHA256 with the seed as key over the canonical JSON list of `client_seeds`.
        """
        return _mixed(self.seed, self.client_seeds)


@lru_cache(maxsize=4096)
def _mixed(seed: str, client_seeds: tuple[str | None, ...]) -> bytes:
    return hmac.digest(bytes.fromhex(seed), canonical(list(client_seeds)), hashlib.sha256)


def evolve(box: Box, table: Table | None, event: Event) -> Table:
    """Write down what an event says."""
    if isinstance(event, GameCreated):
        return _created(event)
    if table is None:
        raise CorruptStream("A game begins with game_created.")
    if isinstance(event, TableEvent):
        return _evolve_table(box, table, event)  # type: ignore[arg-type]  # the union's base
    return replace(table, game=box.ruleset.evolve(table.game, event))


def _created(event: GameCreated) -> Table:
    return Table(
        ruleset=event.ruleset,
        ruleset_version=event.ruleset_version,
        edition=event.edition,
        options=event.options,
        creator=event.creator,
        visibility=event.visibility,
        clock=event.clock,
        autostart=event.autostart,
        rated=event.rated,
        client_seed=event.client_seed,
        seed=event.seed,
        commitment=event.commitment,
        script=event.script,
        chairs=tuple(
            Chair(status="invited", player=plan.player, name=plan.name) if plan.player else Chair()
            for plan in event.seats
        ),
    )


def _evolve_table(  # noqa: C901, PLR0911  # one case an event
    box: Box, table: Table, event: AnyTableEvent
) -> Table:
    match event:
        case SeatTaken():
            chair = Chair(
                status="taken",
                player=event.player,
                name=event.name,
                bot=event.bot,
                client_seed=event.client_seed,
            )
            still = table.creator_left and event.player != table.creator
            return replace(_with_chair(table, event.seat, chair), creator_left=still)
        case SeatLeft(seat=seat):
            left = table.creator_left or event.player == table.creator
            gone = (*table.gone, event.player) if table.status == "active" else table.gone
            return replace(_with_chair(table, seat, Chair()), creator_left=left, gone=gone)
        case GameStarted():
            options = box.options(table.options)
            game = box.ruleset.initial(box.edition, len(table.chairs), options)
            return replace(table, status="active", game=game, mixed_in=table.client_seeds)
        case SeatResigned(seat=seat, bot=bot):
            chair = replace(table.chairs[seat], status="resigned", bot=bot)
            return _with_chair(table, seat, chair)
        case GameAbandoned():
            return replace(table, status="abandoned")
        case GameFinished(result=result):
            return replace(table, status="finished", result=result)
        case SeedRevealed():
            return replace(table, seed_revealed=True)
        case DecisionTimedOut() | BotFellBack():
            return table
        case GameCreated():
            raise CorruptStream("A game is created once.")
        case _:
            assert_never(event)


def _with_chair(table: Table, seat: Seat, chair: Chair) -> Table:
    return replace(table, chairs=(*table.chairs[:seat], chair, *table.chairs[seat + 1 :]))
