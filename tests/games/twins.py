"""Finds what a viewer cannot know of a state, without asking `guess`: by twins of the state.

A twin is a state that the same events have led to, but for what one event hides from the viewer: there two
things have changed places, or something stands that was hidden in another event of the kind. While the
viewer's view of both is the same, what differs between them is a secret. That a twin may be no position of
the game (a card may lie there twice) does no harm: it only tells where secrets lie.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import msgspec

from domain.kernel.secrecy import audiences, hidden_fields
from tests.games.play import Case, Played, Step

TRIES = 1
"""How often another value of each kind is tried where something is hidden."""

IMPOSSIBLE = (LookupError, ValueError, TypeError, AttributeError, AssertionError, StopIteration)
"""How an event may fail that tells of a twin what cannot be."""


Path = tuple[str | int, ...]
"""The names of fields and the places in lists that lead to a part of a state."""


class Twin(NamedTuple):
    """A state that looks to a viewer like the true one, and where it differs from that."""

    state: Any
    places: set[Path]


class Moment(NamedTuple):
    """A state of a game, with the paths at which it holds what the viewer cannot know."""

    state: Any
    viewer: int
    secrets: frozenset[Path]


def moments(game: Played) -> Iterator[Moment]:
    """Give each state of a game with each viewer to whom something in it is secret."""
    case, told = game.case, Told(game)
    for viewer in case.viewers:
        rng, twins = random.Random(game.seed), []
        for step in game.steps:
            older = [folded(case, twin.state, step.events) for twin in twins]
            newer = born(case, viewer, step, told, rng)
            twins = list(alike(case, viewer, step.after, chain(newer, older)))
            places = frozenset().union(*[twin.places for twin in twins])
            yield Moment(step.after, viewer, places)


class Told:
    """What the events of a game hide from anybody: what else could have stood there."""

    def __init__(self, game: Played) -> None:
        self.values: dict[Any, list[Any]] = defaultdict(list)
        """By type of event and field."""
        self.items: dict[type, list[Any]] = defaultdict(list)
        """By their type all that such fields list."""
        for event in game.events:
            for name in audiences(type(event)):
                value = getattr(event, name)
                self.values[type(event), name].append(value)
                for item in value if isinstance(value, tuple) else ():
                    self.items[type(item)].append(item)

    def others(self, event: Any, name: str, rng: random.Random) -> Iterator[Any]:
        """Give values that the field of an event could have had instead."""
        here = getattr(event, name)
        for _ in range(TRIES):
            yield rng.choice(self.values[type(event), name])
            yield exchanged(here, rng)
            if isinstance(here, tuple) and here:
                place = rng.randrange(len(here))
                other = rng.choice(self.items[type(here[place])])
                yield (*here[:place], other, *here[place + 1 :])


def born(case: Case, viewer: int, step: Step, told: Told, rng: random.Random) -> Iterator[Any]:
    """Give the states after a step had one of its events hidden something else from the viewer."""
    for number, event in enumerate(step.events):
        for name in hidden_fields(event, viewer):
            here = getattr(event, name)
            for other in told.others(event, name, rng):
                if other != here and is_like(other, here):
                    changed = msgspec.structs.replace(event, **{name: other})
                    events = (*step.events[:number], changed, *step.events[number + 1 :])
                    yield folded(case, step.before, events)


def is_like(one: Any, other: Any) -> bool:
    """Tell whether two values are of one type, where a type tells what was asked."""
    return type(one) is type(other) or not isinstance(one, msgspec.Struct)


def exchanged(value: Any, rng: random.Random) -> Any:
    """Exchange two items of a list, or what two of them say of one thing; in a map, of each list."""
    if isinstance(value, Mapping):
        return {key: exchanged(one, rng) for key, one in value.items()}
    if not isinstance(value, tuple) or len(value) < 2:
        return value
    one, other = rng.choice([rng.sample(range(len(value)), 2), (0, len(value) - 1)])
    mine, others = value[other], value[one]
    if isinstance(mine, msgspec.Struct):
        name = rng.choice(mine.__struct_fields__)
        mine, others = (
            msgspec.structs.replace(others, **{name: getattr(mine, name)}),
            msgspec.structs.replace(mine, **{name: getattr(others, name)}),
        )
    items = list(value)
    items[one], items[other] = mine, others
    return tuple(items)


def folded(case: Case, state: Any, events: Sequence[Any]) -> Any:
    """Write events down; None where they cannot be so."""
    try:
        for event in events:
            state = case.rules.evolve(state, event)
    except IMPOSSIBLE:
        return None
    return state


def alike(case: Case, viewer: int, state: Any, twins: Iterable[Any]) -> Iterator[Twin]:
    """Keep the twins that look to the viewer like the state, the first for each part in which they differ."""
    shown, known = case.rules.view(state, viewer), set()
    for twin in twins:
        places = set(differing(state, twin))
        parts = {of_place(one) for one in places}
        if parts - known and seen(case, twin, viewer) == shown:
            known |= parts
            yield Twin(twin, places)


def seen(case: Case, twin: Any, viewer: int) -> Any:
    """Give the view of a twin; None where there is nothing that could be so."""
    try:
        return case.rules.view(twin, viewer)
    except IMPOSSIBLE:
        return None


def differing(one: Any, other: Any, path: Path = ()) -> Iterator[Path]:
    """Name the places at which two states differ, as far as structs and lists of them lead."""
    if one == other:
        return
    if isinstance(one, msgspec.Struct) and type(one) is type(other):
        for name in one.__struct_fields__:
            yield from differing(getattr(one, name), getattr(other, name), (*path, name))
    elif is_table(one) and is_table(other) and len(one) == len(other):
        for number, (mine, others) in enumerate(zip(one, other, strict=True)):
            yield from differing(mine, others, (*path, number))
    else:
        yield path
        yield from ends(one, other, path)


def ends(one: Any, other: Any, path: Path) -> Iterator[Path]:
    """Name the ends at which two lists differ: cards are drawn there."""
    if one and other and all(isinstance(v, tuple) and not is_table(v) for v in (one, other)):
        if one[0] != other[0]:
            yield (*path, "first")
        if one[-1] != other[-1]:
            yield (*path, "last")


def is_table(value: Any) -> bool:
    """Tell whether a value is a list of structs or of lists, each with places of its own."""
    return isinstance(value, tuple) and all(
        isinstance(one, msgspec.Struct | tuple) for one in value
    )


def written(path: Path) -> str:
    """Write a path down: `seats[2].bids[0].gold`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)[1:]


def in_general(path: str) -> str:
    """Leave the places in lists out of a path: `seats[*].bids[*].gold`."""
    return re.sub(r"\d+(?=\])", "*", path)


def of_place(path: Path) -> str:
    """Write a path down as far as the field of a place in the first list: `seats[2].bids`."""
    end = next((number for number, part in enumerate(path) if isinstance(part, int)), len(path))
    return written(path[: end + 2])
