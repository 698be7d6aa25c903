"""What clients send. Unknown fields are refused, so that a typo never passes silently."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, field

from domain.kernel.values import Json, Value
from domain.table.commands import Clock, Visibility

UNSEEN = "\u00ad\u115f\u1160\u200b-\u200f\u2060-\u2064\u3164\ufeff\uffa0\U000e0000-\U000e0fff"
"""Characters that leave no mark, though some belong into names of some scripts."""

Name: TypeAlias = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=60,
        # Letters of any script, but nothing that is not seen, breaks lines or turns their direction.
        pattern=f"^(?=.*[^\\s{UNSEEN}])[^\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]+$",
        description="As others see it.",
    ),
]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=15, description="Counted from 0, clockwise.")]
ClientSeed: TypeAlias = Annotated[
    str, Meta(max_length=200, description="Any text; it is mixed into the luck of the game.")
]


class Body(Value, forbid_unknown_fields=True):
    """A request body."""


class NewPlayer(Body):
    """Somebody who wants to play."""

    name: Name
    kind: Literal["human", "program"] = "human"


class SeatRequest(Body):
    """Who shall sit at a seat: exactly one of the three."""

    player: Annotated[str, Meta(max_length=64)] | None = None
    """`me`, or the id of a player, for whom the seat is then kept."""
    bot: Annotated[str, Meta(max_length=64)] | None = None
    """A server bot of the ruleset."""
    open: bool = False
    """Anybody may sit down."""


class NewGame(Body):
    """A table to be set up."""

    ruleset: Annotated[str, Meta(max_length=64)]
    seats: Annotated[tuple[SeatRequest, ...], Meta(min_length=1, max_length=16)]
    options: dict[str, Json] = field(default_factory=dict)
    """As the ruleset's options_schema says."""
    visibility: Visibility = "public"
    clock: Clock | None = None
    edition: dict[str, Json] | None = None
    """Other component data than the ruleset's own."""
    script: dict[str, tuple[Json, ...]] | None = None
    """Outcomes per chance point, first in first out. The game is marked and never rated."""
    rated: bool = True
    autostart: bool = True
    """Begin when every seat is taken; else the creator starts it."""
    client_seed: ClientSeed | None = None
    campaign: Annotated[str, Meta(max_length=64)] | None = None
    """The campaign of which this is a session; its edition is played, and all seats name players of it."""


class NewCampaign(Body):
    """A campaign to be founded."""

    ruleset: Annotated[str, Meta(max_length=64)]
    name: Name
    edition: dict[str, Json] | None = None
    """Other component data than the ruleset's own; all games of the campaign are played with it."""


class Nothing(Body):
    """Nothing has to be said."""


class Join(Body):
    """A seat to sit down at."""

    seat: SeatNumber | None = None
    """Null for the first that is free or kept for me."""
    client_seed: ClientSeed | None = None


class ActionRequest(Body):
    """A decision."""

    action: dict[str, Any]
    """One of the ruleset's actions."""
    seat: SeatNumber | None = None
    """May be left out by whoever holds one seat only."""
    decision: Annotated[str, Meta(max_length=64)] | None = None
    """The question that it answers; refused if that is no longer open."""
    expected_version: Annotated[int, Meta(ge=0)] | None = None
    """Refused if the game is at another version."""


class QueueRequest(Body):
    """Opponents wanted."""

    ruleset: Annotated[str, Meta(max_length=64)]
    options: dict[str, Json] = field(default_factory=dict)
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    """Number of players; null for the fewest that the ruleset allows."""


class SuppliedEdition(Body):
    """Component data to be checked."""

    edition: dict[str, Json]
