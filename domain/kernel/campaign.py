"""The Campaign interface: what outlives single games of a ruleset, as a decide and evolve of its own.

A campaign and each of its sessions are separate streams of events; a session is a game of the
ruleset. A command appends to one stream only. What has to cross - reservations and news to a
session, entries to the campaign - is carried as often as needed: a repeated, late or early delivery
changes nothing. How a store carries it: docs/decisions/0011-campaigns.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from domain.kernel.play import Play
from domain.kernel.values import Event, Seat, Value

C = TypeVar("C")
S = TypeVar("S")
O = TypeVar("O")  # noqa: E741  # C, S, O, D, V: campaign, session, options, edition data, view
D = TypeVar("D")
V = TypeVar("V")


class Occupant(Value):
    """Who sits at a seat of a session."""

    player: str
    name: str


class About(Value):
    """What lists tell of a campaign."""

    name: str
    status: str
    """`open` for as long as sessions can be opened."""
    players: tuple[Occupant, ...]
    """Who is registered in it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Campaign(Generic[C, S, O, D, V]):
    """What outlives the sessions of a ruleset, and how the two hear of each other."""

    command: Any
    """The union of the commands. All rulesets have `create_campaign` {name}, `register_player` {player},
    `open_session` {session_id, players, and the options of the session} and `join_session` {session_id,
    player}; a player is {player_id, name}."""
    event: Any
    """The union of the events, tagged `<id>.<event>`."""
    state: type[C]
    view_type: type[V]

    initial: Callable[[D, str], C]
    """The bare campaign of an edition, with its id, before anything has happened."""
    decide: Callable[[Play[C, Any], Any, S | None], None]
    """Record what comes of a command, or raise `RuleViolation`; recording nothing is an answer too.

    The third argument is the state of the session that the command names, as it stands; null where
    it names none or there is none. No luck is drawn.
    """
    evolve: Callable[[C, Any], C]
    """Write down what an event says; total, pure, takes no decision."""
    view: Callable[[C], V]
    """What the players of the campaign see."""
    about: Callable[[C], About]
    """What lists tell."""

    opening: Callable[[str, Event], tuple[int, O] | None]
    """Of a campaign, by its id, and an event that opens a session: the game's seats and options."""
    options_field: str
    """The field of the options that `opening` fills in; nobody else may."""

    message: Any
    """The union of what a session can be told from outside."""
    tell: Callable[[Play[S, Any], Any], None]
    """Record what comes of a message in a session, or raise `RuleViolation` where it is out of place."""
    news: Callable[[C, str, S], Any | None]
    """The next message that the campaign has for a session, if any: with its id, as it stands."""
    report: Callable[[str, Event], Any | None]
    """The command that brings an event of a session, named by its id, to the campaign, if any does."""
    running: Callable[[C], tuple[str, ...]]
    """The sessions that have players reserved and have not made their final entry."""
    applied: Callable[[C, str], int]
    """The number of the last entry of a session that the campaign has applied."""

    seated: Callable[[S], tuple[Occupant | None, ...]]
    """Who sits where now, by seat."""
    depart: Callable[[Play[S, Any], Seat], None]
    """Take a player out for good, from town as they may, from anywhere if they must."""
