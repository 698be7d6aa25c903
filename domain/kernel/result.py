"""How a game ended, and who came in where. Rulesets add their own figures to a standing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeVar

from domain.kernel.values import Seat, Value

K = TypeVar("K", int, tuple[int, ...])


class Standing(Value):
    """Where one seat came in; a ruleset's own standing adds its figures."""

    seat: Seat
    place: int
    """1 is best; equal places are shared."""
    resigned: bool = False
    """The seat gave up and a server bot played it on: it comes last."""


class Result(Value):
    """The end of a game: standings in order of place."""

    ranking: tuple[Standing, ...]
    winners: tuple[Seat, ...]
    outcome: Literal["won", "lost", "adjourned"] | None = None
    """Of a co-operative game; null where players compete."""


def ranked(keys: Sequence[K]) -> tuple[tuple[int, Seat], ...]:
    """Give place and seat, the best first, where the seat with the highest key is best.

    Seats with equal keys share a place, and the next place is counted on from all of them. A ruleset breaks
    its ties by what it puts into the keys.
    """
    order = sorted(range(len(keys)), key=keys.__getitem__, reverse=True)
    return tuple((1 + sum(other > keys[seat] for other in keys), seat) for seat in order)
