"""What can have happened at a table, whatever is played there."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

from domain.kernel.secrecy import visible_to
from domain.kernel.values import Event, Json, Seat
from domain.table.commands import Clock, PlayerId, SeatPlan, Visibility


class TableEvent(Event):
    """An event of the table, common to all games."""


class GameCreated(TableEvent):
    """A table was set up. Always the first event of a game."""

    ruleset: str
    ruleset_version: int
    edition: str
    """SHA-256 of the edition's canonical JSON."""
    options: dict[str, Json]
    seats: tuple[SeatPlan, ...]
    visibility: Visibility
    clock: Clock | None
    autostart: bool
    rated: bool
    scripted: bool
    """Outcomes of chance were fixed in advance; such a game is never rated."""
    creator: PlayerId
    client_seed: str | None
    """The creator's contribution to the luck of the game."""
    commitment: str
    """SHA-256 of the seed's 32 bytes."""
    seed: Annotated[str, visible_to()]
    script: Annotated[dict[str, tuple[Json, ...]] | None, visible_to()]


class SeatTaken(TableEvent):
    """A player or a server bot sat down, in a campaign's session also while it is played."""

    seat: Seat
    player: PlayerId | None
    name: str
    bot: str | None
    client_seed: str | None


class SeatLeft(TableEvent):
    """A player got up before the game began or left a campaign's session; the seat is open again."""

    seat: Seat
    player: PlayerId


class GameStarted(TableEvent):
    """Every seat is taken and play begins; the ruleset's set-up follows."""

    seats: int


class SeatResigned(TableEvent):
    """A player gave up, or ran out of time; the server bot plays on."""

    seat: Seat
    player: PlayerId
    bot: str
    reason: Literal["resigned", "out_of_time"]


class DecisionTimedOut(TableEvent):
    """A seat did not answer in time."""

    seat: Seat
    decision: str


class BotFellBack(TableEvent):
    """A server bot's policy failed or took too long; a random legal action was played instead."""

    seat: Seat
    bot: str
    reason: str


class GameAbandoned(TableEvent):
    """No player is left; the game ends without a result."""

    reason: Literal["lobby_empty", "no_player_left"]


class GameFinished(TableEvent):
    """The game is over. `result` is the ruleset's, with those who resigned placed last."""

    result: dict[str, Json]


class SeedRevealed(TableEvent):
    """The seed behind all luck of the game. Always the last event; it has to fit the commitment."""

    seed: str
    client_seeds: tuple[str | None, ...]
    """The creator's, then each seat's, as mixed into the luck."""


AnyTableEvent: TypeAlias = (
    GameCreated
    | SeatTaken
    | SeatLeft
    | GameStarted
    | SeatResigned
    | DecisionTimedOut
    | BotFellBack
    | GameAbandoned
    | GameFinished
    | SeedRevealed
)

TABLE_EVENTS: frozenset[type[Event]] = frozenset(get_args(AnyTableEvent))
"""Their types: quicker to look up than a base class is found out, for each event of a game that is folded."""
