"""Makes actions that are nearly legal, for the tests of what is accepted and what is refused."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from domain.kernel.choices import Choices
from tests.games.play import Case

UNKNOWN = "nobody-knows-this"


def near_misses(
    case: Case, legal: Choices, seen: Iterable[Mapping[str, Any]], rng: random.Random
) -> Iterator[dict[str, Any]]:
    """Give actions a step or two beside the legal ones, and some of other moments of the game.

    Some of them happen to be legal; many are of no shape at all.
    """
    words = (*component_ids(case.rules.edition), UNKNOWN, "")
    drawn = [legal.sample(rng) for _ in range(6)] if legal.items else []
    others = rng.sample(sorted(seen, key=msgspec.json.encode), k=min(8, len(list(seen))))
    yield from map(dict, others)
    for action in (*drawn, *others):
        for _ in range(4):
            yield {"type": action["type"], **changed(without_type(action), words, rng)}
    for action in drawn:
        other = rng.choice([*drawn, *others])
        yield {**action, **dict(rng.sample(sorted(other.items()), k=1))}
        yield {**action, "type": other["type"]}


def without_type(action: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in action.items() if name != "type"}


def changed(value: Any, words: tuple[str, ...], rng: random.Random) -> Any:
    """Give the value with one place changed somewhere within."""
    if isinstance(value, Mapping):
        return _changed_map(dict(value), words, rng)
    if isinstance(value, list | tuple):
        return _changed_list(list(value), words, rng)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice([value + 1, value - 1, value + 2, 0, 1, -1, 99])
    return rng.choice([None, [], {}, 0, 1, *rng.sample(words, k=min(6, len(words)))])


def _changed_map(value: dict[str, Any], words: tuple[str, ...], rng: random.Random) -> Any:
    if not value:
        return {rng.choice(words): 1}
    name = rng.choice(sorted(value))
    kind = rng.randrange(6)
    if kind == 0:
        del value[name]
    elif kind == 1:
        value[rng.choice(words)] = value[name]
    elif kind == 2:
        value[name] = None
    else:
        value[name] = changed(value[name], words, rng)
    return value


def _changed_list(value: list[Any], words: tuple[str, ...], rng: random.Random) -> Any:
    kind = rng.randrange(5)
    if not value or kind == 0:
        return [*value, rng.choice([*words, *value, 0, 1])]
    at = rng.randrange(len(value))
    if kind == 1:
        del value[at]
    elif kind == 2:
        value.append(value[at])
    elif kind == 3:
        rng.shuffle(value)
    else:
        value[at] = changed(value[at], words, rng)
    return value


def component_ids(edition: Any) -> list[str]:
    """List the ids that the edition gives its components."""
    found: set[str] = set()
    _collect(msgspec.to_builtins(edition), found)
    return sorted(found)


def _collect(raw: Any, found: set[str]) -> None:
    if isinstance(raw, Mapping):
        found.update(value for name, value in raw.items() if name == "id" and type(value) is str)
        for value in raw.values():
            _collect(value, found)
    elif isinstance(raw, list | tuple):
        for value in raw:
            _collect(value, found)
