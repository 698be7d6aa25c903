"""The Ruleset interface: a board game as a record of pure functions.

A game adds no subclass and overrides nothing; it fills in this record, and the table around it, the
stores, the API, the workers and the conformance tests know all games through it alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Generic, Protocol, TypeVar

from domain.kernel.campaign import Campaign
from domain.kernel.chance import Chance, ChancePoint, Rng
from domain.kernel.choices import Choices
from domain.kernel.errors import Fault
from domain.kernel.play import Play
from domain.kernel.result import Result
from domain.kernel.secrecy import Viewer
from domain.kernel.values import Action, Event, Json, Seat, tag_of

S = TypeVar("S")
O = TypeVar("O")  # noqa: E741  # S, O, D, V: state, options, edition data, view
D = TypeVar("D")
V = TypeVar("V")


class Policy(Protocol):
    """A server bot: chooses from what its seat may see. Handed no state, it cannot peek."""

    def __call__(self, view: Any, choices: Choices, rng: Rng) -> Mapping[str, Json]:
        """Choose an action, as JSON builtins, among the choices. `view` is the ruleset's View."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Upcaster:
    """Reads one type of event as games and campaigns up to ruleset version `upto` stored it.

    `upcast` is handed the raw event, tag included, and gives it in today's form; what is in that form it
    leaves as it is, for a game that was begun earlier is played on by today's rules. Upcasters are
    applied in the order in which they are listed.
    """

    tag: str
    upto: int
    upcast: Callable[[dict[str, Json]], dict[str, Json]]


def nothing_due(state: Any) -> str | None:
    """Name no bookkeeping: the `upkeep` of a ruleset without any."""
    del state
    return None


def nothing_kept(play: Play[Any, Any], name: str) -> None:
    """Keep nothing, since nothing is ever due: the `keep` of a ruleset without bookkeeping."""
    del play
    raise AssertionError(f"{name} is no bookkeeping of this ruleset.")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ruleset(Generic[S, O, D, V]):
    """One board game as rules. Compared by identity, so that it can be a key of caches."""

    id: str
    """The slug: folder, tag prefix of the events, name in the API."""
    prefix: str
    """The prefix of the rule ids, `BM`."""
    title: str
    summary: str
    version: int
    """Rises when the same actions would give other events; recorded in every game."""
    players: tuple[int, int]
    """Fewest and most seats."""

    options: type[O]
    """What may be chosen when a game is made; every field has a default."""
    edition_type: type[D]
    edition: D
    """The default edition."""
    state: type[S]
    view_type: type[V]
    result_type: type[Result]
    action: Any
    """The union of the actions."""
    event: Any
    """The union of the events, tagged `<id>.<event>`."""
    chance_points: tuple[ChancePoint, ...]

    check_edition: Callable[[D], Iterable[Fault]]
    """List every broken constraint of an edition that has the right shape."""
    check_options: Callable[[D, int, O], None]
    """Refuse options that the edition or the number of players rules out (`RuleViolation`)."""
    pile: Callable[[D, int, O, str], tuple[Json, ...]]
    """All items that a chance point may ever shuffle, or the faces of its dice: checks scripts."""

    initial: Callable[[D, int, O], S]
    """The bare table before anything has happened; no luck, no event."""
    setup: Callable[[Play[S, Any]], None]
    """Record the set-up events."""
    decide: Callable[[Play[S, Any], Seat, Any], None]
    """Record what comes of a seat's action, or raise `RuleViolation` before anything is drawn."""
    evolve: Callable[[S, Any], S]
    """Write down what an event says; total, pure, takes no decision."""

    to_act: Callable[[S], tuple[Seat, ...]]
    """The seats that may act now, in ascending order."""
    question: Callable[[S, Seat], str]
    """Name what the seat is asked; a seat whose question keeps its name keeps its decision id."""
    legal: Callable[[S, Seat], Choices]
    """What the seat may do now: nothing but what `decide` accepts, and all of it, save forms of an action
    that are worse than a listed one in every way, where the rules allow such waste, or say the same."""
    view: Callable[[S, Viewer], V]
    """What the viewer may see."""
    result: Callable[[S], Result | None]
    """The result once the game is over."""

    guess: Callable[[S, Viewer, Chance], S]
    """A full state that fits all that the viewer was ever shown, the rest dealt anew.

    It fits if events that look to the viewer like those it was sent could have led to it. A guess is handed
    the true state and no history: what a viewer has learned, the rules let it keep and no view shows any
    longer has to be kept in the state (who saw a card, out of which shuffle it came). It may lean on the
    truth where the viewer knows it, and must not where it does not.
    """
    bots: Mapping[str, Policy]
    """Server bots by name; `random` is always there."""
    bound: Callable[[D, int, O], int]
    """No game takes more actions of seats than this."""

    upkeep: Callable[[S], str | None] = nothing_due
    """Name the bookkeeping that is due, while which no seat can act; a ruleset may have none."""
    keep: Callable[[Play[S, Any], str], None] = nothing_kept
    """Record what comes of that bookkeeping."""
    is_example: bool = False
    """A tutorial or a toy: played like any other, but never rated, and not listed unless asked for."""
    brief: Mapping[str, Json] = field(default_factory=dict)
    """Options with which a game is over in minutes, where it may last much longer: to show, measure, try."""
    upcasters: tuple[Upcaster, ...] = ()
    """How events stored by earlier versions of the ruleset are read today."""
    draw: Callable[[S, Seat, Rng], Mapping[str, Json] | Action] | None = None
    """Draw as `legal(...).sample` does, every action as likely, where that takes less than to list them all:
    as JSON builtins, or as `decide` takes it."""
    campaign: Campaign[Any, S, O, D, Any] | None = None
    """What outlives single games, of a ruleset that has such a thing."""

    def event_types(self) -> tuple[type[Event], ...]:
        """Give the members of the event union."""
        return members(self.event)


def members(union: Any) -> tuple[Any, ...]:
    """Give the members of a union type, or the type itself when it is alone."""
    return getattr(union, "__args__", None) or (union,)


@cache
def by_tag(union: Any) -> dict[str, Any]:
    """Give the members of a union of tagged types by their tags: told its one type msgspec reads faster."""
    return {tag_of(member): member for member in members(union)}


@cache
def actions_by_tag(ruleset: Ruleset[Any, Any, Any, Any]) -> dict[str, Any]:
    """Give the actions of a ruleset by their tags: found by the ruleset, since a union is slow to look up."""
    return by_tag(ruleset.action)


def random_policy(view: Any, choices: Choices, rng: Rng) -> Mapping[str, Json]:
    """Play any legal action: the server bot `random` of every ruleset."""
    del view
    return choices.sample(rng)
