"""JSON values compared, and the ways counted and listed in which some of them can be taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from domain.kernel.values import Json

K = TypeVar("K")


def is_same(one: Json, other: Json) -> bool:
    """Compare as JSON does, where true is not 1; a tuple stands for a list."""
    if isinstance(one, list | tuple):
        alike = isinstance(other, list | tuple) and len(one) == len(other)
        return alike and all(map(is_same, one, other))
    if isinstance(one, dict):
        alike = isinstance(other, dict) and one.keys() == other.keys()
        return alike and all(is_same(value, other[key]) for key, value in one.items())
    return type(one) is type(other) and bool(one == other)


def is_among(one: Json, listed: tuple[Json, ...]) -> bool:
    """Tell whether a value is one of the listed ones."""
    return any(is_same(one, other) for other in listed)


def stacked(listed: tuple[Json, ...]) -> list[tuple[Json, int]]:
    """Put equal values together: each value once, with how often it is listed."""
    stacks: list[tuple[Json, int]] = []
    for one in listed:
        for place, (value, n) in enumerate(stacks):
            if is_same(one, value):
                stacks[place] = (value, n + 1)
                break
        else:
            stacks.append((one, 1))
    return stacks


def count_ways(limits: Iterable[int], most: int) -> list[int]:
    """Count for each total up to `most` in how many ways it is made up within the limits."""
    ways = [1] + [0] * most
    for limit in limits:
        ways = [sum(ways[max(0, total - limit) : total + 1]) for total in range(most + 1)]
    return ways


def list_allocations(limits: tuple[tuple[K, int], ...], total: int) -> Iterator[dict[K, int]]:
    """List how a total is made up within the limits, earlier keys fullest; zeros are left out."""
    if not limits:
        if total == 0:
            yield {}
        return
    (key, limit), *others = limits
    room = sum(n for _, n in others)
    for n in range(min(limit, total), max(0, total - room) - 1, -1):
        for rest in list_allocations(tuple(others), total - n):
            yield ({key: n} if n else {}) | rest


def list_arrangements(stacks: tuple[tuple[Json, int], ...], length: int) -> Iterator[list[Json]]:
    """List the rows of so many values that can be laid from the stacks."""
    if length == 0:
        yield []
        return
    for place, (value, n) in enumerate(stacks):
        if n:
            left = (*stacks[:place], (value, n - 1), *stacks[place + 1 :])
            for rest in list_arrangements(left, length - 1):
                yield [value, *rest]
