"""P9: a state to try moves on, as search needs one for every try."""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from bench.goals import Figure, Plan, compared, in_turn
from bench.peers.openspiel import Installed, Reckoned, open_spiel
from bench.prepared import AnyRuleset, rulesets, seats_of
from domain.kernel.chance import FastChance
from domain.simulate import act, begin, keep_up

STATES = 1000


def measure(plan: Plan) -> Iterator[Figure]:
    """A state is immutable: to try a move on it one takes it as it is, where others have to copy."""
    with open_spiel() as peer:
        for ruleset in rulesets():
            yield from _cloned(plan, ruleset, peer)


def _cloned(plan: Plan, ruleset: AnyRuleset, peer: Installed | Reckoned) -> Iterator[Figure]:
    states = _middles(ruleset)
    rounds = in_turn(
        plan,
        plan.rounds(3),
        lambda: _per_second(states, copy.deepcopy),
        lambda: peer.clones_per_second(STATES),
        lambda: _per_second(states, copy.copy),
    )
    yield Figure(
        "P9",
        f"a state to try moves on, {ruleset.id} : deepcopy",
        unit="/s",
        least=5,
        note="by copy.copy, though nothing need be copied",
        **compared(rounds, float, 0, 2),
    )
    yield Figure(
        "P9",
        f"the same : OpenSpiel's clone of python_liars_poker{peer.suffix}",
        unit="/s",
        least=1,
        **compared(rounds, float, 1, 2),
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
