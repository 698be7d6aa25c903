"""Takes the steps of a game once more in another game that looks the same to a viewer: what does it see differ?"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from domain.kernel.chance import FastChance
from domain.kernel.secrecy import redact
from domain.kernel.values import tag_of
from domain.simulate import act, keep_up
from tests.games.play import CASES, Case, Played, Step, in_full, played


def guessed(case: Case, state: Any, viewer: int, number: int) -> Any:
    """Give another game that looks the same to the viewer."""
    return case.rules.guess(state, viewer, FastChance(random.Random(number)))


def in_two_games(case: Case, seed: int) -> Iterator[tuple[int, Any, Any]]:
    """Give for each step and viewer the events of a game, and those of another that looked the same before."""
    game = played(case, seed)
    for number, step in enumerate(game.steps[1:]):
        for viewer in case.viewers:
            other = guessed(case, step.before, viewer, number)
            events = decided_elsewhere(game, step, other, viewer, random.Random(number))
            if events is not None:
                yield viewer, step.events, events


def decided_elsewhere(game: Played, step: Step, other: Any, viewer: int, rng: random.Random) -> Any:
    """Take the step in another game: by the same action, or one whose first event looks the same.

    None where the other game offers the seat nothing of the kind.
    """
    case = game.case
    if step.seat is None or step.action is None:
        return keep_up(case.rules, other, game.luck(step)).events
    legal = case.rules.legal(other, step.seat)
    if legal.contains(in_full(case, step.action)):
        return act(case.rules, other, step.seat, step.action, game.luck(step)).events
    assert step.seat != viewer, "one's own choices are the same in both games"
    alike = [choice for choice in legal.items if choice.type == step.action["type"]]
    if not alike:
        return None
    action = rng.choice(alike).sample(rng)
    events = act(case.rules, other, step.seat, action, game.luck(step)).events
    return events if redact(events[0], viewer) == redact(step.events[0], viewer) else None


def first_difference(ours: Any, theirs: Any, viewer: int) -> tuple[Any, Any] | None:
    """Give the first events by which a viewer can tell two games apart."""
    for one, other in zip(ours, theirs, strict=False):
        if redact(one, viewer) != redact(other, viewer):
            return one, other
    return None


def revealing(slug: str, seed: int = 4) -> set[str]:
    """Name the events by which a viewer of a random game has learnt something new."""
    found = set()
    for case in (case for case in CASES if case.slug == slug):
        for viewer, ours, theirs in in_two_games(case, seed):
            differing = first_difference(ours, theirs, viewer)
            if differing is not None:
                found.add(tag_of(differing[0]))
    return found
