"""What many games of one ruleset have in common: counted as they come in, merged from several processes."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import msgspec

from domain.kernel.result import Result


@dataclass(slots=True)
class Numbers:
    """A run of numbers: how many, their mean, how far they scatter, the least and the greatest."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0
    least: float | None = None
    most: float | None = None

    def add(self, value: float) -> None:
        """Take in a number."""
        self.merge(Numbers(1, value, value * value, value, value))

    def merge(self, other: Numbers) -> None:
        """Take in another run."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares
        ends = [n for n in (self.least, other.least) if n is not None]
        self.least = min(ends, default=None)
        ends = [n for n in (self.most, other.most) if n is not None]
        self.most = max(ends, default=None)

    @property
    def mean(self) -> float:
        """The average."""
        return self.total / self.count if self.count else 0.0

    @property
    def scatter(self) -> float:
        """The standard deviation."""
        if not self.count:
            return 0.0
        return sqrt(max(0.0, self.squares / self.count - self.mean**2))


@dataclass(slots=True)
class Side:
    """How a seat, or a bot, has done."""

    games: int = 0
    wins: float = 0.0
    """A shared win counts in parts."""
    places: Numbers = field(default_factory=Numbers)
    figures: dict[str, Numbers] = field(default_factory=dict)
    """The whole numbers of its standings, such as points, by name."""

    def add(self, share: float, standing: dict[str, Any]) -> None:
        """Take in the end of a game."""
        self.games += 1
        self.wins += share
        self.places.add(standing["place"])
        for name, value in standing.items():
            if type(value) is int and name not in ("seat", "place"):
                self.figures.setdefault(name, Numbers()).add(value)

    def merge(self, other: Side) -> None:
        """Take in another's games."""
        self.games += other.games
        self.wins += other.wins
        self.places.merge(other.places)
        for name, numbers in other.figures.items():
            self.figures.setdefault(name, Numbers()).merge(numbers)


@dataclass(slots=True)
class Statistics:
    """All that is known of the games played so far."""

    actions: Numbers = field(default_factory=Numbers)
    events: Numbers = field(default_factory=Numbers)
    seats: dict[int, Side] = field(default_factory=dict)
    bots: dict[str, Side] = field(default_factory=dict)
    outcomes: dict[str, int] = field(default_factory=dict)
    """Of co-operative games."""

    def add(self, result: Result, length: tuple[int, int], bots: tuple[str, ...]) -> None:
        """Take in a game: how it ended, its actions and events, the bots by seat."""
        actions, events = length
        self.actions.add(actions)
        self.events.add(events)
        if result.outcome is not None:
            self.outcomes[result.outcome] = self.outcomes.get(result.outcome, 0) + 1
        for standing in result.ranking:
            share = 1 / len(result.winners) if standing.seat in result.winners else 0.0
            told = msgspec.to_builtins(standing)
            self.seats.setdefault(standing.seat, Side()).add(share, told)
            self.bots.setdefault(bots[standing.seat], Side()).add(share, told)

    def merge(self, other: Statistics) -> None:
        """Take in what another process has counted."""
        self.actions.merge(other.actions)
        self.events.merge(other.events)
        for seat, side in other.seats.items():
            self.seats.setdefault(seat, Side()).merge(side)
        for bot, side in other.bots.items():
            self.bots.setdefault(bot, Side()).merge(side)
        for outcome, count in other.outcomes.items():
            self.outcomes[outcome] = self.outcomes.get(outcome, 0) + count
