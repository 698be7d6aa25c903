"""What can be asked of a table. A command is kept in the log as the secret cause of its events."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.kernel.values import Json, Seat, Value, snake_case

Visibility: TypeAlias = Literal["public", "unlisted", "private"]
PlayerId: TypeAlias = str


class Clock(Value, forbid_unknown_fields=True):
    """How long a seat may think, and what happens when it does not answer."""

    per_action_s: Annotated[int, Meta(ge=1, le=60 * 60 * 24 * 60)]
    on_timeout: Literal["bot", "resign"] = "bot"


class SeatPlan(Value):
    """What the creator wants of a seat: open to anybody, kept for a player, or a server bot's."""

    player: PlayerId | None = None
    name: str | None = None
    bot: str | None = None
    seated: bool = False
    """The player sits down at once; else the seat is kept until they come."""


class Command(Value, tag_field="type", tag=snake_case, omit_defaults=True):
    """Something asked of a table."""


class CreateGame(Command):
    """Set up a table; bots sit down at once, and those players who have asked for it."""

    creator: PlayerId
    seats: tuple[SeatPlan, ...]
    options: dict[str, Json]
    visibility: Visibility = "public"
    clock: Clock | None = None
    autostart: bool = True
    rated: bool = True
    script: dict[str, tuple[Json, ...]] | None = None
    client_seed: str | None = None


class TakeSeat(Command):
    """Sit down at a seat of the lobby."""

    seat: Seat
    player: PlayerId
    name: str
    client_seed: str | None = None


class LeaveSeat(Command):
    """Get up again while the game has not begun."""

    seat: Seat


class StartGame(Command):
    """Begin to play."""


class Resign(Command):
    """Give up; a server bot plays the seat on."""

    seat: Seat


class Act(Command):
    """Take an action of the ruleset for a seat."""

    seat: Seat
    action: Json
    decision: str | None = None
    """The question that it answers; null for whichever is open."""
    fell_back: str | None = None
    """Why a server bot's policy did not choose this action itself."""


class Keep(Command):
    """Do the bookkeeping that is due."""

    upkeep: str


class Tell(Command):
    """Tell a session what has come about in its campaign, or that a player is taken out."""

    message: Json


class TimeOut(Command):
    """A seat's time to answer is over: a bot's action is played for it, or it resigns."""

    seat: Seat
    decision: str
    action: Json | None = None


AnyCommand: TypeAlias = (
    CreateGame | TakeSeat | LeaveSeat | StartGame | Resign | Act | Keep | Tell | TimeOut
)
