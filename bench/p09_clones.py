"""P9: a state to try moves on, as search needs one for every try."""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from bench.goals import Figure, Plan, compared, in_turn
from bench.prepared import AnyRuleset, rulesets, seats_of
from domain.kernel.chance import FastChance
from domain.simulate import act, begin, keep_up

STATES = 200


def measure(plan: Plan) -> Iterator[Figure]:
    """A state is immutable: to try a move on it one takes it as it is, where others have to copy."""
    for ruleset in rulesets():
        yield _cloned(plan, ruleset)


def _cloned(plan: Plan, ruleset: AnyRuleset) -> Figure:
    states = _middles(ruleset)
    rounds = in_turn(
        plan,
        plan.rounds(3),
        lambda: _per_second(states, copy.deepcopy),
        lambda: _per_second(states, copy.copy),
    )
    return Figure(
        "P9",
        f"a state to try moves on, {ruleset.id} : deepcopy",
        unit="/s",
        least=5,
        note="by copy.copy, though nothing need be copied; OpenSpiel's clone: 66,000/s",
        **compared(rounds, float),
    )


def _per_second(states: list[Any], clone: Callable[[Any], Any]) -> float:
    began = time.process_time()
    for state in states:
        clone(state)
    return len(states) / (time.process_time() - began)


def _middles(ruleset: AnyRuleset) -> list[Any]:
    """Collect states of games in progress."""
    rng = random.Random(3)
    chance = FastChance(rng)
    found: list[Any] = []
    while len(found) < STATES:
        state = begin(ruleset, ruleset.edition, seats_of(ruleset), ruleset.options(), chance).state
        while ruleset.result(state) is None:
            kept = keep_up(ruleset, state, chance)
            if kept is None:
                seat = rng.choice(ruleset.to_act(state))
                kept = act(ruleset, state, seat, ruleset.legal(state, seat).sample(rng), chance)
            state = kept.state
            found.append(state)
    return found[:STATES]
