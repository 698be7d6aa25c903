"""The only source of luck.

Every draw of a real game is a function of (seed, chance point, event number, which draw of the
event), so that the same position always draws the same and anybody can check after the game that no
card was moved. The algorithm, complete, for a second verifier in any language (with test vectors:
docs/chance.md):

- The *stream* of a draw is the concatenation of HMAC-SHA256(key = seed, message) for i = 0, 1, 2,
  ... with message = UTF-8 of `"<point>|<event number>|<ordinal>|<i>"`, numbers in decimal. The
  event number is the version that the event telling the outcome will have; the ordinal counts from
  0 the draws from the seed made since the last event.
- A number *below n* takes the next 4 bytes of the stream, big-endian, as x; while
  x >= 2**32 - 2**32 % n the next 4 bytes are taken instead; the number is x % n. For n = 1 nothing
  is taken.
- A *shuffle* is Fisher-Yates: for i = last index down to 1, j = number below i + 1, swap items i
  and j.
- A *roll* of d dice draws for each die in turn the face with index (number below the count of
  faces).
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, Protocol, TypeAlias, TypeVar

from domain.kernel.values import Json, Value

T = TypeVar("T")

Script: TypeAlias = Mapping[str, tuple[Json, ...]]
"""Outcomes fixed in advance, per chance point, first in first out."""

SEED_BYTES = 32


class ChancePoint(Value):
    """A named place of a ruleset where luck enters."""

    name: str
    kind: Literal["shuffle", "roll"]
    when: str
    """When it is drawn, and who sees the outcome; for readers."""


class Rng(Protocol):
    """Cheap luck for bots and simulation, as `random.Random` offers it."""

    def randrange(self, stop: int, /) -> int:
        """Give an integer from 0 to stop - 1."""
        ...

    def random(self) -> float:
        """Give a number from 0 up to, not including, 1."""
        ...


class Chance:
    """Draws outcomes. `event` is the number of the event that will tell the next outcome."""

    __slots__ = ("event",)

    def __init__(self, event: int = 1) -> None:
        self.event = event

    def shuffle(self, point: str, items: Sequence[T]) -> tuple[T, ...]:
        """Give the items in a new order, top first."""
        below = self._start(point)
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)

    def roll(self, point: str, faces: Sequence[int], dice: int = 1) -> tuple[int, ...]:
        """Throw dice that have these faces."""
        below = self._start(point)
        return tuple(faces[below(len(faces))] for _ in range(dice))

    def _start(self, point: str) -> Callable[[int], int]:
        """Begin a draw; the function given back draws a number below its argument."""
        raise NotImplementedError


class SeededChance(Chance):
    """The luck of a real game: a documented function of the seed, see above."""

    __slots__ = ("_last", "_ordinal", "_seed")

    def __init__(self, seed: bytes, event: int) -> None:
        super().__init__(event)
        self._seed = seed
        self._last = (0, -1)

    def _start(self, point: str) -> Callable[[int], int]:
        event, ordinal = self._last
        ordinal = ordinal + 1 if event == self.event else 0
        self._last = (self.event, ordinal)
        return _Stream(self._seed, f"{point}|{self.event}|{ordinal}|").below


class _Stream:
    """An endless stream of unbiased numbers."""

    __slots__ = ("_block", "_bytes", "_label", "_seed")

    def __init__(self, seed: bytes, label: str) -> None:
        self._seed = seed
        self._label = label
        self._block = 0
        self._bytes = b""

    def below(self, n: int) -> int:
        if n == 1:
            return 0
        limit = 2**32 - 2**32 % n
        while True:
            if not self._bytes:
                message = f"{self._label}{self._block}".encode()
                self._bytes = hmac.digest(self._seed, message, "sha256")
                self._block += 1
            word, self._bytes = int.from_bytes(self._bytes[:4], "big"), self._bytes[4:]
            if word < limit:
                return word % n


class FastChance(Chance):
    """Luck from a cheap generator, for simulation and search."""

    __slots__ = ("_rng",)

    def __init__(self, rng: Rng, event: int = 1) -> None:
        super().__init__(event)
        self._rng = rng

    def _start(self, point: str) -> Callable[[int], int]:
        del point
        return self._rng.randrange


class ScriptedChance(Chance):
    """Takes outcomes from a script while it lasts, then from the luck beneath.

    A scripted shuffle names the items in their new order or only the first few; the rest follow in
    the order before the shuffle. A scripted roll may name only the first dice; the luck beneath
    throws the others. What the script settles in full takes nothing from the luck beneath. Of a
    scripted outcome only what fits the moment counts: an item that is not among those shuffled, or
    a face that the die does not have, is passed over.
    """

    __slots__ = ("_beneath", "_script", "_used")

    def __init__(self, script: Script, used: Mapping[str, int], beneath: Chance) -> None:
        self._script = script
        self._used = dict(used)
        self._beneath = beneath
        super().__init__(beneath.event)

    def shuffle(self, point: str, items: Sequence[T]) -> tuple[T, ...]:
        """Give the scripted order, or a drawn one when the script is used up."""
        outcome = self._next(point)
        if outcome is None:
            return self._beneath.shuffle(point, items)
        rest = list(items)
        top: list[T] = []
        for item in outcome:
            if item in rest:
                rest.remove(item)
                top.append(item)
        return (*top, *rest)

    def roll(self, point: str, faces: Sequence[int], dice: int = 1) -> tuple[int, ...]:
        """Give the scripted faces, the missing ones drawn."""
        outcome = self._next(point)
        if outcome is None:
            return self._beneath.roll(point, faces, dice)
        told = tuple(face for face in outcome if face in faces)[:dice]
        if len(told) == dice:
            return told
        return (*told, *self._beneath.roll(point, faces, dice - len(told)))

    def _next(self, point: str) -> Sequence[Json] | None:
        self._beneath.event = self.event
        used = self._used.get(point, 0)
        self._used[point] = used + 1
        outcomes = self._script.get(point, ())
        return outcomes[used] if used < len(outcomes) else None


class ChanceRng:
    """A chance point in the guise of an `Rng`: to sample choices where only a chance is at hand, as in a guess."""

    __slots__ = ("_chance", "_point")

    def __init__(self, chance: Chance, point: str) -> None:
        self._chance = chance
        self._point = point

    def randrange(self, stop: int, /) -> int:
        """Give an integer from 0 to stop - 1."""
        return self._chance.roll(self._point, range(stop))[0]

    def random(self) -> float:
        """Give a number from 0 up to, not including, 1."""
        return self.randrange(2**30) / 2**30


class LuckNeeded(Exception):
    """A dry run has come to a draw: everything before it was in order."""


class NoChance(Chance):
    """Refuses to draw: for dry runs, which must neither use luck nor reveal any."""

    __slots__ = ()

    def _start(self, point: str) -> Callable[[int], int]:
        raise LuckNeeded(point)
