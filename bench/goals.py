"""What is asked of the product, and whether it does it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypedDict, TypeVar

from bench.machine import Noise, median

QUIET = 0.12
"""Share of the machine that other processes may take while a pair is measured; others count less."""

PROBE = 0.2
"""Seconds for which it is looked whether others are at work."""

T = TypeVar("T")


@dataclass(frozen=True)
class Figure:
    """One line of the report: a goal, its floor, ours."""

    goal: str
    what: str
    ours: float
    unit: str
    floor: float | None = None
    """Null where the goal is a count or a limit and not a ratio."""
    ratio: float | None = None
    """Ours to the floor; the median of the pairs' ratios if it is not simply that of the figures."""
    least: float | None = None
    most: float | None = None
    note: str = ""

    @property
    def measured(self) -> float:
        """What is held against the goal: the ratio, or ours where there is no floor."""
        if self.floor is None:
            return self.ours
        return self.ratio if self.ratio is not None else self.ours / self.floor

    @property
    def is_met(self) -> bool | None:
        """Tell whether the goal is met; null where the line is for information only."""
        if self.least is None and self.most is None:
            return None
        good = self.least is None or self.measured >= self.least
        return good and (self.most is None or self.measured <= self.most)


@dataclass
class Plan:
    """How much is measured."""

    quick: bool = False
    noise: list[float] = field(default_factory=list)
    """Of every round: what other processes took of the machine."""

    def rounds(self, many: int, few: int = 2) -> int:
        """Give how often a pair is measured."""
        return few if self.quick else many

    def size(self, large: int, small: int) -> int:
        """Give how much is measured at a time."""
        return small if self.quick else large


Measurement = Callable[[Plan], Iterator[Figure]]


def in_turn(plan: Plan, rounds: int, *measured: Callable[[], T]) -> list[tuple[T, ...]]:
    """Measure one after the other, round after round; give the quiet rounds, or all if none was."""
    taken: list[tuple[float, tuple[T, ...]]] = []
    for _ in range(rounds):
        _wait_for_quiet(plan.size(5, 1))
        noise = Noise()
        results = tuple(one() for one in measured)
        taken.append((noise.share(), results))
    plan.noise += [share for share, _ in taken]
    return [got for share, got in taken if share <= QUIET] or [got for _, got in taken]


def _wait_for_quiet(seconds: float) -> None:
    """Wait while others are at work, so long at most."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        noise = Noise()
        time.sleep(PROBE)
        if noise.share() <= QUIET:
            return


class Sides(TypedDict):
    """What a `Figure` needs of a comparison."""

    floor: float
    ours: float
    ratio: float


def compared(
    rounds: Sequence[tuple[T, ...]], figure: Callable[[T], float], floor: int = 0, ours: int = 1
) -> Sides:
    """Give the medians of floor and ours and of the ratios of the pairs, ready for a `Figure`."""
    pairs = [(figure(one[floor]), figure(one[ours])) for one in rounds]
    return Sides(
        floor=median(a for a, _ in pairs),
        ours=median(b for _, b in pairs),
        ratio=median(b / a for a, b in pairs),
    )
