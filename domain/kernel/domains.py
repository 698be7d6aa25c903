"""The sets of values that an open field of a choice may take: drawn from, asked, counted and listed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import comb, prod
from typing import TypeAlias

from domain.kernel.chance import Rng
from domain.kernel.takings import (
    count_ways,
    is_among,
    is_same,
    list_allocations,
    list_arrangements,
    stacked,
)
from domain.kernel.values import Json, Value, snake_case


class Domain(Value, tag_field="kind", tag=snake_case):
    """The values that one open field may take."""

    def sample(self, rng: Rng) -> Json:
        """Draw a value."""
        raise NotImplementedError

    def contains(self, value: Json) -> bool:
        """Tell whether the value is one of the domain's."""
        raise NotImplementedError

    def count(self) -> int:
        """Count the values."""
        raise NotImplementedError

    def values(self) -> Iterator[Json]:
        """List all values, the plainest first."""
        raise NotImplementedError


class OneOf(Domain):
    """One of the listed values."""

    of: tuple[Json, ...]

    def sample(self, rng: Rng) -> Json:
        """Draw one of the values."""
        return self.of[rng.randrange(len(self.of))]

    def contains(self, value: Json) -> bool:
        """Tell whether the value is listed."""
        return is_among(value, self.of)

    def count(self) -> int:
        """Count the listed values."""
        return len(self.of)

    def values(self) -> Iterator[Json]:
        """List them as given."""
        return iter(self.of)


class IntRange(Domain):
    """An integer from `min` to `max`, both included."""

    min: int
    max: int

    def sample(self, rng: Rng) -> Json:
        """Draw an integer of the range."""
        return self.min + rng.randrange(self.max - self.min + 1)

    def contains(self, value: Json) -> bool:
        """Tell whether the value is an integer of the range."""
        return type(value) is int and self.min <= value <= self.max

    def count(self) -> int:
        """Count the integers."""
        return self.max - self.min + 1

    def values(self) -> Iterator[Json]:
        """List them upward."""
        return iter(range(self.min, self.max + 1))


class Subset(Domain):
    """`min` to `max` of the listed values, in any order; one listed twice may be taken twice."""

    of: tuple[Json, ...]
    min: int
    max: int

    def sample(self, rng: Rng) -> Json:
        """Draw a size, then that many of the values."""
        size = self.min + rng.randrange(self.max - self.min + 1)
        left = list(self.of)
        return [left.pop(rng.randrange(len(left))) for _ in range(size)]

    def contains(self, value: Json) -> bool:
        """Tell whether the value is a list of listed values, none taken too often."""
        if not isinstance(value, list | tuple) or not self.min <= len(value) <= self.max:
            return False
        left = list(self.of)
        for one in value:
            place = next((n for n, other in enumerate(left) if is_same(one, other)), None)
            if place is None:
                return False
            del left[place]
        return True

    def count(self) -> int:
        """Count the subsets, whatever their order."""
        return sum(count_ways([n for _, n in stacked(self.of)], self.max)[self.min :])

    def values(self) -> Iterator[Json]:
        """List the subsets, the smallest first."""
        stacks = tuple(stacked(self.of))
        limits = tuple((place, n) for place, (_, n) in enumerate(stacks))
        for size in range(self.min, self.max + 1):
            for taken in list_allocations(limits, size):
                yield [stacks[place][0] for place, n in taken.items() for _ in range(n)]


class Arrangement(Domain):
    """`length` of the listed values, in an order that matters; one listed twice may stand twice."""

    of: tuple[Json, ...]
    length: int

    def sample(self, rng: Rng) -> Json:
        """Draw the values one after the other."""
        left = list(self.of)
        return [left.pop(rng.randrange(len(left))) for _ in range(self.length)]

    def contains(self, value: Json) -> bool:
        """Tell whether the value is a list of that length, none of its values taken too often."""
        return Subset(of=self.of, min=self.length, max=self.length).contains(value)

    def count(self) -> int:
        """Count the arrangements."""
        ways = [1] + [0] * self.length
        for _, limit in stacked(self.of):
            ways = [
                sum(comb(total, n) * ways[total - n] for n in range(min(limit, total) + 1))
                for total in range(self.length + 1)
            ]
        return ways[self.length]

    def values(self) -> Iterator[Json]:
        """List them; the first keeps the given order."""
        return list_arrangements(tuple(stacked(self.of)), self.length)


class Allocation(Domain):
    """Whole numbers by key, each from 1 to its limit (zeros left out), `min` to `max` in all."""

    limits: dict[str, int]
    min: int
    max: int

    def sample(self, rng: Rng) -> Json:
        """Draw a total, then unit after unit from all that is there."""
        total = self.min + rng.randrange(self.max - self.min + 1)
        pool: list[str] = []
        for key, limit in self.limits.items():
            pool += [key] * limit
        taken: dict[str, int] = {}
        for _ in range(total):
            key = pool.pop(rng.randrange(len(pool)))
            taken[key] = taken.get(key, 0) + 1
        return taken

    def contains(self, value: Json) -> bool:
        """Tell whether the value is a map within the limits and the total."""
        return (
            isinstance(value, dict)
            and all(
                type(n) is int and 1 <= n <= self.limits.get(key, 0) for key, n in value.items()
            )
            and self.min <= sum(value.values()) <= self.max
        )

    def count(self) -> int:
        """Count the allocations."""
        return sum(count_ways(self.limits.values(), self.max)[self.min :])

    def values(self) -> Iterator[Json]:
        """List them, the smallest total first, earlier keys fullest."""
        for total in range(self.min, self.max + 1):
            yield from list_allocations(tuple(self.limits.items()), total)


class Placement(Domain):
    """Pieces of several kinds laid on spots, `min` to `max` of them in all.

    A value lists, in any order, each spot that gets a piece: the spot, named by `spot`, and how many of
    every kind. `pieces` tells how many there are of a kind, `limits` the most of it on one spot, if any.
    """

    spot: str
    of: tuple[Json, ...]
    """The spots, all different."""
    pieces: dict[str, int]
    limits: dict[str, int]
    min: int
    max: int

    def sample(self, rng: Rng) -> Json:
        """Draw a total, then piece after piece from all that is there, each for any spot with room."""
        total = self.min + rng.randrange(self.max - self.min + 1)
        pool: list[str] = []
        for kind, n in self._usable():
            pool += [kind] * n
        anywhere = list(range(len(self.of)))
        with_room = {kind: anywhere.copy() for kind in self.limits}
        nothing = dict.fromkeys(self.pieces, 0)
        laid: dict[int, dict[str, Json]] = {}
        for _ in range(total):
            kind = pool.pop(rng.randrange(len(pool)))
            places = with_room.get(kind, anywhere)
            place = places[rng.randrange(len(places))]
            entry = laid.get(place)
            if entry is None:
                entry = laid[place] = {self.spot: self.of[place], **nothing}
            entry[kind] += 1
            if entry[kind] == self.limits.get(kind):
                places.remove(place)
        return [laid[place] for place in sorted(laid)]

    def contains(self, value: Json) -> bool:
        """Tell whether the value is a list of such entries, within the limits and the total."""
        if not isinstance(value, list | tuple) or not all(map(self._is_entry, value)):
            return False
        laid = {kind: sum(entry[kind] for entry in value) for kind in self.pieces}
        return (
            Subset(of=self.of, min=0, max=len(self.of)).contains([e[self.spot] for e in value])
            and all(n <= self.pieces[kind] for kind, n in laid.items())
            and self.min <= sum(laid.values()) <= self.max
        )

    def count(self) -> int:
        """Count the placements."""
        ways = [1] + [0] * self.max
        for kind, _ in self._usable():
            more = count_ways([self._most(kind)] * len(self.of), self.pieces[kind])
            ways = [
                sum(more[n] * ways[total - n] for n in range(min(total, len(more) - 1) + 1))
                for total in range(self.max + 1)
            ]
        return sum(ways[self.min :])

    def values(self) -> Iterator[Json]:
        """List them, the smallest total first, earlier kinds and spots fullest."""
        kinds = tuple(self._usable())
        for total in range(self.min, self.max + 1):
            for split in list_allocations(kinds, total):
                for laid in self._laid(tuple((kind, split.get(kind, 0)) for kind in self.pieces)):
                    yield [
                        {self.spot: spot, **{kind: at.get(place, 0) for kind, at in laid.items()}}
                        for place, spot in enumerate(self.of)
                        if any(place in at for at in laid.values())
                    ]

    def _usable(self) -> list[tuple[str, int]]:
        spots, most = len(self.of), self.limits.get
        return [(kind, min(n, most(kind, n) * spots)) for kind, n in self.pieces.items()]

    def _most(self, kind: str) -> int:
        return self.limits.get(kind, self.pieces[kind])

    def _is_entry(self, entry: Json) -> bool:
        if not isinstance(entry, dict) or entry.keys() != {self.spot, *self.pieces}:
            return False
        fits = all(type(entry[k]) is int and 0 <= entry[k] <= self._most(k) for k in self.pieces)
        return fits and any(entry[kind] for kind in self.pieces)

    def _laid(self, kinds: tuple[tuple[str, int], ...]) -> Iterator[dict[str, dict[int, int]]]:
        """Lay so many of each kind, in every way: for each kind the spots' places and numbers."""
        if not kinds:
            yield {}
            return
        (kind, number), *others = kinds
        limits = tuple((place, self._most(kind)) for place in range(len(self.of)))
        for places in list_allocations(limits, number):
            for rest in self._laid(tuple(others)):
                yield {kind: places, **rest}


class Selection(Domain):
    """`min` to `max` values in any order, at most one out of each group; all of them are different."""

    groups: tuple[tuple[Json, ...], ...]
    min: int
    max: int

    def sample(self, rng: Rng) -> Json:
        """Draw a size, then that many groups and a value out of each."""
        size = self.min + rng.randrange(self.max - self.min + 1)
        left = list(self.groups)
        drawn = [left.pop(rng.randrange(len(left))) for _ in range(size)]
        return [group[rng.randrange(len(group))] for group in drawn]

    def contains(self, value: Json) -> bool:
        """Tell whether the value is a list of such values, no two of them out of one group."""
        if not isinstance(value, list | tuple) or not self.min <= len(value) <= self.max:
            return False
        taken: set[int] = set()
        for one in value:
            place = next((n for n, group in enumerate(self.groups) if is_among(one, group)), None)
            if place is None or place in taken:
                return False
            taken.add(place)
        return True

    def count(self) -> int:
        """Count the selections, whatever their order."""
        ways = [1] + [0] * self.max
        for group in self.groups:
            fewer = [0, *ways]
            ways = [n + len(group) * fewer[size] for size, n in enumerate(ways)]
        return sum(ways[self.min :])

    def values(self) -> Iterator[Json]:
        """List them, the smallest first, earlier groups first."""
        for size in range(self.min, self.max + 1):
            for groups in combinations(self.groups, size):
                yield from map(list, product(*groups))


class Compound(Domain):
    """A map with exactly these fields, each within a domain of its own."""

    fields: dict[str, AnyDomain]

    def sample(self, rng: Rng) -> Json:
        """Draw a value for each field."""
        return {name: domain.sample(rng) for name, domain in self.fields.items()}

    def contains(self, value: Json) -> bool:
        """Tell whether the value is a map with these fields and values of their domains."""
        return (
            isinstance(value, dict)
            and value.keys() == self.fields.keys()
            and all(domain.contains(value[name]) for name, domain in self.fields.items())
        )

    def count(self) -> int:
        """Count the maps."""
        return prod(domain.count() for domain in self.fields.values())

    def values(self) -> Iterator[Json]:
        """List them, the last field changing first."""
        return _filled(tuple(self.fields.items()))


AnyDomain: TypeAlias = (
    OneOf | IntRange | Subset | Arrangement | Allocation | Placement | Selection | Compound
)


def _filled(fields: tuple[tuple[str, AnyDomain], ...]) -> Iterator[dict[str, Json]]:
    """Fill in fields in every way, one by one: a domain may be too large to be listed beforehand."""
    if not fields:
        yield {}
        return
    (name, domain), *others = fields
    for value in domain.values():
        for rest in _filled(tuple(others)):
            yield {name: value, **rest}
