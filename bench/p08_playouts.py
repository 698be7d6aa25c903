"""P8: games played at random in memory, as a search or a training run does it."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from math import prod

from bench.goals import Figure, Plan, compared, in_turn
from bench.peers.openspiel import Installed, Reckoned, open_spiel
from bench.prepared import AnyRuleset, rulesets, seats_of
from domain.kernel.chance import FastChance
from domain.simulate import begin, playout


def measure(plan: Plan) -> Iterator[Figure]:
    """Play beside OpenSpiel's tic-tac-toe, in CPU time."""
    with open_spiel() as peer:
        figures = [_played(plan, ruleset, peer) for ruleset in rulesets()]
    yield from figures
    mean = prod(figure.measured for figure in figures) ** (1 / len(figures))
    yield Figure("P8", "the same, geometric mean of the ratios", mean, "", least=1)


def _played(plan: Plan, ruleset: AnyRuleset, peer: Installed | Reckoned) -> Figure:
    seconds = 0.5 if plan.quick else 1.0
    rounds = in_turn(
        plan,
        plan.rounds(5, 3),
        lambda: peer.moves_per_second(seconds),
        lambda: moves_per_second(ruleset, seconds),
    )
    what = f"random playouts, {ruleset.id} : python_tic_tac_toe{peer.suffix}"
    return Figure("P8", what, unit="moves/s", least=0.4, **compared(rounds, float))


def moves_per_second(ruleset: AnyRuleset, seconds: float) -> float:
    """Play whole games for so long; give moves a second of CPU time."""
    rng = random.Random(1)
    chance, moves, began = FastChance(rng), 0, time.process_time()
    while time.process_time() - began < seconds:
        start = begin(ruleset, ruleset.edition, seats_of(ruleset), ruleset.options(), chance)
        moves += playout(ruleset, start.state, rng, chance).actions
    return moves / (time.process_time() - began)
