"""Whole games in line, without a server: for simulation, measurement, search and tests.

Bookkeeping is done as soon as it is due, which a server leaves to its workers. Nothing here draws
luck of its own: the caller hands in `rng` for the players' choices and `chance` for the game's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec

from domain.kernel.chance import Chance, FastChance, Rng
from domain.kernel.play import Play
from domain.kernel.result import Result
from domain.kernel.ruleset import Policy, Ruleset, actions_by_tag, random_policy
from domain.kernel.values import Action, Json, Seat

AnyRuleset: TypeAlias = Ruleset[Any, Any, Any, Any]

_BOOKKEEPING_IN_A_ROW = 100
"""More bookkeeping than this without an action between is taken for endless."""

_PLAYOUT_LIMIT = 1_000_000


class DoesNotEnd(Exception):
    """A game has broken the promise that it comes to its end: a fault of its ruleset."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """A game that was played to its end."""

    state: Any
    actions: int
    """Taken by seats."""
    events: int
    result: Result


def play_game(  # noqa: PLR0913  # all that a game is made of, named one by one
    ruleset: AnyRuleset,
    *,
    players: int,
    rng: Rng,
    options: Any = None,
    edition: Any = None,
    policies: Sequence[Policy] = (),
    chance: Chance | None = None,
) -> Simulated:
    """Play a game from set-up to result. Raises `DoesNotEnd` when the ruleset's bound is passed.

    `policies` go by seat; a seat beyond them plays at random. Each is handed its seat's view and
    choices and nothing else. Of several seats to act one is drawn. Raises `RuleViolation` for
    options that the ruleset refuses, and for a policy's action that breaks a rule.
    """
    edition = ruleset.edition if edition is None else edition
    options = ruleset.options() if options is None else options
    luck = FastChance(rng) if chance is None else chance
    begun = begin(ruleset, edition, players, options, luck)
    bound = ruleset.bound(edition, players, options)

    def choose(state: Any, seat: Seat, rng: Rng) -> Mapping[str, Json]:
        policy = policies[seat] if seat < len(policies) else random_policy
        return policy(ruleset.view(state, seat), ruleset.legal(state, seat), rng)

    played = _play_on(ruleset, begun.state, (rng, luck), choose, bound)
    return Simulated(played.state, played.actions, played.events + len(begun.events), played.result)


def playout(
    ruleset: AnyRuleset, state: Any, rng: Rng, chance: Chance, limit: int = _PLAYOUT_LIMIT
) -> Simulated:
    """Play on from a state by random legal actions, with nothing done that this does not need."""

    def choose(state: Any, seat: Seat, rng: Rng) -> Mapping[str, Json]:
        return ruleset.legal(state, seat).sample(rng)

    return _play_on(ruleset, state, (rng, chance), ruleset.draw or choose, limit)


def begin(
    ruleset: AnyRuleset, edition: Any, players: int, options: Any, chance: Chance
) -> Play[Any, Any]:
    """Set a game up. Raises `RuleViolation` for options that the ruleset refuses."""
    ruleset.check_options(edition, players, options)
    play: Play[Any, Any] = Play(ruleset.initial(edition, players, options), ruleset.evolve, chance)
    ruleset.setup(play)
    return play


def keep_up(ruleset: AnyRuleset, state: Any, chance: Chance) -> Play[Any, Any] | None:
    """Do the bookkeeping that is due, if any is."""
    due = ruleset.upkeep(state)
    if due is None:
        return None
    play: Play[Any, Any] = Play(state, ruleset.evolve, chance)
    ruleset.keep(play, due)
    return play


def act(
    ruleset: AnyRuleset, state: Any, seat: Seat, action: Mapping[str, Json] | Action, chance: Chance
) -> Play[Any, Any]:
    """Take an action, in JSON builtins or read before. Raises `RuleViolation` or `msgspec.ValidationError`."""
    play: Play[Any, Any] = Play(state, ruleset.evolve, chance)
    read = action if isinstance(action, Action) else read_action(ruleset, action)
    ruleset.decide(play, seat, read)
    return play


def read_action(ruleset: AnyRuleset, action: Mapping[str, Json]) -> Any:
    """Read an action from JSON builtins. Raises `msgspec.ValidationError`.

    No action has a map by anything but texts, so that none of `convert`'s options is asked for: each takes time.
    """
    try:
        known = actions_by_tag(ruleset)[action["type"]]
    except (KeyError, TypeError):
        known = ruleset.action
    return msgspec.convert(action, known)


def _play_on(
    ruleset: AnyRuleset,
    state: Any,
    luck: tuple[Rng, Chance],
    choose: Callable[[Any, Seat, Rng], Mapping[str, Json] | Action],
    limit: int,
) -> Simulated:
    rng, chance = luck
    result_of, upkeep, to_act = ruleset.result, ruleset.upkeep, ruleset.to_act
    evolve, decide = ruleset.evolve, ruleset.decide
    actions = events = kept = 0
    while (result := result_of(state)) is None:
        due = upkeep(state)
        play: Play[Any, Any] = Play(state, evolve, chance)
        if due is None:
            seats = to_act(state)
            seat = seats[0] if len(seats) == 1 else _one_of(seats, ruleset, rng)
            action = choose(state, seat, rng)
            if not isinstance(action, Action):
                action = read_action(ruleset, action)
            decide(play, seat, action)
            actions, kept = actions + 1, 0
            if actions > limit:
                raise DoesNotEnd(f"{ruleset.id} has not come to its end within {limit} actions.")
        else:
            ruleset.keep(play, due)
            kept += 1
            if kept > _BOOKKEEPING_IN_A_ROW:
                raise DoesNotEnd(f"{ruleset.id} does nothing but bookkeeping; now {due} is due.")
        events += len(play.events)
        state = play.state
    return Simulated(state, actions, events, result)


def _one_of(seats: Sequence[Seat], ruleset: AnyRuleset, rng: Rng) -> Seat:
    if not seats:
        raise DoesNotEnd(f"{ruleset.id} is not over, yet no seat is to act and nothing is due.")
    return seats[rng.randrange(len(seats))]
