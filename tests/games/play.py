"""Plays games of any ruleset for the tests, noting all that happens; knows them through the catalogue alone.

What has to be said of one ruleset for its conformance - which options to try, which event fields are
public on purpose - stands in `tests/golden/<slug>/conformance.json`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

import msgspec

from domain.catalog import RULESETS
from domain.kernel.chance import Chance, LuckNeeded, NoChance, SeededChance
from domain.kernel.errors import RuleViolation
from domain.kernel.play import Play
from domain.kernel.secrecy import SPECTATOR
from domain.simulate import act, begin, keep_up, read_action
from tests.golden.files import FOLDER, read

GOLDEN = FOLDER


class Conformance(msgspec.Struct, forbid_unknown_fields=True):
    """What the tests have to be told of a ruleset."""

    options: tuple[dict[str, Any], ...] = ({},)
    """Options to try, each with every number of players that they allow."""
    public_fields: dict[str, str] = {}
    """Fields of events that could name hidden components, and why they are public: `<event>.<field>`."""
    reveals: dict[str, str] = {}
    """Events that tell a viewer something new: the rule, or what is told."""
    unowed_actions: tuple[str, ...] = ()
    """Actions that may be open to a seat that is asked nothing."""
    unlisted: dict[str, str] = {}
    """Actions of which not every legal form is listed among the choices, and which forms are not."""
    deducible: dict[str, str] = {}
    """Parts of the state that events seem to hide and yet no guess may change, and why: `seats[*].hand`."""


@cache
def conformance(slug: str) -> Conformance:
    """Read what has to be said of a ruleset; where nothing is said the tests tell what is missing."""
    return read(GOLDEN / slug / "conformance.json", Conformance, Conformance())


@dataclass(frozen=True)
class Case:
    """A ruleset with a number of players and options."""

    slug: str
    players: int
    raw_options: str

    def __str__(self) -> str:
        told = msgspec.json.decode(self.raw_options).items()
        return "-".join(
            [self.slug, str(self.players), *(f"{name}={value}" for name, value in told)]
        )

    @property
    def rules(self) -> Any:
        return RULESETS[self.slug]

    @property
    def options(self) -> Any:
        return msgspec.json.decode(self.raw_options, type=self.rules.options)

    @property
    def seats(self) -> range:
        return range(self.players)

    @property
    def viewers(self) -> tuple[int, ...]:
        return (SPECTATOR, *self.seats)

    def begin(self, chance: Chance) -> Play[Any, Any]:
        """Set the game up with the ruleset's own edition."""
        return begin(self.rules, self.rules.edition, self.players, self.options, chance)

    @property
    def bare(self) -> Any:
        """The state before any event."""
        return self.rules.initial(self.rules.edition, self.players, self.options)

    @property
    def bound(self) -> int:
        return self.rules.bound(self.rules.edition, self.players, self.options)


@dataclass(frozen=True)
class Step:
    """A command and what came of it; `seat` is None for set-up and bookkeeping."""

    before: Any
    after: Any
    seat: int | None
    action: Mapping[str, Any] | None
    events: tuple[Any, ...]
    draws: tuple[tuple[str, ...], ...]
    version: int
    """The number of events before it."""


class NotedChance(SeededChance):
    """Seeded luck that notes what was drawn from what."""

    __slots__ = ("drawn",)

    def __init__(self, seed: bytes, event: int) -> None:
        super().__init__(seed, event)
        self.drawn: list[tuple[str, str, tuple[Any, ...], tuple[Any, ...]]] = []

    def shuffle(self, point: str, items: Sequence[Any]) -> tuple[Any, ...]:
        outcome = super().shuffle(point, items)
        self.drawn.append((point, "shuffle", tuple(items), outcome))
        return outcome

    def roll(self, point: str, faces: Sequence[int], dice: int = 1) -> tuple[int, ...]:
        outcome = super().roll(point, faces, dice)
        self.drawn.append((point, "roll", tuple(faces), outcome))
        return outcome


@dataclass(frozen=True)
class Played:
    """A game of random legal actions, from set-up to result."""

    case: Case
    seed: int
    steps: tuple[Step, ...]
    drawn: tuple[tuple[str, str, tuple[Any, ...], tuple[Any, ...]], ...] = field(repr=False)

    @property
    def last(self) -> Any:
        return self.steps[-1].after

    @property
    def events(self) -> tuple[Any, ...]:
        return tuple(event for step in self.steps for event in step.events)

    @property
    def states(self) -> tuple[Any, ...]:
        return (self.steps[0].before, *(step.after for step in self.steps))

    @cached_property
    def actions(self) -> tuple[Mapping[str, Any], ...]:
        return tuple(step.action for step in self.steps if step.action is not None)

    def luck(self, step: Step) -> SeededChance:
        """Give the luck with which the step was decided."""
        return SeededChance(game_seed(self.seed), step.version + 1)


def game_seed(seed: int) -> bytes:
    """Make a seed of a game from a number."""
    return seed.to_bytes(32, "big")


@cache
def played(case: Case, seed: int) -> Played:
    """Play a game at random, the same for the same seed. Kept, since nothing in it can change."""
    rng = random.Random(seed)
    rules, chance = case.rules, NotedChance(game_seed(seed), 1)
    play = case.begin(chance)
    steps = [noted(case.bare, None, None, play, 0)]
    while rules.result(state := steps[-1].after) is None:
        seat = action = None
        version = chance.event - 1
        play = keep_up(rules, state, chance)
        if play is None:
            seat = rng.choice(rules.to_act(state))
            action = rules.legal(state, seat).sample(rng)
            play = act(rules, state, seat, action, chance)
        steps.append(noted(state, seat, action, play, version))
        assert len(steps) < 100 * (case.bound + 10), "the game does not end"
    return Played(case, seed, tuple(steps), tuple(chance.drawn))


def noted(before: Any, seat: int | None, action: Any, play: Play[Any, Any], version: int) -> Step:
    """Note what came of a command."""
    return Step(before, play.state, seat, action, tuple(play.events), tuple(play.draws), version)


def refusal(case: Case, state: Any, seat: int, action: Mapping[str, Any]) -> RuleViolation | None:
    """Tell with which violation an action of the right shape is refused; None when it is not.

    No luck is at hand: an action that comes to a draw has passed all rules.
    """
    typed = read_action(case.rules, action)
    try:
        case.rules.decide(Play(state, case.rules.evolve, NoChance()), seat, typed)
    except RuleViolation as violation:
        return violation
    except LuckNeeded:
        return None
    return None


def in_full(case: Case, action: Mapping[str, Any]) -> dict[str, Any] | None:
    """Give an action with all its fields, as JSON has it; None when it is of no shape that is known."""
    try:
        return msgspec.json.decode(msgspec.json.encode(read_action(case.rules, action)))
    except msgspec.ValidationError:
        return None


def print_of(value: Any) -> bytes:
    """Give bytes that are the same only for the same value."""
    return msgspec.msgpack.encode(value, order="deterministic")


def cases() -> list[Case]:
    """List every ruleset with each number of players and the options that go with it."""
    found = []
    for slug, rules in RULESETS.items():
        for raw in conformance(slug).options:
            for players in range(rules.players[0], rules.players[1] + 1):
                case = Case(slug, players, msgspec.json.encode(raw).decode())
                try:
                    rules.check_options(rules.edition, players, case.options)
                except RuleViolation:
                    continue
                found.append(case)
    return found


CASES = cases()
